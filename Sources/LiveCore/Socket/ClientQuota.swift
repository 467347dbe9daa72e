/// How the places for clients are shared. Everybody may have as many as are free. When none is, a user who has fewer
/// than another gets one of that user's, and within one user a process one of another process's: nobody can shut out
/// others by holding connections. Some places are kept for root and the daemon's own user.
///
/// In a user namespace all other users are one (`UnixSocket.Peer.overflowUID`): there only processes are told apart.
struct ClientQuota {
  /// The decision on a new connection.
  enum Verdict: Equatable {
    case admitted
    /// The client of this token has to go for it.
    case instead(of: UInt64)
    case refused
  }

  /// Of whom a place is.
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

  /// Paths in all.
  let places: Int
  /// Of them, how many are for root and the daemon's own user alone.
  let reserve: Int
  private let isPrivileged: (UnixSocket.Peer?) -> Bool
  private var users: [Int: User] = [:]
  private var owners: [UInt64: Owner] = [:]

  /// Paths that are kept at most.
  private static let mostReserved = 64
  /// The user of clients that the kernel does not identify.
  private static let nobody = UnixSocket.Peer(pid: -1, uid: -1)

  init(places: Int, isPrivileged: @escaping (UnixSocket.Peer?) -> Bool) {
    (self.places, self.isPrivileged) = (places, isPrivileged)
    reserve = min(Self.mostReserved, places / 8)
  }

  /// How many places are taken.
  var count: Int { owners.count }

  /// How many a user has.
  func count(of uid: Int) -> Int { users[uid]?.count ?? 0 }

  /// Whether a client may have a place, and whose.
  func verdict(on peer: UnixSocket.Peer?) -> Verdict {
    guard count >= (isPrivileged(peer) ? places : places - reserve) else { return .admitted }
    let peer = peer ?? Self.nobody
    let own = users[peer.uid] ?? User()
    // With the place both would have as many at most, so that no two take it from each other again and again.
    if let largest = users.values.max(by: { $0.count < $1.count }), own.count + 1 < largest.count {
      return largest.largest?.max().map { .instead(of: $0) } ?? .refused
    }
    let mine = own.processes[peer.pid]?.count ?? 0
    if let largest = own.largest, mine + 1 < largest.count { return largest.max().map { .instead(of: $0) } ?? .refused }
    return .refused
  }

  /// A client has taken a place. Tokens rise: the highest of a process is its newest client.
  mutating func add(_ token: UInt64, of peer: UnixSocket.Peer?) {
    let peer = peer ?? Self.nobody
    owners[token] = Owner(user: peer.uid, process: peer.pid)
    users[peer.uid, default: User()].count += 1
    users[peer.uid, default: User()].processes[peer.pid, default: []].insert(token)
  }

  /// A client has gone.
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
