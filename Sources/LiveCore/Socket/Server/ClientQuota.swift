internal import LivePlatform

/// Shares the places for clients fairly. Free places go to any client. When all are taken, a new client takes the place
/// of a client of the user with the most places, if its own user has at least two fewer. The same rule applies to the
/// processes of one user. Thus no user can lock out others by holding connections. Some places are reserved for root
/// and the daemon's own user.
///
/// In a user namespace all other users have the same id (`UnixSocket.Peer.overflowUID`), and only their processes are
/// distinguished.
struct ClientQuota {
  /// The decision on a client that connects.
  enum Verdict: Equatable {
    case admitted
    /// Admit it after closing the client with this token.
    case instead(of: UInt64)
    case refused
  }

  /// The user and the process that hold a place.
  private struct Owner {
    var user: Int
    var process: Int
  }

  private struct User {
    var count = 0
    var processes: [Int: Set<UInt64>] = [:]

    /// The process with the most clients.
    var largest: Set<UInt64>? { processes.values.max { $0.count < $1.count } }
  }

  /// The total number of places.
  let places: Int
  /// How many of the places are reserved for root and the daemon's own user: an eighth, but at most `mostReserved`.
  let reserve: Int
  private let isPrivileged: (UnixSocket.Peer?) -> Bool
  private var users: [Int: User] = [:]
  private var owners: [UInt64: Owner] = [:]

  /// The maximum number of reserved places.
  private static let mostReserved = 64
  /// The owner of connections for which the kernel reports no credentials.
  private static let unknownPeer = UnixSocket.Peer(pid: -1, uid: -1)

  init(places: Int, isPrivileged: @escaping (UnixSocket.Peer?) -> Bool) {
    (self.places, self.isPrivileged) = (places, isPrivileged)
    reserve = min(Self.mostReserved, places / 8)
  }

  /// The number of taken places.
  var count: Int { owners.count }

  /// Returns the number of places that a user has.
  func count(of uid: Int) -> Int { users[uid]?.count ?? 0 }

  /// Decides whether a client gets a place, and whether another client loses its place for it.
  func verdict(on peer: UnixSocket.Peer?) -> Verdict {
    guard count >= (isPrivileged(peer) ? places : places - reserve) else { return .admitted }
    let peer = peer ?? Self.unknownPeer
    let own = users[peer.uid] ?? User()
    // After the change the new owner has no more places than the old one, so that two cannot displace each other
    // forever.
    if let largest = users.values.max(by: { $0.count < $1.count }), own.count + 1 < largest.count {
      return largest.largest?.max().map { .instead(of: $0) } ?? .refused
    }
    let ownCount = own.processes[peer.pid]?.count ?? 0
    if let largest = own.largest, ownCount + 1 < largest.count {
      return largest.max().map { .instead(of: $0) } ?? .refused
    }
    return .refused
  }

  /// Records a new client. Tokens increase, so the highest token of a process is its newest client.
  mutating func add(_ token: UInt64, of peer: UnixSocket.Peer?) {
    let peer = peer ?? Self.unknownPeer
    owners[token] = Owner(user: peer.uid, process: peer.pid)
    users[peer.uid, default: User()].count += 1
    users[peer.uid, default: User()].processes[peer.pid, default: []].insert(token)
  }

  /// Records that a client has disconnected.
  mutating func remove(_ token: UInt64) {
    guard let owner = owners.removeValue(forKey: token), var user = users.removeValue(forKey: owner.user) else {
      return
    }
    user.count -= 1
    var tokens = user.processes.removeValue(forKey: owner.process) ?? []
    tokens.remove(token)
    if !tokens.isEmpty { user.processes[owner.process] = tokens }
    if user.count > 0 { users[owner.user] = user }
  }
}
