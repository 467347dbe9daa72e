internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// The games that this node polls: its leases, which it renews, wins and gives back in rounds.
///
/// Bound: the games that pollers want, and the entries of `LeaseBook`.
final class GameShare<C: Clock<Duration>>: Sendable where C: Sendable {
  private struct State {
    var book: LeaseBook
    /// The games that have a poller here.
    var wanted: Set<GameID> = []
    /// Leases that are to be given back, with the epoch that the next holder must exceed.
    var unwilling: [GameID: Int] = [:]
    /// The connection that the book was read in.
    var connection: Int?

    func epoch(of game: GameID, at now: Timestamp) -> Int? {
      unwilling[game] == nil ? book.epoch(of: game, at: now) : nil
    }
  }

  let session: ClusterSession
  private let bucket: any LeaseBucket
  private let clock: C
  /// A clock that goes on while the machine sleeps: a node that slept must know that its leases are old.
  private let now: @Sendable () -> Timestamp
  private let health: ClusterHealth
  private let logger: Logger
  private let state: Locked<State>
  /// Rises with each round.
  private let rounds = Watermark()

  init(
    _ bucket: any LeaseBucket, session: ClusterSession, ttl: Duration, clock: C,
    now: @escaping @Sendable () -> Timestamp, health: ClusterHealth = ClusterHealth(), logger: Logger
  ) {
    (self.bucket, self.session, self.clock, self.now) = (bucket, session, clock, now)
    (self.health, self.logger) = (health, logger)
    state = Locked(State(book: LeaseBook(session: session, ttl: ttl)))
  }

  /// Says that a poller here wants a game.
  func want(_ game: GameID) { state.withLock { _ = $0.wanted.insert(game) } }

  /// Waits until this node has the lease of a game.
  ///
  /// - Returns: false if another node has taken the game to its end meanwhile.
  func own(_ game: GameID) async throws -> Bool {
    let wasOver = state.withLock { state in
      state.wanted.insert(game)
      return state.book.isOver(game)
    }
    while true {
      let round = rounds.value
      let (epoch, isOver) = state.withLock { ($0.epoch(of: game, at: now()), $0.book.isOver(game)) }
      if epoch != nil { return true }
      // A game that was over before is wanted because its schedule says that it goes on.
      if isOver, !wasOver {
        leave(game)
        return false
      }
      guard await rounds.past(round) != nil else {
        leave(game)
        throw CancellationError()
      }
    }
  }

  /// Returns the epoch of this node's lease of a game; nil if it has none that it may rely on.
  func epoch(of game: GameID) -> Int? { state.withLock { $0.epoch(of: game, at: now()) } }

  /// Gives back the lease of a game in the next round. Its poller has ended.
  func leave(_ game: GameID) { state.withLock { _ = $0.wanted.remove(game) } }

  /// Gives back the lease of a game whose messages show a later holder.
  func yield(_ game: GameID, to epoch: Int) { state.withLock { $0.unwilling[game] = epoch } }

  /// Says that a game is over, and gives back its lease. If that fails, the lease is given back in the next round.
  func end(_ game: GameID) async {
    let order = state.withLock { state in
      state.wanted.remove(game)
      return state.book.ending(game)
    }
    if let order { _ = try? await write(order) }
  }

  /// The number of nodes that poll games, this one included.
  var watchers: Int { state.withLock { $0.book.liveWatchers(at: now()) } }

  /// The games whose leases this node has.
  var games: Int { state.withLock { state in state.wanted.count { state.epoch(of: $0, at: now()) != nil } } }

  /// Runs rounds until cancelled. Then it gives back all leases.
  func run() async {
    var outage = PollFailureLog()
    let beat = state.withLock { $0.book.beat }
    while !Task.isCancelled {
      do throws(StreamFault) {
        try await round()
        health.worked(.leases)
        outage.recovered(logger)
      } catch {
        health.failed(.leases, because: error.fault)
        outage.failed(error.fault, retryIn: beat, at: now(), logger)
      }
      rounds.raise { $0 + 1 }
      try? await clock.sleep(for: beat)
    }
  }

  /// Gives back all leases, so that other nodes need not wait until they expire.
  func giveBackAll() async {
    state.withLock { $0.wanted = [] }
    try? await orders()
  }

  /// One round: the heartbeat, a look at all leases, and what follows from it.
  func round() async throws(StreamFault) {
    try await look()
    let sent = now()
    try await bucket.put("\(session)", to: .watcher(session.node))
    state.withLock { $0.book.beaten(at: sent) }
    try await orders()
  }

  /// Reads what has changed. In a new connection everything is read again, because the server may have less.
  private func look() async throws(StreamFault) {
    let connection = bucket.connection
    if state.withLock({ $0.connection != connection }) {
      try await bucket.prepare()
      state.withLock { $0.book.forget() }
    }
    let revision = state.withLock { $0.book.revision }
    let entries = try await bucket.entries(after: revision)
    state.withLock { state in
      state.connection = connection
      for entry in entries { state.book.observe(entry, at: now()) }
    }
  }

  private func orders() async throws(StreamFault) {
    let orders = state.withLock { state in
      let orders = state.book.orders(wanting: Array(state.wanted), yielding: state.unwilling, at: now())
      state.unwilling = [:]
      return orders
    }
    for order in orders { _ = try await write(order) }
    if !orders.isEmpty { try await look() }
  }

  private func write(_ order: LeaseBook.Order) async throws(StreamFault) -> Bool {
    try await bucket.write(order.lease.text, to: .game(order.game), over: order.former)
  }
}
