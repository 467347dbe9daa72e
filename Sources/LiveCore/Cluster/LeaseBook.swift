internal import LiveModel

/// The knowledge of one node about the leases of one role, and its decisions about them. Pure.
///
/// A node lives as long as its heartbeat changes within `ttl` by the clock of the node that looks. No two clocks are
/// compared. Nothing here keeps a former holder from writing: that is the claim in the stream (`GameClaim`).
///
/// Bound: one entry for each item and each node of the store, which forgets them after a day without a write.
struct LeaseBook: Sendable {
  /// A lease that is to be written, unless another node was faster.
  struct Order: Equatable, Sendable {
    var item: LeaseItem
    var lease: Lease
    /// The revision of its key that is replaced; nil if the store has no lease of the item.
    var former: UInt64?
  }

  private struct Node {
    var session: ClusterSession
    /// When its heartbeat was seen to change.
    var changed: Timestamp
    /// The revision of that heartbeat.
    var revision: UInt64
  }

  let session: ClusterSession
  let role: Config.ClusterSettings.Role
  /// The time without a heartbeat after which a node is taken for dead.
  let ttl: Duration
  private var nodes: [String: Node] = [:]
  /// The nodes with the other role.
  private var others: [String: Node] = [:]
  /// The wanted items of each node that has told them.
  private var wants: [String: LeaseWants] = [:]
  private var leases: [LeaseItem: (lease: Lease, revision: UInt64, seen: Timestamp)] = [:]
  /// When a wanted item that this node left to others was first seen free.
  private var left: [LeaseItem: Timestamp] = [:]
  /// Items that were left to others, and stayed free. This node takes them beyond its share.
  private var unshared: Set<LeaseItem> = []
  /// When this node sent the last heartbeat that was acknowledged; nil before the first.
  private var heartbeat: Timestamp?
  /// The newest revision that was seen.
  private(set) var revision: UInt64 = 0

  init(session: ClusterSession, role: Config.ClusterSettings.Role, ttl: Duration) {
    (self.session, self.role, self.ttl) = (session, role, ttl)
  }

  /// The time between two rounds.
  var beat: Duration { ttl / 4 }

  /// The age at which an entry of this node is written again, because the store forgets old ones.
  static var renewal: Duration { .seconds(6 * 3600) }

  /// Takes an entry of the store that was read at `now`. Entries come in the order of their revisions.
  mutating func observe(_ entry: KeyedEntry, at now: Timestamp) {
    guard entry.revision > revision else { return }
    revision = entry.revision
    switch LeaseKey(entry.key) {
    case .heartbeat(let role, node: let node):
      guard let session = ClusterSession(entry.value), session.node == node else { return }
      let next = Node(session: session, changed: now, revision: entry.revision)
      if role == self.role { Self.take(next, in: &nodes[node]) } else { Self.take(next, in: &others[node]) }
    case .wants(role, node: let node): wants[node] = LeaseWants(entry.value)
    case .item(let item) where item.role == role:
      // A lease that cannot be read is nobody's: a later release wrote it, or an operator.
      let lease = Lease(entry.value) ?? Lease(holder: .nobody, epoch: leases[item]?.lease.epoch ?? 1)
      leases[item] = (lease, entry.revision, now)
    default: break
    }
  }

  private static func take(_ heartbeat: Node, in node: inout Node?) {
    if node?.revision != heartbeat.revision || node?.session != heartbeat.session { node = heartbeat }
  }

  /// Forgets all entries but the heartbeats, because the store is read again from its beginning: it may have less than
  /// before. A heartbeat that is read again has not changed.
  mutating func forget() { (wants, leases, revision) = ([:], [:], 0) }

  /// Forgets the leases alone. The store has forgotten one that this node knows, and refuses to replace it.
  mutating func forgetLeases() { (leases, revision) = ([:], 0) }

  /// Records a heartbeat that was sent at `time` and acknowledged.
  mutating func beaten(at time: Timestamp) { heartbeat = max(heartbeat ?? time, time) }

  /// Returns the epoch of this node's lease; nil if it has none, or if its own heartbeat is so old that others may soon
  /// take it for dead. Without a server, a node keeps the sinks that it alone has.
  func epoch(of item: LeaseItem, at now: Timestamp) -> Int? {
    guard let heartbeat, let lease = leases[item]?.lease, lease.holder == .session(session),
      now - heartbeat < ttl * 0.75 || isSinkOfThisNodeAlone(item)
    else { return nil }
    return lease.epoch
  }

  private func isSinkOfThisNodeAlone(_ item: LeaseItem) -> Bool {
    item.role == .deliver && !wants.contains { $0.key != session.node && $0.value.items.contains(item) }
  }

  /// Returns whether a game is over, as the last holder of its lease has said.
  func isOver(_ item: LeaseItem) -> Bool { leases[item]?.lease.holder == .over }

  /// Returns the number of nodes with the role, this one included.
  func liveNodes(at now: Timestamp) -> Int { living(in: nodes, at: now).count + 1 }

  /// Returns the number by which this node divides the budget of requests that all nodes share. A node that polls no games
  /// asks for schedules alone, and gets a tenth of the part of one that does.
  func budgetDivisor(at now: Timestamp) -> Double {
    let (own, others) = (living(in: nodes, at: now).union([session.node]), living(in: others, at: now))
    let watchers = role == .watch ? own : others
    let idle = (role == .watch ? others : own).subtracting(watchers)
    let parts = Double(watchers.count) + Double(idle.count) / 10
    return watchers.contains(session.node) ? parts : parts * 10
  }

