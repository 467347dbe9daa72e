@testable import LiveCore

/// All simulated services, selected by the host of a request. Other hosts do not resolve.
final class SimulatedInternet: HTTPTransport {
  let discord: SimulatedDiscord
  let slack = SimulatedSlack()
  let telegram = SimulatedTelegram()
  let ntfy = SimulatedNtfy()
  let gotify = SimulatedGotify()

  /// Creates the services; `now` tells the age of a message.
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
    default: throw HTTPFault(kind: .unresolved, description: "no such host")
    }
    return try await service.send(request, body: body)
  }

  /// Returns a chat sink, created as the daemon does, for the place that its service has from the beginning.
  func post(
    _ kind: SinkSettings.Kind, _ change: (inout SinkSettings) -> Void = { _ in }
  ) throws -> ConfiguredSink {
    try SinkBuilder(transport: self, environment: [:]).post(Self.settings(kind, change))
  }

  /// Returns the settings of a Slack bot with threads, or of a webhook, which has a `url` and neither token nor
  /// channel.
  static func settings(
    _ kind: SinkSettings.Kind, _ change: (inout SinkSettings) -> Void = { _ in }
  ) -> SinkSettings {
    var settings = SinkSettings(name: kind.rawValue.replacing("_", with: "-"), kind: kind, url: Secret(url(of: kind)))
    switch kind {
    case .slack:
      (settings.token, settings.channel) = (Secret(SimulatedSlack.token), SimulatedSlack.channel)
      settings.threads = true
    case .telegram:
      (settings.token, settings.channel) = (Secret(SimulatedTelegram.token), "\(SimulatedTelegram.chat)")
    case .ntfy: settings.topic = Secret(SimulatedNtfy.topic)
    case .gotify: settings.token = Secret(SimulatedGotify.token)
    case .discord, .webhook, .homeAssistant, .exec: break
    }
    change(&settings)
    return settings
  }

  private static func url(of kind: SinkSettings.Kind) -> String {
    switch kind {
    case .discord: SimulatedDiscord.url
    case .slack: SlackSink.api
    case .telegram: "https://api.telegram.org"
    case .ntfy: "https://ntfy.sh"
    case .gotify: "https://gotify.example.org"
    case .webhook, .homeAssistant, .exec: ""
    }
  }
}
