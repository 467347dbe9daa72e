internal import LiveModel

/// The right to poll a game, or to serve a sink, as all nodes read it: `attic.9f2c61a0|7`.
///
/// It has no time of expiry, because that would compare the clocks of two machines. It ends when its holder's heartbeat
/// stands still by the clock of the node that looks (`LeaseBook`).
struct Lease: Equatable, Sendable {
  enum Holder: Equatable, Sendable {
    case session(ClusterSession)
    /// The last holder has given it back.
    case nobody
    /// The game is over.
    case over
  }

  var holder: Holder
  /// The number of the holder, counted from 1. A later holder has a larger one.
  var epoch: Int

  init(holder: Holder, epoch: Int) { (self.holder, self.epoch) = (holder, epoch) }

  /// Parses the form of `text`.
  init?(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = Int(parts[1], in: Int.interoperable), epoch > 0 else { return nil }
    switch parts[0] {
    case "-": self.init(holder: .nobody, epoch: epoch)
    case "!": self.init(holder: .over, epoch: epoch)
    default:
      guard let session = ClusterSession(parts[0]) else { return nil }
      self.init(holder: .session(session), epoch: epoch)
    }
  }

  var text: String {
    switch holder {
    case .session(let session): "\(session)|\(epoch)"
    case .nobody: "-|\(epoch)"
    case .over: "!|\(epoch)"
    }
  }
}

/// An item that a node has a lease of.
enum LeaseItem: Hashable, Sendable {
  /// A game, which a node polls.
  case game(GameID)
  /// A sink, which a node delivers to.
  case sink(String)

  /// The role of the nodes that share it.
  var role: Config.ClusterSettings.Role {
    switch self {
    case .game: .watch
    case .sink: .deliver
    }
  }
}

/// The key of an entry in the store of leases.
enum LeaseKey: Hashable, Sendable, CustomStringConvertible {
  case item(LeaseItem)
  /// The heartbeat of a node in one of its roles.
  case heartbeat(Config.ClusterSettings.Role, node: String)
  /// The items that a node wants in one of its roles.
  case wants(Config.ClusterSettings.Role, node: String)

  /// `game.mlb.747175`, `sink.phones`, `watch.attic`, `watch.attic.wants`.
  var description: String {
    switch self {
    case .item(.game(let game)): "game.\(game.league.rawValue).\(game.gamePk)"
    case .item(.sink(let sink)): "sink.\(sink)"
    case .heartbeat(let role, let node): "\(role.rawValue).\(node)"
    case .wants(let role, let node): "\(role.rawValue).\(node).wants"
    }
  }

  /// Parses the form of `description`; nil for the key of a later release.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first ?? "", parts.count) {
    case ("game", 3):
      guard let game = GameID("\(parts[1])/\(parts[2])") else { return nil }
      self = .item(.game(game))
    case ("sink", 2): self = .item(.sink(parts[1]))
    case (let name, 2...3):
      guard let role = Config.ClusterSettings.Role(rawValue: name), parts.count == 2 || parts[2] == "wants" else {
        return nil
      }
      self = parts.count == 2 ? .heartbeat(role, node: parts[1]) : .wants(role, node: parts[1])
    default: return nil
    }
  }
}
