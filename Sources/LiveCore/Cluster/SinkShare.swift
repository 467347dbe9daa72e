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
    /// The newest marks of this node, by sink: what it has published, and how far it has looked.
    var published: [String: Published] = [:]
    /// The newest revision that was read, and the connection in which it was.
    var revision: UInt64 = 0
    var connection: Int?
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
  private let state = Locked(State())

  /// The time between two looks, and before another attempt.
  private static var pause: Duration { .seconds(1) }
  /// How often a node that takes over looks for events that only the last node had, before it goes on without them.
  private static var patience: Int { 30 }
  /// The number of the newest events whose games are looked at first: those of some evenings.
  private static var firstLook: Int { 20_000 }

  init(
    _ share: LeaseShare<C>, _ store: any KeyedStore, log: EventLog, clock: C, now: @escaping @Sendable () -> Timestamp,
    health: ClusterHealth, logger: Logger
  ) {
    (self.share, self.store, self.log, self.clock, self.now) = (share, store, log, clock, now)
    (self.health, self.logger) = (health, logger)
  }

  /// The sinks that are served here, in alphabetical order.
  var sinks: [String] { state.withLock { $0.serving.sorted() } }

  func begin(_ sink: String) async throws(CancellationError) {
    var looks = 0
    while true {
      do {
        _ = try await share.own(.sink(sink))
        try await look()
        let isReady = looks >= Self.patience || !state.withLock { $0.unknown.keys.contains { $0.sink == sink } }
        if isReady, share.epoch(of: .sink(sink)) != nil { break }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        health.failed(.progress, because: Self.fault(of: error))
      }
      looks += 1
      guard (try? await clock.sleep(for: Self.pause)) != nil else {
        share.leave(.sink(sink))
        throw CancellationError()
      }
    }
    state.withLock { _ = $0.serving.insert(sink) }
    logger.info("sink served here", metadata: [LogKey.sink: "\(sink)"])
  }

  func lost(_ sink: String) async { await share.lost(.sink(sink)) }

  func end(_ sink: String) async {
    // Others read the marks after they have won the lease. Without them they repeat the newest messages.
    if share.epoch(of: .sink(sink)) != nil { try? await publish(sink) }
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
      } catch {
        let fault = Self.fault(of: error)
        health.failed(.progress, because: fault)
        outage.failed(fault, retryIn: Self.pause, at: now(), logger)
      }
      try? await clock.sleep(for: Self.pause)
    }
  }

  /// Publishes how far a sink is with the games in which something has changed.
  private func publish(_ sink: String) async throws {
    let last = state.withLock { $0.published[sink] } ?? Published(newest: max(0, log.tail.newest - Self.firstLook))
    let progress = try await log.progress(of: sink, in: last.waiting, after: last.newest)
    var next = Published(waiting: progress.waiting, newest: progress.newest)
    for mark in progress.marks {
      if last.marks[mark.lane] != mark.event { try await put(mark.event, to: Self.key(of: mark.lane)) }
      next.marks[mark.lane] = mark.event
    }
    let published = next
    state.withLock { $0.published[sink] = published }
  }

  /// Reads how far other nodes' sinks are. In a new connection everything is read again, because the server may have less.
  private func look() async throws {
    let connection = store.connection
    if state.withLock({ $0.connection != connection }) {
      try await prepare()
      state.withLock { ($0.connection, $0.revision) = (connection, 0) }
    }
    let revision = state.withLock { $0.revision }
    let entries = try await asking { () throws(StreamFault) in try await store.entries(after: revision) }
    let marks = state.withLock { state in
      for entry in entries {
        state.revision = max(state.revision, entry.revision)
        if let lane = Self.lane(of: entry.key), !state.serving.contains(lane.sink) { state.unknown[lane] = entry.value }
      }
      return state.unknown.map { SinkMark(lane: $0.key, event: $0.value) }
    }
    guard !marks.isEmpty else { return }
    let left = try await log.settle(marks, at: now())
    state.withLock { state in
      for mark in marks where !left.contains(mark) && state.unknown[mark.lane] == mark.event {
        state.unknown[mark.lane] = nil
      }
    }
  }

  /// Prepares the server, and learns the id of the cluster, which the first node has made up.
  private func prepare() async throws {
    try await asking { () throws(StreamFault) in
      try await store.prepare()
      _ = try await store.write(LogID.random().rawValue, to: Self.idKey, over: nil)
    }
    let entries = try await asking { () throws(StreamFault) in try await store.entries(after: 0) }
    if let id = entries.first(where: { $0.key == Self.idKey }) { log.join(LogID(rawValue: id.value)) }
  }

  private func put(_ value: String, to key: String) async throws {
    try await asking { () throws(StreamFault) in try await store.put(value, to: key) }
  }

  private func asking<Value: Sendable>(_ ask: () async throws(StreamFault) -> Value) async throws -> Value {
    do throws(StreamFault) {
      return try await ask()
    } catch {
      throw error.fault
    }
  }

  private static func fault(of error: any Error) -> Fault { (error as? Fault) ?? Fault(eventLog: error) }

  /// The key of the cluster's id. No sink's mark has it, because those have dots.
  private static var idKey: String { "cluster" }

  /// `phones.mlb.747175`, or `phones.mlb.747175.2026-07-10`.
  private static func key(of lane: SinkLane) -> String {
    "\(lane.sink).\(lane.game.split(separator: "/").joined(separator: "."))"
  }

  private static func lane(of key: String) -> SinkLane? {
    let parts = key.split(separator: ".", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count), let game = GameID(parts.dropFirst().joined(separator: "/")) else { return nil }
    return SinkLane(sink: String(parts[0]), game: "\(game)")
  }
}

/// Shares the progress of the sinks until the daemon stops.
struct SinkShareService<C: Clock<Duration>>: Service where C: Sendable {
  let sinks: SinkShare<C>

  func run() async throws { await cancelWhenGracefulShutdown { await sinks.run() } }
}
