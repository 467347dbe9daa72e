package import LiveModel
internal import LivePlatform

/// The state of a sink in one word. A sink may be in several of these states at once; the first of this list counts.
public struct SinkState: RawRepresentable, Hashable, Codable, Sendable {
  /// The word in an answer. A daemon of another version may have further ones.
  public let rawValue: String

  /// Creates the state from its word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The configuration has no such sink any more, but facts or dead letters of it are left.
  public static let removed = Self(rawValue: "removed")
  /// The receiver is gone for good: nothing is sent until the operator acts.
  public static let disabled = Self(rawValue: "disabled")
  /// Three attempts in a row or more have failed, and the sink has not worked for a minute since.
  public static let failing = Self(rawValue: "failing")
  /// The operator paused the sink, or the receiver asked for no messages until a time.
  public static let paused = Self(rawValue: "paused")
  /// Quiet hours.
  public static let quiet = Self(rawValue: "quiet")
  /// Facts wait for the end of the sink's `delay` or `group`.
  public static let delayed = Self(rawValue: "delayed")
  /// Facts wait for their turn, or for the next attempt.
  public static let waiting = Self(rawValue: "waiting")
  /// Nothing waits.
  public static let ok = Self(rawValue: "ok")
}

extension SinkListing.Entry {
  /// Whether deliveries have failed for so long that the operator must know.
  var fails: Bool { state == .failing && (waiting ?? 0) > 0 && (failingSeconds ?? 0) >= Self.patience }

  /// Seconds for which deliveries may fail before the daemon counts as unhealthy.
  static let patience = 300

  /// For how long a dead letter counts as a problem.
  static let freshness: Duration = .seconds(86_400)

  /// The failure with its advice, such as `status 401 (check its token, secret or url)`.
  public var failure: String? { error.map { $0 + (advice.map { " (\($0))" } ?? "") } }

  /// The failure with its beginning: `failing since 2026-11-23 05:07:00 EST: status 401 (check its url)`.
  func failing(in zone: LocalZone) -> String {
    let since = failingSince.map { " since \(zone.time(at: $0).toTheSecond)" }
    return SinkState.failing.rawValue + (since ?? "") + (failure.map { ": \($0)" } ?? "")
      + (wait { zone.time(at: $0).toTheSecond } ?? "")
  }

  /// Until when a failing receiver has asked for no messages: ` (it asked to wait until 2026-11-23 05:07:00 EST)`.
  package func wait(_ time: (Timestamp) -> String) -> String? {
    guard pausedSince == nil, let end = pausedUntil else { return nil }
    return " (it asked to wait until \(time(end)))"
  }

  /// The operator's own pause in words, such as `sink 'chat' is paused until 2026-07-21T02:40:09.000Z`; nil without one.
  var pauseText: String? {
    guard let since = pausedSince else { return nil }
    return "sink '\(name)' is paused " + (pausedUntil.map { "until \($0)" } ?? "since \(since)")
  }

  /// Problems that need the operator, one text each, with times of a zone.
  func problems(in zone: LocalZone) -> [String] {
    guard state != .removed else { return [] }
    return [
      disabled.map { "sink '\(name)' is disabled: \($0)" },
      fails ? "sink '\(name)' \(failing(in: zone))" : nil,
      hasFreshDeadLetters == true ? "sink '\(name)' has dead letters, see 'livegamed outbox list'" : nil,
    ].compactMap(\.self)
  }
}

extension SinkListing.Entry {
  /// Returns one entry for each of these sinks, in their order, and one for each other sink of which something is left.
  /// `wall` is the current wall-clock time.
  static func all(
    of sinks: [SinkInfo], _ standings: [String: SinkStatus], in log: EventLog, at wall: Timestamp = WallClock.now()
  ) -> [Self] {
    let (now, configured) = (log.outboxTime(at: wall), Set(sinks.map(\.name)))
    let removed = standings.filter { !configured.contains($0.key) && $0.value.waiting + $0.value.dead > 0 }
    return sinks.map { Self($0, standings[$0.name] ?? SinkStatus(), at: now, wall: wall) }
      + removed.sorted { $0.key < $1.key }.map { Self(removed: $0.key, $0.value) }
  }

  /// A failing sink, as far as the status line needs it.
  init(name: String, _ failure: SinkFailure) {
    self.init(
      name: name, state: .failing, failingSince: failure.since, error: failure.last.error, advice: failure.last.advice)
  }

  private init(removed name: String, _ standing: SinkStatus) {
    self.init(
      name: name, state: .removed, waiting: standing.waiting, pending: standing.pending, dead: standing.dead,
      lastDelivered: standing.lastDelivered, lastDead: standing.lastDead)
  }

  /// `now` is the current time of the outbox, `wall` the same instant by the wall clock.
  private init(_ sink: SinkInfo, _ standing: SinkStatus, at now: Timestamp, wall: Timestamp) {
    let order = standing.operatorPause.flatMap { $0.timeLeft(at: wall) == nil ? nil : $0 }
    let pause = order == nil ? standing.pause.flatMap { $0.until > now ? $0 : nil } : nil
    let failure = standing.failure.flatMap { $0.isFailing ? $0 : nil }
    self.init(
      name: sink.name, type: sink.kind, waiting: standing.waiting, pending: standing.pending,
      dead: standing.dead, lastDelivered: standing.lastDelivered, disabled: standing.disabled,
      disabledSince: standing.disabledSince, pause: order == nil ? pause?.reason : "by order",
      pausedUntil: order.map(\.until) ?? pause.map { wall + ($0.until - now) }, pausedSince: order?.ordered,
      failingSince: failure?.since, failingSeconds: failure.map { Int($0.span.components.seconds) },
      attempts: failure?.attempts, error: failure?.last.error ?? standing.trouble, advice: failure?.last.advice,
      lastDead: standing.lastDead,
      hasFreshDeadLetters: standing.dead > 0 ? standing.lastDead.map { wall - $0 < Self.freshness } : nil)
    (state, until) = Self.state(of: self, sink)
    if state == .delayed { delaySeconds = Int(sink.lag.components.seconds) }
  }

  private static func state(of entry: Self, _ sink: SinkInfo) -> (SinkState, until: Timestamp?) {
    let (waiting, pending) = (entry.waiting ?? 0, entry.pending ?? 0)
    if entry.disabled != nil { return (.disabled, nil) }
    // A sink that the operator has paused is not attempted, so an earlier failure says nothing.
    if entry.pausedSince != nil { return (.paused, entry.pausedUntil) }
    if entry.failingSince != nil { return (.failing, nil) }
    if let end = entry.pausedUntil { return (.paused, end) }
    if let end = sink.quietUntil { return (.quiet, end) }
    if waiting == 0 { return (.ok, nil) }
    return (sink.lag > .zero && pending == waiting ? .delayed : .waiting, nil)
  }
}
