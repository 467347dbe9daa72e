internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// This node's share of the games, or of the sinks: its leases, which it renews, wins and gives back in rounds.
///
/// Bound: the items that are wanted here, and the entries of `LeaseBook`.
final class LeaseShare<C: Clock<Duration>>: Sendable where C: Sendable {
  private struct State {
    var book: LeaseBook
    /// The games that have a poller here, or the sinks that have a worker.
    var wanted: Set<LeaseItem> = []
    /// The wanted games that had been over, and go on.
    var resumed: Set<LeaseItem> = []
    /// Leases of games that are to be given back, with the epoch that the next holder must exceed.
    var yielded: [LeaseItem: Int] = [:]
    /// Sinks that other nodes are to have, as soon as no message to them is under way.
    var ending: Set<LeaseItem> = []
    /// The wanted items that other nodes were told, and when; nil before the first time in a connection.
    var told: (items: Set<LeaseItem>, at: Timestamp)?
    /// The connection that the book was read in.
    var connection: Int?

    /// The items that this node may take. A game that is over is not taken by a node that waited for it.
    var available: [LeaseItem] { wanted.filter { !book.isOver($0) || resumed.contains($0) } }

    mutating func leave(_ item: LeaseItem) {
      wanted.remove(item)
      resumed.remove(item)
      ending.remove(item)
    }

    func epoch(of item: LeaseItem, at now: Timestamp) -> Int? {
      yielded[item] == nil ? book.epoch(of: item, at: now) : nil
    }
  }

  let session: ClusterSession
  private let store: any KeyedStore
  private let clock: C
  /// A clock that goes on while the machine sleeps: a node that slept must know that its leases are old.
  private let now: @Sendable () -> Timestamp
  private let health: ClusterHealth
  private let logger: Logger
  private let state: Locked<State>
  /// Rises with each round.
  private let rounds = Watermark()

  init(
    _ role: Config.ClusterSettings.Role, _ store: any KeyedStore, session: ClusterSession, ttl: Duration, clock: C,
    now: @escaping @Sendable () -> Timestamp, health: ClusterHealth = ClusterHealth(), logger: Logger
  ) {
    (self.store, self.session, self.clock, self.now) = (store, session, clock, now)
    (self.health, self.logger) = (health, logger)
    state = Locked(State(book: LeaseBook(session: session, role: role, ttl: ttl)))
  }

  /// Says that an item is wanted here.
  func want(_ item: LeaseItem) { state.withLock { _ = $0.wanted.insert(item) } }

  /// Waits until this node has the lease of an item.
  ///
  /// - Returns: false if another node has taken the game to its end meanwhile.
  func own(_ item: LeaseItem) async throws -> Bool {
    let wasOver = state.withLock { state in
      state.wanted.insert(item)
      // Its schedule says that it goes on.
      if state.book.isOver(item) { state.resumed.insert(item) }
      return state.resumed.contains(item)
    }
    while true {
      let round = rounds.value
      let (epoch, isOver) = state.withLock { ($0.epoch(of: item, at: now()), $0.book.isOver(item)) }
      if epoch != nil { return true }
      if isOver, !wasOver {
        leave(item)
        return false
      }
      guard await rounds.past(round) != nil else {
        leave(item)
        throw CancellationError()
      }
    }
  }

  /// Waits until this node no longer has the lease of an item, or is to give it back, or the task is cancelled.
  func lost(_ item: LeaseItem) async {
    var round = rounds.value
    while epoch(of: item) != nil, !state.withLock({ $0.ending.contains(item) }) {
      guard let next = await rounds.past(round) else { return }
      round = next
    }
  }

  /// Returns the epoch of this node's lease; nil if it has none that it may rely on.
  func epoch(of item: LeaseItem) -> Int? { state.withLock { $0.epoch(of: item, at: now()) } }

  /// Gives back the lease of an item in the next round: it is no longer wanted here.
  func leave(_ item: LeaseItem) { state.withLock { $0.leave(item) } }

  /// Gives back the lease of a game whose messages show a later holder.
  func yield(_ item: LeaseItem, to epoch: Int) { state.withLock { $0.yielded[item] = epoch } }