  /// Returns the names of the other nodes that live.
  private func living(in nodes: [String: Node], at now: Timestamp) -> Set<String> {
    Set(nodes.filter { $0.key != session.node && now - $0.value.changed < ttl }.keys)
  }

  /// Returns what to write, so that this node has its share of the wanted items and no other.
  ///
  /// An item counts for each node that wants it as one divided by the number of these nodes. The share is the sum, rounded
  /// up. A node takes items that are free until it has its share, and gives back what exceeds it: so a node that comes or
  /// leaves moves as few items as possible. An item that only this node wants is its own, and so is one that no other node
  /// takes within twice the `ttl`, because their shares are full.
  ///
  /// `yielded` has games whose messages show a later holder than the leases do, with its epoch. The leases were lost, and
  /// are numbered on from there.
  mutating func orders(wanting wanted: [LeaseItem], yielding yielded: [LeaseItem: Int] = [:], at now: Timestamp)
    -> [Order]
  {
    let isWanted = Set(wanted)
    unshared.formIntersection(isWanted)
    let isMine = leases.filter { $0.value.lease.holder == .session(session) }
    let yields = isMine.keys.compactMap { item in yielded[item].map { write(item, .nobody, epoch: $0) } }
    let others = wantingOthers(at: now)
    func isOwn(_ item: LeaseItem) -> Bool { others[item] == nil || unshared.contains(item) }
    let mine = isMine.keys.filter { yielded[$0] == nil }.sorted { $0.rank < $1.rank }
    let (kept, idle) = (mine.filter { isWanted.contains($0) && !isOwn($0) }, mine.filter { !isWanted.contains($0) })
    let share = share(of: isWanted.filter { !isOwn($0) }, others)
    let spare = kept.suffix(max(0, kept.count - share))
    let free = isWanted.filter { isFree($0, at: now) && yielded[$0] == nil }
    let own = free.filter(isOwn)
    let open = free.subtracting(own).sorted { ranks($0) < ranks($1) }
    let taken = open.prefix(max(0, share - kept.count))
    leave(open.dropFirst(taken.count), at: now)
    return yields + (idle + spare).map { write($0, .nobody) } + (own + taken).map { write($0, .session(session)) }
      + renewals(of: mine.filter { isWanted.contains($0) && !spare.contains($0) }, at: now)
  }

  private func renewals(of items: some Sequence<LeaseItem>, at now: Timestamp) -> [Order] {
    items.compactMap { item in
      guard let old = leases[item], now - old.seen >= Self.renewal else { return nil }
      return Order(item: item, lease: old.lease, former: old.revision)
    }
  }

  /// Returns how many other live nodes want each item that others want.
  private func wantingOthers(at now: Timestamp) -> [LeaseItem: Int] {
    var counts: [LeaseItem: Int] = [:]
    for (name, node) in nodes where name != session.node && now - node.changed < ttl {
      guard let wants = wants[name], wants.session == node.session else { continue }
      for item in wants.items { counts[item, default: 0] += 1 }
    }
    return counts
  }

  private func share(of items: some Sequence<LeaseItem>, _ others: [LeaseItem: Int]) -> Int {
    let sum = items.reduce(0.0) { $0 + 1 / Double(1 + (others[$1] ?? 0)) }
    // A thousandth is less than any part of an item, and more than the error of the sum.
    return Int((sum - 0.001).rounded(.up))
  }

  /// Notes the free items that this node leaves to others.
  private mutating func leave(_ items: some Sequence<LeaseItem>, at now: Timestamp) {
    let since = Dictionary(items.map { ($0, left[$0] ?? now) }) { first, _ in first }
    unshared.formUnion(since.filter { now - $0.value >= ttl * 2 }.keys)
    left = since.filter { !unshared.contains($0.key) }
  }

  /// Records an order that was written, before it is read.
  mutating func wrote(_ order: Order) { leases[order.item]?.lease = order.lease }

  /// Returns the order that gives back this node's lease; nil if it has none. `isOver` says that the game is over.
  func giving(back item: LeaseItem, isOver: Bool = false) -> Order? {
    leases[item]?.lease.holder == .session(session) ? write(item, isOver ? .over : .nobody) : nil
  }

  private func write(_ item: LeaseItem, _ holder: Lease.Holder, epoch least: Int = 0) -> Order {
    let old = leases[item]
    var epoch = max(old?.lease.epoch ?? 0, least)
    if case .session = holder { epoch += 1 }
    return Order(item: item, lease: Lease(holder: holder, epoch: max(epoch, 1)), former: old?.revision)
  }

  private func isFree(_ item: LeaseItem, at now: Timestamp) -> Bool {
    guard case .session(let holder)? = leases[item]?.lease.holder else { return true }
    guard holder != session else { return false }
    // A node that has started again holds nothing of its former run.
    guard let node = nodes[holder.node], node.session == holder else { return true }
    return now - node.changed >= ttl
  }

  /// Returns a number that differs from node to node, so that two nodes seldom take the same free item first.
  private func ranks(_ item: LeaseItem) -> UInt64 { fnv(session.node) ^ item.rank }
}

extension LeaseItem {
  /// A number that is the same on all machines, without an order that people see.
  fileprivate var rank: UInt64 { fnv("\(LeaseKey.item(self))") }
}

/// FNV-1a, whose results are the same on all machines, unlike those of `Hasher`.
private func fnv(_ text: String) -> UInt64 {
  var digest = FNV1a()
  digest.add(text)
  return digest.value
}
