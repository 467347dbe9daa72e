internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// The sinks that this node serves, of those that several nodes have: a lease for each sink, and how far each is with each
/// game. A node that takes over a sink goes on where the last one said that it was, so that only what was sent in the last
/// moments before a crash is sent again.
///
/// Bound: one mark for each sink and game of the stream.
final class SinkShare<C: Clock<Duration>>: SinkTurns where C: Sendable {
  private struct State {
    /// The sinks that are served here.
    var serving: Set<String> = []
    /// Marks of other nodes whose events this log does not have yet.
    var unknown: [SinkLane: String] = [:]
    /// The sinks that have a mark.
    var known: Set<String> = []
    /// The newest marks of this node, by sink: what it has published, and how far it has looked.
    var published: [String: Published] = [:]
    /// The newest revision that was read, and the connection in which it was.
    var revision: UInt64 = 0
    var connection: Int?
    /// When the server was prepared last.
    var prepared = Timestamp(milliseconds: 0)
  }

  private struct Published {
    var marks: [SinkLane: String] = [:]
    var waiting: Set<String> = []
    var newest = 0
  }

  private let share: LeaseShare<C>
  private let store: any KeyedStore
  private let log: EventLog
  private let clock: C
  private let now: @Sendable () -> Timestamp
  private let health: ClusterHealth
  private let logger: Logger
  private let untilCopied: @Sendable () async throws(CancellationError) -> Void
  private let state = Locked(State())

  /// The time between two looks, and before another attempt.
  private static var pause: Duration { .seconds(1) }
  /// Shares sinks by `share` and `store`. `untilCopied` waits until the log has all that the stream has.
  init(
    _ share: LeaseShare<C>, _ store: any KeyedStore, log: EventLog, clock: C, now: @escaping @Sendable () -> Timestamp,
    health: ClusterHealth, logger: Logger, untilCopied: @escaping @Sendable () async throws(CancellationError) -> Void
  ) {
    (self.share, self.store, self.log, self.clock, self.now) = (share, store, log, clock, now)
    (self.health, self.logger, self.untilCopied) = (health, logger, untilCopied)
  }

  /// The sinks that are served here, in alphabetical order.
  var sinks: [String] { state.withLock { $0.serving.sorted() } }

  func begin(_ sink: String) async throws(CancellationError) {
    while true {
      do {
        // A node that cannot copy the stream leaves the sink to others.
        try await untilCopied()
        _ = try await share.own(.sink(sink))
        if try await knowsMarks(of: sink), serves(sink) { break }
      } catch  where !Task.isCancelled {
        health.failed(.progress, because: Fault(eventLog: error))
      } catch {}
      guard (try? await clock.sleep(for: Self.pause)) != nil else {
        share.leave(.sink(sink))
        throw CancellationError()
      }
    }
    state.withLock { state in
      state.serving.insert(sink)
      // The stream no longer has the events of the marks that are left.
      state.unknown = state.unknown.filter { $0.key.sink != sink }
    }
    logger.info("sink served here", metadata: [LogKey.sink: "\(sink)"])
  }

  /// Learns how far the last node was with a sink. A sink that no node has served begins with what is new to this node.
  ///
  /// - Returns: false if the log does not have yet what the stream had before this node.
  private func knowsMarks(of sink: String) async throws -> Bool {
    try await look()
    // A mark may be of an event that is not copied yet.
    try await untilCopied()
    try await settleUnknown()
    guard !state.withLock({ $0.known.contains(sink) }) else { return true }
    guard let past = try await log.streamPast(), past.through != nil else { return false }
    try await log.skip(past, at: sink, at: now())
    // From now on the sink is one that a node has served.
    try await publish(sink)
    return true
  }

  func serves(_ sink: String) -> Bool { share.epoch(of: .sink(sink)) != nil }

  func lost(_ sink: String) async { await share.lost(.sink(sink)) }

  func end(_ sink: String) async {
    // The lease is given back after this. The next node reads the marks when it has won it.
    try? await publish(sink)
    state.withLock { state in
      state.serving.remove(sink)
      state.published[sink] = nil
      // The marks of the next node may have been read already, and were not taken.
      state.revision = 0
    }
    await share.giveBack(.sink(sink))
    logger.info("sink no longer served here", metadata: [LogKey.sink: "\(sink)"])
  }

