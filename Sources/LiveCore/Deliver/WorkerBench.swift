internal import Logging
internal import ServiceLifecycle

/// State that the tasks of one sink's worker share: the outbox, claimed lanes, the rate limiter and the report.
struct WorkerBench<C: Clock<Duration>>: Sendable {
  typealias Announce = @Sendable (Announcement) async -> Void

  /// That the sink is disabled, or works again.
  struct Announcement: Equatable, Sendable {
    /// Nil when it works.
    var reason: String?
    /// It was not so before the daemon's start.
    var isNew = true
  }

  /// The work that a task finds in lanes that no other task has claimed.
  enum Claim: Equatable, Sendable {
    case head(NextInLane)
    /// Nothing is due before; nil when nothing waits.
    case later(Timestamp?)
  }

  let waiting: LogWaiter<C>
  /// The time of the outbox.
  let now: @Sendable () -> Timestamp
  /// The wall clock: what is stamped on a message, told to people, or asked of the calendar.
  let wall: @Sendable () -> Timestamp
  let outbox: Outbox
  private let post: ConfiguredSink
  let hosts: HostRateLimiter<C>
  let pace: SinkRateLimiter
  let announce: Announce
  private let attempts: InFlightDeadlines
  private let state: Locked<State>

  private struct State {
    /// Lanes that a hand works on.
    var taken: Set<String> = []
    var isDisabled = false
    /// False while that the sink is disabled is still being written down.
    var isOnRecord = true
    var quiet: QuietRecord
    var report: DeliveryReport
    /// The last of the operator's orders that was heeded.
    var order = 0
  }

  /// It waits by `clock`, which `now` goes with; without a `wall` clock, that shows the same as `now`.
  init(
    _ post: ConfiguredSink, log: EventLog, hosts: HostRateLimiter<C>, clock: C,
    now: @escaping @Sendable () -> Timestamp,
    wall: (@Sendable () -> Timestamp)? = nil, attempts: InFlightDeadlines = InFlightDeadlines(), logger: Logger,
    meters: Meters = Meters(), announce: @escaping Announce
  ) {
    (self.post, self.hosts, self.announce, self.attempts) = (post, hosts, announce, attempts)
    (self.now, self.wall) = (now, wall ?? now)
    outbox = Outbox(log: log, sink: post.sink.name)
    waiting = LogWaiter(log: log, clock: clock)
    pace = SinkRateLimiter(spacing: post.sink.traits.spacing, maxPerMinute: post.options.maxPerMinute)
    state = Locked(
      State(
        quiet: QuietRecord(post.options.quiet), report: DeliveryReport(logger, sink: post.sink.name, meters: meters)))
  }

  var sink: any Sink { post.sink }
  var options: DeliveryOptions { post.options }
  /// A digest of where the sink sends to.
  var address: String { post.address }
  /// Of a service that counts the requests of all sinks together.
  var host: String? { post.host }

  /// Makes one attempt. Some sinks ask twice, each time within their limit.
  func send(_ message: Message) async -> Answer {
    await attempts.doing(within: post.settings.timeout * 2 + .seconds(60)) { await sink.send(message, at: wall()) }
  }

  /// Whether it was otherwise before. Until it is `onRecord`, no order has ended it.
  func beDisabled(_ isDisabled: Bool, onRecord: Bool = true) -> Bool {
    state.withLock { state in
      defer { (state.isDisabled, state.isOnRecord) = (isDisabled, onRecord) }
      return state.isDisabled != isDisabled
    }
  }

  func report(_ tell: (inout DeliveryReport) -> Void) { state.withLock { tell(&$0.report) } }

