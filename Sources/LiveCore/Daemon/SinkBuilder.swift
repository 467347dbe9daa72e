internal import Crypto
internal import FoundationEssentials

/// Builds a sink of any kind from its settings.
struct SinkBuilder: Sendable {
  let transport: any HTTPTransport
  /// Environment of the daemon; a program gets only the harmless part of it.
  let environment: [String: String]

  /// Builds a sink with its options. Throws faults that only building shows, such as an invalid secret.
  func post(_ settings: SinkSettings) throws(Fault) -> ConfiguredSink {
    ConfiguredSink(
      sink: try sink(settings), settings: settings, options: try options(settings), address: address(settings),
      host: settings.kind.isForPeople ? endpoint(settings).host : nil)
  }

  private func sink(_ settings: SinkSettings) throws(Fault) -> any Sink {
    let (name, endpoint, wording) = (settings.name, endpoint(settings), try wording(settings))
    let token = settings.token ?? Secret("")
    switch settings.kind {
    case .webhook: return try WebhookSink(name: name, endpoint: endpoint, secrets: settings.secrets)
    case .discord:
      return DiscordSink(
        name: name, endpoint: endpoint, wording: wording, mode: settings.mode, threadID: settings.threadID)
    case .slack:
      guard let token = settings.token, let channel = settings.channel else {
        return SlackSink(name: name, endpoint: endpoint, wording: wording)
      }
      return SlackSink(
        name: name, endpoint: endpoint, token: token, channel: channel, threads: settings.threads, wording: wording)
    case .ntfy:
      return NtfySink(
        name: name, endpoint: endpoint, topic: settings.topic ?? Secret(""), token: settings.token, wording: wording)
    case .gotify: return try GotifySink(name: name, endpoint: endpoint, token: token, wording: wording)
    case .telegram:
      return try TelegramSink(
        name: name, endpoint: endpoint, token: token, chat: settings.channel ?? "", thread: settings.threadID,
        wording: wording)
    case .homeAssistant: return HomeAssistantSink(name: name, endpoint: endpoint)
    case .exec:
      return try ExecSink(
        name: name, command: settings.command, environment: environment, timeout: settings.timeout)
    }
  }

  /// Returns the endpoint of a sink. Plain http reaches only private addresses; https reaches private ones only with
  /// `allow_private`.
  private func endpoint(_ settings: SinkSettings) -> Endpoint {
    let isSecure = settings.url.reveal { $0.lowercased().hasPrefix("https:") }
    return Endpoint(
      url: settings.url, timeout: settings.timeout,
      peers: isSecure ? (settings.allowPrivate ? .anyone : .publicOnly) : .privateOnly, transport: transport)
  }

  private func wording(_ settings: SinkSettings) throws(Fault) -> Wording {
    do throws(Fault) {
      let format = try settings.format.map { source throws(Fault) in try TextFormat(source) }
      return Wording(isSpoilerFree: settings.spoilerFree, format: format)
    } catch {
      throw Fault(error.code, error.message, at: .sink(settings.name), hint: error.hint)
    }
  }

  private func options(_ settings: SinkSettings) throws(Fault) -> DeliveryOptions {
    DeliveryOptions(
      delay: settings.delay, group: group(settings), expires: settings.expires, maxInFlight: settings.maxInFlight,
      maxPerMinute: settings.maxPerMinute,
      quiet: try settings.quietHours.map { hours throws(Fault) in
        try quiet(hours, settings.name)
      })
  }

  /// Returns the grouping time; 5 s instead of zero for a scoreboard, because an edit at every play of a burst would
  /// hit the receiver's rate limit.
  private func group(_ settings: SinkSettings) -> Duration {
    settings.mode == .scoreboard && settings.group == .zero ? .seconds(5) : settings.group
  }

  private func quiet(_ hours: SinkSettings.QuietHours, _ sink: String) throws(Fault) -> QuietHours {
    guard let zone = hours.timeZone.map(TimeZone.init(identifier:)) ?? TimeZone.current else {
      throw Fault(
        .sinkUnknownTimeZone, "this system does not know the time zone of 'quiet_hours'", at: .sink(sink),
        hint: "install tzdata")
    }
    return QuietHours(from: hours.from, to: hours.to, timeZone: zone)
  }

  /// Returns a digest of the address and not the address itself, because the log stores it. Another digest is another
  /// receiver.
  private func address(_ settings: SinkSettings) -> String {
    let secrets = [settings.url, settings.token ?? Secret(""), settings.topic ?? Secret("")]
    let fields =
      secrets.map { $0.reveal { $0 } }
      + [settings.kind.rawValue, settings.channel ?? "", settings.threadID ?? ""] + settings.command
      // A scoreboard cannot be written into the message of a play, so that the mode is part of the address.
      + (settings.mode == .scoreboard ? [settings.mode.rawValue] : [])
    var hash = SHA256()
    for field in fields { hash.update(data: Array("\(field.utf8.count):\(field)".utf8)) }
    return WebhookID.base32(hash.finalize())
  }
}

extension Fault.Code {
  static let sinkUnknownTimeZone = Fault.Code("sink.unknown-time-zone")
}
