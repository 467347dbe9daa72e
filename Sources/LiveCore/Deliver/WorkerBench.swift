internal import Logging
internal import ServiceLifecycle

/// What the hands of one worker share: the outbox, whose lanes are taken, the pace, and what the operator is told.
struct WorkerBench<C: Clock<Duration>>: Sendable {
  typealias Announce = @Sendable (Announcement) async -> Void

  /// That the sink is disabled, or works again.
  struct Announcement: Equatable, Sendable {
    /// Nil when it works.
    var reason: String?
    /// It was not so before the daemon's start.
    var isNew = true
  }

  /// What a hand finds to do in the lanes that no other has.
  enum Claim: Equatable, Sendable {
    case head(LaneHead)
    /// Nothing is due before; nil when nothing waits.
    case later(Timestamp?)
  }

  let waiting: LogWait<C>
  let now: @Sendable () -> Timestamp
  let outbox: Outbox
  private let composer: Composer
  private let post: SinkPost
  let hosts: HostLimiter<C>
  let pace: SinkPace
  let announce: Announce
  private let attempts: WorkInHand
  private let state: Guarded<State>

  private struct State {
    /// Lanes that a hand works on.
    var taken: Set<String> = []
    var isDisabled = false
    var report: DeliveryReport
  }

  /// It waits by `clock`; `now` is the wall time that the outbox reckons in.
  init(
    _ post: SinkPost, log: EventLog, hosts: HostLimiter<C>, clock: C, now: @escaping @Sendable () -> Timestamp,
    attempts: WorkInHand = WorkInHand(), logger: Logger, meters: Meters = Meters(), announce: @escaping Announce
  ) {
    (self.post, self.hosts, self.now, self.announce, self.attempts) = (post, hosts, now, announce, attempts)
    outbox = Outbox(log: log, sink: post.sink.name)
    composer = Composer(sink: post.sink, outbox: outbox, terms: post.terms)
    waiting = LogWait(log: log, clock: clock)
    pace = SinkPace(spacing: post.sink.traits.spacing, maxPerMinute: post.terms.maxPerMinute)
    state = Guarded(State(report: DeliveryReport(logger, sink: post.sink.name, meters: meters)))
  }

  var sink: any Sink { post.sink }
  var terms: DeliveryTerms { post.terms }
  /// A digest of where the sink sends to.
  var address: String { post.address }
  /// Of a service that counts the requests of all sinks together.
  var host: String? { post.host }

  /// Makes one attempt. Some sinks ask twice, each time within their limit.
  func send(_ message: Message) async -> Answer {
    await attempts.doing(within: post.settings.timeout * 2 + .seconds(60)) { await sink.send(message, at: now()) }
  }

  /// Whether it was otherwise before.
  func beDisabled(_ isDisabled: Bool) -> Bool {
    state.withLock { state in
      defer { state.isDisabled = isDisabled }
      return state.isDisabled != isDisabled
    }
  }

  func report(_ tell: (inout DeliveryReport) -> Void) { state.withLock { tell(&$0.report) } }

  var goesOn: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully }

  /// Takes up what is on record: the silence that the receiver asked for, and that it takes no more, unless that was
  /// another receiver.
  func begin() async throws(CancellationError) {
    let (outbox, address) = (outbox, address)
    if let silent = try await persist({ try await outbox.silence() }) { await pace.beSilent(until: silent) }
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
    guard state.withLock({ $0.isDisabled }) else { return false }
    let outbox = outbox
    if try await persist({ try await outbox.disabled() }) != nil { return true }
    if beDisabled(false) { await announce(Announcement(reason: nil)) }
    return false
  }

  /// Takes the lane whose head is due longest and which no other hand has.
  func claim() async throws(CancellationError) -> Claim {
    let (outbox, terms, instant) = (outbox, terms, now())
    let heads = try await persist { try await outbox.heads(lag: terms.lag) }
    return state.withLock { state in
      let next = heads.first { !state.taken.contains($0.lane) }
      guard let head = next, head.due <= instant else { return .later(next?.due) }
      state.taken.insert(head.lane)
      return .head(head)
    }
  }

  func release(_ lane: String) { state.withLock { _ = $0.taken.remove(lane) } }

  /// The message that waits in a lane, composed and stored if need be; nil when there is nothing to send.
  func message(of head: LaneHead) async throws(CancellationError) -> StoredMessage? {
    let (outbox, composer, instant) = (outbox, composer, now())
    if let number = head.message {
      return try await persist { try await outbox.message(number, dueBy: instant) }
    }
    guard let step = try await persist({ try await composer.next(in: head.lane, at: instant) }) else { return nil }
    switch step {
    case .store(let draft): return try await persist { try await outbox.store(draft, at: instant) }
    case .send(let message): return message
    case .bury(let draft, let reason):
      report { $0.buried(draft, because: reason, at: instant) }
      try await persist { try await outbox.bury(draft, because: reason.text, at: instant) }
    case .putAside(let sequences): try await persist { try await outbox.putAside(sequences) }
    }
    return nil
  }

  /// Waits until there is room for a message, and for this sink's turn at its host.
  func waitForTurn() async throws(CancellationError) {
    while goesOn, let next = await pace.room(at: now()) {
      try await waiting.pause(for: max(next - now(), .milliseconds(10)))
    }
    if let host, goesOn { try await waiting.interruptible { try await hosts.turn(at: host) } }
  }

  /// Nothing is sent in quiet hours: true after having waited for their end, or for an order.
  func waitForQuietEnd() async throws(CancellationError) -> Bool {
    let (seen, start, now) = (waiting.position, waiting.clock.now, now())
    guard let end = terms.quiet?.end(at: now) else { return false }
    try await waiting.untilOrdered(past: seen, orUntil: start.advanced(by: end - now))
    return true
  }

  /// What became due in quiet hours is told to people in a digest: true when a lane's head was such, and is gathered.
  func gather(_ head: LaneHead) async throws(CancellationError) -> Bool {
    guard sink.traits.audience == .people, !sink.traits.isScoreboard, head.message == nil,
      head.lane != Outbox.quietLane, let end = terms.quiet?.end(at: head.due)
    else { return false }
    let (outbox, terms) = (outbox, terms)
    try await persist { try await outbox.gather(dueBy: end - terms.lag) }
    return true
  }

  /// A deadline in quiet hours leaves the usual time after them.
  func isExpired(_ message: StoredMessage) -> Bool {
    let deadline = terms.quiet?.end(at: message.deadline).map { $0 + terms.expires } ?? message.deadline
    return now() >= deadline
  }
}
