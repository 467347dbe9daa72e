internal import LiveModel
internal import LivePlatform

/// Builds a sink of any kind from its settings.
struct SinkBuilder: Sendable {
  let transport: any HTTPTransport
  /// Environment of the daemon; a program gets only the harmless part of it.
  let environment: [String: String]
  var leagues = Leagues.known
  /// The zone of times in messages, and of quiet hours without one of their own.
  var zone = LocalZone.system

  /// Builds a sink with its options. Throws faults that only building shows, such as an invalid secret.
  func build(_ settings: SinkSettings) throws(Fault) -> ConfiguredSink {
    guard let kind = settings.kind as? any BuildableSinkKind else {
      throw Fault(.sinkUnknownType, "no sink of type '\(settings.type)' can be built", at: .sink(settings.name))
    }
    let endpoint = endpoint(settings)
    let parts = SinkParts(
      name: settings.name, endpoint: endpoint, wording: try wording(settings), timeout: settings.timeout,
      environment: environment)
    let sink = try kind.sink(with: parts)
    return ConfiguredSink(
      sink: sink, settings: settings, options: try options(settings, isScoreboard: sink.traits.isScoreboard),
      address: kind.receiver.digest(of: settings), host: settings.audience == .people ? endpoint.host : nil)
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
      let format = try settings.format.map { source throws(Fault) in try TextFormat(source, leagues: leagues) }
      return Wording(isSpoilerFree: settings.spoilerFree, format: format, leagues: leagues, zone: zone)
    } catch {
      throw Fault(error.code, error.message, at: .sink(settings.name), hint: error.hint)
    }
  }

  private func options(_ settings: SinkSettings, isScoreboard: Bool) throws(Fault) -> DeliveryOptions {
    DeliveryOptions(
      delay: settings.delay, group: group(settings, isScoreboard), expires: settings.expires,
      maxInFlight: settings.maxInFlight,
      maxPerMinute: settings.maxPerMinute,
      quiet: try settings.quietHours.map { hours throws(Fault) in
        try quiet(hours, settings.name)
      })
  }

  /// Returns the grouping time; 5 s instead of zero for a scoreboard, because an edit at every play of a burst would
  /// hit the receiver's rate limit.
  private func group(_ settings: SinkSettings, _ isScoreboard: Bool) -> Duration {
    isScoreboard && settings.group == .zero ? .seconds(5) : settings.group
  }

  private func quiet(_ hours: SinkSettings.QuietHours, _ sink: String) throws(Fault) -> QuietHours {
    guard let zone = hours.timeZone.map(LocalZone.init(identifier:)) ?? zone else {
      throw Fault(
        .sinkUnknownTimeZone, "this system does not know the time zone of 'quiet_hours'", at: .sink(sink),
        hint: "install tzdata")
    }
    return QuietHours(from: hours.from, to: hours.to, zone: zone)
  }
}

extension Fault.Code {
  static let sinkUnknownType = Fault.Code("sink.unknown-type")
  static let sinkUnknownTimeZone = Fault.Code("sink.unknown-time-zone")
}
