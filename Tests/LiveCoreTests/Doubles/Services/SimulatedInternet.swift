@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// All simulated services, selected by the host of a request. Other hosts do not resolve.
final class SimulatedInternet: HTTPTransport {
  let discord: SimulatedDiscord
  let slack = SimulatedSlack()
  let telegram = SimulatedTelegram()
  let ntfy = SimulatedNtfy()
  let gotify = SimulatedGotify()
  let matrix = SimulatedMatrix()

  /// `now` says how old a message is.
  init(now: @escaping @Sendable () -> Timestamp = { SampleEvents.start }) { discord = SimulatedDiscord(now: now) }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    let service: any HTTPTransport
    switch ServiceRequest(request).host {
    case "discord.com": service = discord
    case "slack.com", "hooks.slack.com": service = slack
    case "api.telegram.org": service = telegram
    case "ntfy.sh": service = ntfy
    case "gotify.example.org": service = gotify
    case SimulatedMatrix.host: service = matrix
    default: throw HTTPFault(kind: .unresolved, description: "no such host")
    }
    return try await service.send(request, body: body)
  }

  /// Returns a chat sink, created as the daemon does, for the place that its service has from the beginning.
  func sink(
    _ kind: SinkKindName, _ change: (inout SinkSettings) -> Void = { _ in }
  ) throws -> ConfiguredSink {
    try SinkBuilder(transport: self, environment: [:]).build(Self.settings(kind, change))
  }

  /// Returns the settings of a Slack bot with threads, or of a webhook, which has a `url` and neither token nor
  /// channel.
  static func settings(
    _ kind: SinkKindName, _ change: (inout SinkSettings) -> Void = { _ in }
  ) -> SinkSettings {
    var settings = SinkSettings(
      name: kind.rawValue.replacing("_", with: "-"), kind: own(kind), url: Secret(url(of: kind)))
    change(&settings)
    return settings
  }

  private static func own(_ kind: SinkKindName) -> any SinkKind {
    switch kind {
    case .slack:
      SlackSettings(
        bot: .init(token: Secret(SimulatedSlack.token), channel: SimulatedSlack.channel, threads: true))
    case .telegram: TelegramSettings(token: Secret(SimulatedTelegram.token), chat: "\(SimulatedTelegram.chat)")
    case .ntfy: NtfySettings(topic: Secret(SimulatedNtfy.topic))
    case .gotify: GotifySettings(token: Secret(SimulatedGotify.token))
    case .matrix:
      MatrixSettings(token: Secret(SimulatedMatrix.token), room: SimulatedMatrix.room, threads: true)
    case .discord, .webhook, .homeAssistant, .mqtt, .exec: kind.sample
    }
  }

  private static func url(of kind: SinkKindName) -> String {
    switch kind {
    case .discord: SimulatedDiscord.url
    case .slack: SlackSink.api
    case .telegram: "https://api.telegram.org"
    case .ntfy: "https://ntfy.sh"
    case .gotify: "https://gotify.example.org"
    case .matrix: "https://\(SimulatedMatrix.host)"
    case .webhook, .homeAssistant, .mqtt, .exec: ""
    }
  }
}