  /// Gives back the lease of an item that is no longer wanted here, and says whether it is a game that is over. If that
  /// fails, the lease is given back in the next round.
  func giveBack(_ item: LeaseItem, isOver: Bool = false) async {
    let order = state.withLock { state in
      state.leave(item)
      return state.book.giving(back: item, isOver: isOver)
    }
    guard let order, (try? await write(order)) == true else { return }
    state.withLock { $0.book.wrote(order) }
  }

  /// The number of nodes with this role, this one included.
  var nodes: Int { state.withLock { $0.book.liveNodes(at: now()) } }

  /// The number by which this node divides the budget of requests.
  var budgetDivisor: Double { state.withLock { $0.book.budgetDivisor(at: now()) } }

  /// The number of tasks that wait for the next round.
  var waiting: Int { rounds.waiting }

  /// The items whose leases this node has.
  var items: [LeaseItem] { state.withLock { state in state.wanted.filter { state.epoch(of: $0, at: now()) != nil } } }

  /// Runs rounds until cancelled. Then it gives back all leases.
  func run() async {
    var outage = PollFailureLog()
    let beat = state.withLock { $0.book.beat }
    while !Task.isCancelled {
      do throws(Fault) {
        try await round()
        health.worked(.leases)
        outage.recovered(logger)
      } catch {
        if Task.isCancelled { return }
        // The next round prepares the server again, and reads everything.
        state.withLock { $0.connection = nil }
        health.failed(.leases, because: error)
        outage.failed(error, retryIn: beat, at: now(), logger)
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
  func round() async throws(Fault) {
    try await look()
    let sent = now()
    let heartbeat = state.withLock { LeaseKey.heartbeat($0.book.role, node: session.node) }
    try await store.put("\(session)", to: "\(heartbeat)")
    state.withLock { $0.book.beaten(at: sent) }
    try await tell()
    try await orders()
  }

  /// Tells other nodes what is wanted here, if they do not know it.
  private func tell() async throws(Fault) {
    let (time, wanted, isTold) = state.withLock { state in
      (now(), state.wanted, state.told.map { $0.items == state.wanted && now() - $0.at < LeaseBook.renewal } ?? false)
    }
    guard !isTold else { return }
    let key = state.withLock { LeaseKey.wants($0.book.role, node: session.node) }
    try await store.put(LeaseWants(session: session, items: wanted).text, to: "\(key)")
    state.withLock { $0.told = (wanted, time) }
  }

  /// Reads what has changed. In a new connection everything is read again, because the server may have less.
  func look() async throws(Fault) {
    let connection = store.connection
    let isNew = state.withLock { $0.connection != connection }
    if isNew { try await store.prepare() }
    let entries = try await store.entries(after: isNew ? 0 : state.withLock { $0.book.revision })
    state.withLock { state in
      if isNew {
        state.book.forget()
        state.told = nil
      }
      state.connection = connection
      for entry in entries { state.book.observe(entry, at: now()) }
    }
  }

  private func orders() async throws(Fault) {
    let orders = state.withLock { state in
      let orders = state.book.orders(wanting: state.available, yielding: state.yielded, at: now())
      state.yielded = [:]
      // Its worker first ends, and tells how far it was.
      let isServed = { [wanted = state.wanted] (order: LeaseBook.Order) in
        order.item.role == .deliver && order.lease.holder == .nobody && wanted.contains(order.item)
      }
      state.ending = Set(orders.filter(isServed).map(\.item))
      return orders.filter { !isServed($0) }
    }
    var isRefused = false
    for order in orders { if try await !write(order) { isRefused = true } }
    guard !orders.isEmpty else { return }
    let before = state.withLock { $0.book.revision }
    try await look()
    if isRefused, state.withLock({ $0.book.revision }) == before { state.withLock { $0.book.forgetLeases() } }
  }

  private func write(_ order: LeaseBook.Order) async throws(Fault) -> Bool {
    try await store.write(order.lease.text, to: "\(LeaseKey.item(order.item))", over: order.former)
  }
}
