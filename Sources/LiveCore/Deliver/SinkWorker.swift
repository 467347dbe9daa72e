internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Delivers the waiting messages of one sink: in order within a game, with at most `maxInFlight` attempts at one time.
/// Each outcome is stored before the next attempt of the same game.
///
/// Ends when its task is cancelled, when the daemon shuts down or when another daemon serves the sink. Never fails: a
/// failing event log is retried, and a disabled sink waits for an operator's order.
struct SinkWorker<C: Clock<Duration>>: Sendable {
  typealias Announce = @Sendable (Announcement) async -> Void
  /// Reports the failure of the sink after each failed attempt, and nil when its receiver accepts a message again.
  typealias AnnounceFailure = @Sendable (SinkFailure?) async -> Void

  /// Reports that the sink is disabled, or works again.
  struct Announcement: Equatable, Sendable {
    /// The reason for disabling; nil when the sink works again.
    var reason: String?
    /// The kind of the reason; nil when the sink was disabled before the daemon started.
    var cause: Answer.Cause?
    /// False when the sink was disabled before the daemon started.
    var isNew = true
  }

  /// The next work in the lanes that no other task has claimed. A lane is one game at one sink.
  enum Claim: Equatable, Sendable {
    case head(NextInLane)
    /// The earliest instant at which something is due; nil when nothing waits.
    case later(Timestamp?)
  }

  struct State {
    /// Lanes claimed by a task.
    var taken: Set<String> = []
    var isDisabled = false
    var isBehind = false
    /// False until the log holds the disabled state.
    var isOnRecord = true
    var quiet: QuietRecord
    var report: DeliveryReport
    /// The reported failure; nil while the sink works.
    var failure: SinkFailure?
    /// Number of the last operator's order that was applied.
    var order = 0
    /// End of the last pause that the log holds. An order ends this pause, but not a shorter one that is not stored.
    var storedPause: Timestamp?
    /// Number of the operator's order after which the operator's pause was read; nil before the first reading.
    var pauseRead: Int?
  }

  let waiter: LogWaiter<C>
  /// The time of the outbox.
  let now: @Sendable () -> Timestamp
  /// The wall clock: stamps messages, and decides when quiet hours begin and end.
  let wall: @Sendable () -> Timestamp
  let outbox: Outbox
  let hosts: HostRateLimiter<C>
  let limiter: SinkRateLimiter
  let announce: Announce
  let announceFailure: AnnounceFailure
  let state: Locked<State>
  private let configured: ConfiguredSink
  private let attempts: InFlightDeadlines
  private let surroundings: SinkSurroundings
  private let isServedHere: @Sendable () -> Bool

  /// Waits by `clock`, which must run with `now`. `wall` defaults to `now`.
  init(
    _ configured: ConfiguredSink, log: EventLog, hosts: HostRateLimiter<C>, clock: C,
    now: @escaping @Sendable () -> Timestamp,
    wall: (@Sendable () -> Timestamp)? = nil, attempts: InFlightDeadlines = InFlightDeadlines(), logger: Logger,
    meters: Meters = Meters(), surroundings: SinkSurroundings = SinkSurroundings(),
    isServedHere: @escaping @Sendable () -> Bool = { true },
    announceFailure: @escaping AnnounceFailure = { _ in }, announce: @escaping Announce
  ) {
    (self.configured, self.hosts, self.announce, self.attempts) = (configured, hosts, announce, attempts)
    (self.announceFailure, self.surroundings, self.isServedHere) = (announceFailure, surroundings, isServedHere)
    (self.now, self.wall) = (now, wall ?? now)
    let (name, options) = (configured.sink.name, configured.options)
    outbox = Outbox(log: log, sink: name)
    waiter = LogWaiter(log: log, clock: clock)
    limiter = SinkRateLimiter(spacing: configured.sink.traits.spacing, maxPerMinute: options.maxPerMinute)
    state = Locked(
      State(quiet: QuietRecord(options.quiet), report: DeliveryReport(logger, sink: name, meters: meters)))
  }

