internal import LiveModel

/// What one node knows of the leases, and what it does about them. Pure.
///
/// A node lives as long as its heartbeat changes within `ttl` by the clock of the node that looks. No two clocks are
/// compared. Nothing here keeps a former holder from writing: that is the claim in the stream (`GameClaim`).
///
/// Bound: one entry for each game and each node of the bucket, which forgets them after a day.
struct LeaseBook: Sendable {
  /// A lease that is to be written, unless another node was faster.
  struct Order: Equatable, Sendable {
    var game: GameID
    var lease: Lease
    /// The revision of its key that is replaced; nil if the bucket has no lease of the game.
    var former: UInt64?
  }

  private struct Watcher {
    var session: ClusterSession
    /// When its heartbeat was seen to change.
    var changed: Timestamp
  }

  let session: ClusterSession
  /// The time without a heartbeat after which a node is taken for dead.
  let ttl: Duration
  private var watchers: [String: Watcher] = [:]
  private var leases: [GameID: (lease: Lease, revision: UInt64)] = [:]
  /// When this node sent the last heartbeat that was acknowledged; nil before the first.
  private var heartbeat: Timestamp?
  /// The newest revision that was seen.
  private(set) var revision: UInt64 = 0

  init(session: ClusterSession, ttl: Duration) { (self.session, self.ttl) = (session, ttl) }

  /// The time between two rounds.
  var beat: Duration { ttl / 4 }

  /// Takes an entry of the bucket that was read at `now`. Entries come in the order of their revisions.
  mutating func observe(_ entry: LeaseEntry, at now: Timestamp) {
    guard entry.revision > revision else { return }
    revision = entry.revision
    switch entry.key {
    case .watcher(let node):
      guard let session = ClusterSession(entry.value), session.node == node else { return }
      watchers[node] = Watcher(session: session, changed: now)
    case .game(let game):
      // A lease that cannot be read is nobody's: a later release wrote it, or an operator.
      let lease = Lease(entry.value) ?? Lease(holder: .nobody, epoch: leases[game]?.lease.epoch ?? 1)
      leases[game] = (lease, entry.revision)
    }
  }

  /// Forgets all entries, because the bucket is read again from its beginning: it may have less than before.
  mutating func forget() { (watchers, leases, revision) = ([:], [:], 0) }

  /// Records a heartbeat that was sent at `time` and acknowledged.
  mutating func beaten(at time: Timestamp) { heartbeat = max(heartbeat ?? time, time) }

  /// Returns the epoch of this node's lease of a game; nil if it has none, or if its own heartbeat is so old that others
  /// may soon take it for dead.
  func epoch(of game: GameID, at now: Timestamp) -> Int? {
    guard let heartbeat, now - heartbeat < ttl * 0.75, let lease = leases[game]?.lease,
      lease.holder == .session(session)
    else { return nil }
    return lease.epoch
  }

  /// Returns whether the game is over, as the last holder of its lease has said.
  func isOver(_ game: GameID) -> Bool { leases[game]?.lease.holder == .over }

  /// Returns the number of nodes that poll games, this one included.
  func liveWatchers(at now: Timestamp) -> Int {
    watchers.filter { $0.key != session.node && now - $0.value.changed < ttl }.count + 1
  }

  /// Returns what to write, so that this node has its share of the wanted games and no other.
  ///
  /// The share is the number of games divided by that of the nodes, rounded up. A node takes games that are free until it
  /// has its share, and gives back what exceeds it: so a node that comes or leaves moves as few games as possible.
  ///
  /// - Parameter yielded: games whose messages show a later holder than the leases do, with its epoch. The leases were
  ///   lost, and are numbered on from there.
  func orders(wanting wanted: [GameID], yielding yielded: [GameID: Int] = [:], at now: Timestamp) -> [Order] {
    let isWanted = Set(wanted)
    let isMine = leases.filter { $0.value.lease.holder == .session(session) }
    let yields = isMine.keys.compactMap { game in yielded[game].map { write(game, .nobody, epoch: $0) } }
    let mine = isMine.keys.filter { yielded[$0] == nil }.sorted { $0.rank < $1.rank }
    let (kept, idle) = (mine.filter(isWanted.contains), mine.filter { !isWanted.contains($0) })
    let live = liveWatchers(at: now)
    let share = (wanted.count + live - 1) / live
    let spare = kept.suffix(max(0, kept.count - share))
    let orders = yields + (idle + spare).map { write($0, .nobody) }
    guard kept.count < share else { return orders }
    let free = wanted.filter { isFree($0, at: now) && yielded[$0] == nil }.sorted { ranks($0) < ranks($1) }
    return orders + free.prefix(share - kept.count).map { write($0, .session(session)) }
  }

  /// Returns the order that ends the lease of a game that is over; nil if this node has none.
  func ending(_ game: GameID) -> Order? {
    leases[game]?.lease.holder == .session(session) ? write(game, .over) : nil
  }

  private func write(_ game: GameID, _ holder: Lease.Holder, epoch least: Int = 0) -> Order {
    let old = leases[game]
    var epoch = max(old?.lease.epoch ?? 0, least)
    if case .session = holder { epoch += 1 }
    return Order(game: game, lease: Lease(holder: holder, epoch: max(epoch, 1)), former: old?.revision)
  }

  private func isFree(_ game: GameID, at now: Timestamp) -> Bool {
    guard case .session(let holder)? = leases[game]?.lease.holder else { return true }
    guard holder != session else { return false }
    // A node that has started again holds nothing of its former run.
    guard let watcher = watchers[holder.node], watcher.session == holder else { return true }
    return now - watcher.changed >= ttl
  }

  /// Returns a number that differs from node to node, so that two nodes seldom take the same free game first.
  private func ranks(_ game: GameID) -> UInt64 { game.rank ^ session.node.utf8.reduce(14_695_981_039_346_656_037, fnv) }
}

extension GameID {
  /// A number that is the same on all machines, without an order that people see.
  fileprivate var rank: UInt64 { description.utf8.reduce(14_695_981_039_346_656_037, fnv) }
}

/// FNV-1a, whose results are the same on all machines, unlike those of `Hasher`.
private func fnv(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