  var goesOn: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully }

  /// Restores the sink's state from the log: the receiver's silence, what was sent in the last minute, quiet hours, and
  /// whether the sink is disabled. A changed address clears all of it but the pace and the quiet hours.
  func begin() async throws(CancellationError) {
    let (outbox, address, wall) = (outbox, address, wall())
    let isForPeople = sink.traits.audience == .people
    state.withLock { $0.order = waiting.position.order }
    let makesDigests = isForPeople && !sink.traits.isScoreboard
    let isAnother = try await persist {
      try await outbox.adopt(address, isForPeople: isForPeople, makesDigests: makesDigests, at: wall)
    }
    if isAnother, let host {
      await hosts.endPause(of: host)
      outbox.log.orders.advance()
    }
    if let pause = try await persist({ try await outbox.pause() }) { await pace.pause(until: pause.until) }
    if pace.isLimited { await pace.resume(try await persist { try await outbox.lastSent() }) }
    if let quiet = try await persist({ try await outbox.quietHours() }) { state.withLock { $0.quiet.resume(quiet) } }
    guard let disabled = try await persist({ try await outbox.disabled() }) else { return }
    if disabled.address == address {
      _ = beDisabled(true)
      await announce(Announcement(reason: disabled.reason, isNew: false))
    } else {
      try await persist { try await outbox.enable() }
    }
  }

  /// Asks the outbox, for an order may have ended it.
  func isDisabled() async throws(CancellationError) -> Bool {
    let (isDisabled, isOnRecord) = state.withLock { ($0.isDisabled, $0.isOnRecord) }
    guard isDisabled, isOnRecord else { return isDisabled }
    let outbox = outbox
    if try await persist({ try await outbox.disabled() }) != nil { return true }
    if beDisabled(false) { await announce(Announcement(reason: nil)) }
    return false
  }

  /// Takes the lane whose head is due longest and which no other hand has.
  func claim() async throws(CancellationError) -> Claim {
    let (outbox, options, instant) = (outbox, options, now())
    let heads = try await persist { try await outbox.heads(lag: options.lag) }
    return state.withLock { state in
      let next = heads.first { !state.taken.contains($0.lane) }
      guard let head = next, head.due <= instant else { return .later(next?.due) }
      state.taken.insert(head.lane)
      return .head(head)
    }
  }

  func release(_ lane: String) { state.withLock { _ = $0.taken.remove(lane) } }

  /// The message that waits in a lane, composed and stored if need be; nil when there is nothing to send.
  func message(of head: NextInLane) async throws(CancellationError) -> StoredMessage? {
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
    case .skip(let sequences): try await persist { try await outbox.skip(sequences) }
    }
    return nil
  }

  /// Composes a stored notice. Only its text is stored; the sink's form is added when it is sent.
  private func notice(_ stored: StoredMessage) async throws(CancellationError) -> StoredMessage? {
    var message = stored
    do {
      message.body = try sink.compose(.notice(String(decoding: stored.body, as: UTF8.self))).body
      return message
    } catch {
      try await deadLetter(stored, because: Answer.Reason(cause: .fault(error.code), text: "\(error)"))
      return nil
    }
  }

  /// Waits until there is room for a message, and for this sink's turn at its host. An order may end a silence.
  func waitForTurn() async throws(CancellationError) {
    while goesOn {
      let (seen, start) = (waiting.position, waiting.clock.now)
      try await heedOrders()
      guard let next = await pace.room(at: now()) else { break }
      let wait = max(next - now(), .milliseconds(10))
      try await waiting.untilOrdered(past: seen, orUntil: start.advanced(by: wait))
    }
    guard let host else { return }
    while goesOn {
      let seen = waiting.position
      try await heedOrders()
      if try await waiting.unlessOrdered(past: seen, { try await hosts.turn(at: host) }) { return }
    }
  }

  /// After an order the receiver's silence is over unless it is still on record; so is that of the host, which another
  /// sink may have been asked for.
  private func heedOrders() async throws(CancellationError) {
    let order = waiting.position.order
    guard state.withLock({ $0.order != order }) else { return }
    let (outbox, silent) = (outbox, await pace.pause)
    let known = try await persist { try await outbox.pause() }
    if known.map({ $0.until <= now() }) ?? true {
      if let silent { await pace.endPause(silent) }
      if let host { await hosts.endPause(of: host) }
    }
    state.withLock { $0.order = order }
  }

  /// Counts a message that is about to be sent; false when there is no room for it now. The operator's limit of a
  /// minute holds over a restart: what is sent is on record first.
  func takeRoom() async throws(CancellationError) -> Bool {
    guard await pace.take(at: now()) else { return false }
    guard pace.isLimited else { return true }
    let (outbox, sent) = (outbox, await pace.lastSent)
    try await persist { try await outbox.setLastSent(sent) }
    return true
  }

  /// Nothing is sent in quiet hours: true after having waited for their end, or for an order.
  func waitForQuietEnd() async throws(CancellationError) -> Bool {
    let (seen, start) = (waiting.position, waiting.clock.now)
    guard let span = lookForQuiet() else { return false }
    if let quiet = state.withLock({ $0.quiet.unsaved() }) {
      let outbox = outbox
      try await persist { try await outbox.setQuietHours(quiet) }
    }
    try await waiting.untilOrdered(past: seen, orUntil: start.advanced(by: min(span, Self.patience)))
    return true
  }

  /// The wall clock may be set while it is quiet, and goes on while the machine sleeps: it is looked at again.
  private static var patience: Duration { .seconds(60) }

  /// Whether nothing may be sent now.
  var isQuiet: Bool { lookForQuiet() != nil }

  private func lookForQuiet() -> Duration? {
    let (now, wall) = (now(), wall())
    return state.withLock { $0.quiet.look(at: now, wall: wall) }
  }

  /// When the quiet hours end in which an instant of the outbox lies; nil when it lies in none.
  func quietEnd(at instant: Timestamp) -> Timestamp? { state.withLock { $0.quiet }.end(at: instant) }

  /// Lets what became due in quiet hours be told to people in a digest.
  ///
  /// - Returns: whether a lane's head was such and facts were gathered, so that the heads are others now.
  func gather(_ head: NextInLane) async throws(CancellationError) -> Bool {
    guard sink.traits.audience == .people, !sink.traits.isScoreboard, head.message == nil,
      head.lane != Outbox.quietLane, let end = quietEnd(at: head.due)
    else { return false }
    let (outbox, options) = (outbox, options)
    return try await persist { try await outbox.gather(dueBy: end - options.lag) }
  }

  /// A deadline in quiet hours leaves the usual time after them.
  func isExpired(_ message: StoredMessage) -> Bool {
    let deadline =
      quietEnd(at: message.deadline).map { $0 + min(options.expires, Retry.finalExpiry) } ?? message.deadline
    return now() >= deadline
  }
}