  var sink: any Sink { configured.sink }
  var options: DeliveryOptions { configured.options }
  /// A digest of the receiver's address.
  var address: String { configured.address }
  /// `host:port` of a service with one rate limit for all sinks; nil for any other.
  var host: String? { configured.host }

  /// Delivers until the worker must stop. Attempts under way are finished and stored first.
  func run() async {
    do throws(CancellationError) {
      try await begin()
    } catch {
      return
    }
    await sink.accompany(deliverAll, of: outbox, in: surroundings)
  }

  @Sendable private func deliverAll() async {
    await withDiscardingTaskGroup { group in
      for _ in 0..<options.maxInFlight { group.addTask { await deliver() } }
    }
  }

  /// False when the worker must stop. A daemon that hung may no longer be the one that serves the sink.
  var goesOn: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully && isServedHere() }

  private func deliver() async {
    do {
      while goesOn { try await LogUse.$canWait.withValue(isBehind) { try await deliverNext() } }
    } catch {
      // Only a wait was interrupted: nothing is lost.
    }
  }

  /// Makes the next attempt, or waits until there may be one.
  private func deliverNext() async throws(CancellationError) {
    let seen = waiter.position
    // Read the clock before the outbox: waking too early costs one look-up, waking too late delays a message.
    let start = waiter.clock.now
    if try await isDisabled() { return try await waiter.untilOrdered(past: seen) }
    if try await waitForQuietEnd() { return }
    switch try await claim() {
    case .head(let head):
      defer { release(head.lane) }
      try await deliver(head)
    // The next look-up is made without the mark, so that a new event does not wait.
    case .later where endBacklog(): return
    case .later(let due):
      let wait = due.map { max($0 - now(), .milliseconds(10)) }
      try await waiter.untilPast(seen, orUntil: wait.map { start.advanced(by: $0) })
    }
  }

  /// Whether the sink has a backlog: the message that was claimed last was late. Its reads and writes of the log can wait then.
  private var isBehind: Bool { state.withLock { $0.isBehind } }

  /// Ends the backlog if no task has a lane. Returns whether it has ended now.
  private func endBacklog() -> Bool {
    state.withLock { state in
      guard state.isBehind, state.taken.isEmpty else { return false }
      state.isBehind = false
      return true
    }
  }

  /// Time after which a message that is due is late.
  private static var lateness: Duration { .seconds(5) }

  /// Waits for the sink's turn before composing, because the facts may still change while the message waits.
  private func deliver(_ head: NextInLane) async throws(CancellationError) {
    try await waitForTurn()
    guard goesOn, try await !isQuiet(), try await !gather(head), let message = try await message(of: head) else {
      return
    }
    if isExpired(message) {
      let error = message.attempts > 0 ? message.error.map { "expired: \($0)" } ?? "expired" : Composer.expiredUntried
      let reason = Answer.Reason(cause: .expired, text: error)
      return try await deadLetter(message, because: reason)
    }
    // The wait for the log may be long, and another daemon may serve the sink after it.
    guard goesOn, try await takeRoom(), goesOn else { return }
    try await settle(message, await send(message))
  }

  /// Makes one attempt. The deadline allows for sinks that send two requests, each within the sink's timeout.
  private func send(_ stored: StoredMessage) async -> Answer {
    await attempts.doing(within: configured.settings.timeout * 2 + .seconds(60)) {
      await sink.send(stored.message, id: stored.id, at: wall())
    }
  }

  /// Restores the sink's state from the log: the receiver's pause, the messages sent in the last minute, quiet hours,
  /// and whether the sink is disabled. A changed address clears all of it but the rate limit and the quiet hours.
  private func begin() async throws(CancellationError) {
    let (outbox, address, wall) = (outbox, address, wall())
    let isForPeople = sink.traits.audience == .people
    state.withLock { $0.order = waiter.position.order }
    let makesDigests = isForPeople && !sink.traits.isScoreboard
    let isAnother = try await persist {
      try await outbox.adopt(address, isForPeople: isForPeople, makesDigests: makesDigests, at: wall)
    }
    if isAnother, let host {
      await hosts.endPause(of: host)
      outbox.log.orders.advance()
    }
    if let pause = try await persist({ try await outbox.pause() }) {
      await limiter.pause(until: pause.until)
      state.withLock { $0.storedPause = pause.until }
    }
    if limiter.isLimited { await limiter.resume(try await persist { try await outbox.lastSent() }) }
    if let quiet = try await persist({ try await outbox.quietHours() }) { state.withLock { $0.quiet.resume(quiet) } }
    if let failure = try await persist({ try await outbox.failure() }), failure.isFailing {
      state.withLock { $0.failure = failure }
      if !failure.hasWorked { await announceFailure(failure) }
    }
    guard let disabled = try await persist({ try await outbox.disabled() }) else { return }
    if disabled.address == address {
      _ = setDisabled(true)
      await announce(Announcement(reason: disabled.reason, isNew: false))
    } else {
      try await persist { try await outbox.enable(at: wall) }
    }
  }

  /// Sets whether the sink is disabled. Pass false for `onRecord` until the log holds the disabled state, so that
  /// `isDisabled()` does not take a missing row for an operator's order to enable the sink.
  ///
  /// - Returns: whether the state changed.
  func setDisabled(_ isDisabled: Bool, onRecord: Bool = true) -> Bool {
    state.withLock { state in
      defer { (state.isDisabled, state.isOnRecord) = (isDisabled, onRecord) }
      return state.isDisabled != isDisabled
    }
  }

  /// Returns whether the sink is disabled. Reads the log, because an operator's order may have enabled the sink.
  private func isDisabled() async throws(CancellationError) -> Bool {
    let (isDisabled, isOnRecord) = state.withLock { ($0.isDisabled, $0.isOnRecord) }
    guard isDisabled, isOnRecord else { return isDisabled }
    let outbox = outbox
    if try await persist({ try await outbox.disabled() }) != nil { return true }
    if setDisabled(false) { await announce(Announcement(reason: nil)) }
    return false
  }

  /// Claims the free lane whose head has been due longest.
  private func claim() async throws(CancellationError) -> Claim {
    let (outbox, options, instant) = (outbox, options, now())
    let heads = try await persist { try await outbox.heads(lag: options.lag) }
    return state.withLock { state in
      let next = heads.first { !state.taken.contains($0.lane) }
      guard let head = next, head.due <= instant else { return .later(next?.due) }
      state.taken.insert(head.lane)
      state.isBehind = instant - head.due > Self.lateness
      return .head(head)
    }
  }

  private func release(_ lane: String) { state.withLock { _ = $0.taken.remove(lane) } }

  /// Returns the next message of a lane, composed and stored if need be; nil when there is nothing to send.
  private func message(of head: NextInLane) async throws(CancellationError) -> StoredMessage? {
    let (outbox, instant, wall) = (outbox, now(), wall())
    let composer = Composer(sink: sink, outbox: outbox, options: options, quiet: state.withLock { $0.quiet })
    if let number = head.message {
      let stored = try await persist { try await outbox.message(number, dueBy: instant) }
      guard let stored, head.lane == Outbox.noticeLane else { return stored }
      return try await notice(stored)
    }
    guard let step = try await persist({ try await composer.next(in: head.lane, at: instant) }) else { return nil }
    switch step {
    case .store(let draft):
      let number = try await persist { try await outbox.store(draft, at: wall) }.number
      return try await persist { try await outbox.message(number, dueBy: instant) }
    case .send(let message): return message
    case .deadLetter(let draft, let reason):
      try await persist { try await outbox.deadLetter(draft, because: reason.text, at: wall) }
      report { $0.deadLettered(draft, facts: draft.sequences.count, because: reason, at: instant) }
    case .skip(let sequences, let reason):
      try await persist { try await outbox.skip(sequences, because: reason, at: wall) }
    }
    return nil
  }

  /// Puts a notice, which is stored as plain text, into the sink's own form.
  private func notice(_ stored: StoredMessage) async throws(CancellationError) -> StoredMessage? {
    var composed = stored
    do {
      composed.message = try sink.compose(.notice(String(decoding: stored.message.body, as: UTF8.self)))
      return composed
    } catch {
      try await deadLetter(stored, because: Answer.Reason(cause: .fault(error.code), text: "\(error)"))
      return nil
    }
  }
}