  /// Tells the others how far the sinks here are, and learns how far theirs are, until cancelled.
  func run() async {
    var outage = PollFailureLog()
    while !Task.isCancelled {
      do {
        for sink in sinks { try await publish(sink) }
        try await look()
        health.worked(.progress)
        outage.recovered(logger)
      } catch  where Task.isCancelled {
        return
      } catch {
        let fault = Fault(eventLog: error)
        health.failed(.progress, because: fault)
        outage.failed(fault, retryIn: Self.pause, at: now(), logger)
      }
      try? await clock.sleep(for: Self.pause)
    }
  }

  /// Publishes how far a sink is with the games in which something has changed. Ends when another node has the sink, whose
  /// marks are newer.
  private func publish(_ sink: String) async throws {
    let last = if let last = state.withLock({ $0.published[sink] }) { last } else { try await begun(sink) }
    let progress = try await log.progress(of: sink, in: last.waiting, after: last.newest)
    var next = Published(waiting: progress.waiting, newest: progress.newest)
    for mark in progress.marks {
      guard serves(sink) else { return }
      if last.marks[mark.lane] != mark.event { try await store.put(mark.event, to: Self.key(of: mark.lane)) }
      next.marks[mark.lane] = mark.event
    }
    let published = next
    state.withLock { $0.published[sink] = published }
  }

  /// Tells the others up to where nothing waits for a sink, in any game.
  private func begun(_ sink: String) async throws -> Published {
    let settled = try await log.settled(of: sink)
    if let event = settled.event, serves(sink) {
      try await store.put(event, to: Self.key(of: SinkLane(sink: sink, game: SinkLane.allGames)))
    }
    return Published(newest: settled.sequence)
  }

  /// Reads how far other nodes' sinks are. In a new connection everything is read again, because the server may have less.
  private func look() async throws {
    let connection = store.connection
    let time = now()
    if state.withLock({ $0.connection != connection }) {
      try await prepare()
      state.withLock { ($0.connection, $0.revision, $0.prepared) = (connection, 0, time) }
    } else if state.withLock({ time - $0.prepared >= LeaseBook.renewal }) {
      try await prepare()
      state.withLock { $0.prepared = time }
    }
    let revision = state.withLock { $0.revision }
    let entries = try await store.entries(after: revision)
    state.withLock { state in
      for entry in entries {
        state.revision = max(state.revision, entry.revision)
        guard let lane = Self.lane(of: entry.key) else { continue }
        state.known.insert(lane.sink)
        if !state.serving.contains(lane.sink) { state.unknown[lane] = entry.value }
      }
    }
    try await settleUnknown()
  }

  /// Takes what other nodes have delivered for delivered, as far as the log has it.
  private func settleUnknown() async throws {
    let marks = state.withLock { $0.unknown.map { SinkMark(lane: $0.key, event: $0.value) } }
    guard !marks.isEmpty else { return }
    let left = try await log.settle(marks, at: now())
    state.withLock { state in
      for mark in marks where !left.contains(mark) && state.unknown[mark.lane] == mark.event {
        state.unknown[mark.lane] = nil
      }
    }
  }

  /// Prepares the server, and learns the id of the cluster, which the first node has made up. Writes the id again, because
  /// the store forgets old entries.
  private func prepare() async throws {
    try await store.prepare()
    _ = try await store.write(LogID.random().rawValue, to: Self.idKey, over: nil)
    let entries = try await store.entries(after: 0)
    guard let id = entries.first(where: { $0.key == Self.idKey }) else { return }
    _ = try await store.write(id.value, to: Self.idKey, over: id.revision)
    log.join(LogID(rawValue: id.value))
  }

  /// The key of the cluster's id. No sink's mark has it, because those have dots.
  private static var idKey: String { "cluster" }
  private static var allGames: String { "all" }

  /// `phones.mlb.747175`, `phones.mlb.747175.2026-07-10` or `phones.all`.
  private static func key(of lane: SinkLane) -> String {
    let game = lane.game == SinkLane.allGames ? allGames : lane.game.split(separator: "/").joined(separator: ".")
    return "\(lane.sink).\(game)"
  }

  private static func lane(of key: String) -> SinkLane? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 2, parts[1] == allGames { return SinkLane(sink: String(parts[0]), game: SinkLane.allGames) }
    guard (3...4).contains(parts.count), let game = GameID(parts.dropFirst().joined(separator: "/")) else { return nil }
    return SinkLane(sink: String(parts[0]), game: "\(game)")
  }
}

/// Shares the progress of the sinks until the daemon stops.
struct SinkShareService<C: Clock<Duration>>: Service where C: Sendable {
  let sinks: SinkShare<C>

  func run() async throws { await cancelWhenGracefulShutdown { await sinks.run() } }
}
