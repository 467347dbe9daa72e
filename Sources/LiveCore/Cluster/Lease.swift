internal import LiveModel

/// The right to poll a game, as all nodes read it: `attic.9f2c61a0|7`.
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

/// The key of an entry in the bucket of leases.
enum LeaseKey: Hashable, Sendable, CustomStringConvertible {
  case game(GameID)
  /// The heartbeat of a node that polls games.
  case watcher(String)

  /// `game.mlb.747175`, `watcher.attic`.
  var description: String {
    switch self {
    case .game(let game): "game.\(game.league.rawValue).\(game.gamePk)"
    case .watcher(let node): "watcher.\(node)"
    }
  }

  /// Parses the form of `description`; nil for the key of a later release.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    switch (parts.first, parts.count) {
    case ("game", 3):
      guard let game = GameID("\(parts[1])/\(parts[2])") else { return nil }
      self = .game(game)
    case ("watcher", 2): self = .watcher(parts[1])
    default: return nil
    }
  }
}

/// An entry of the bucket of leases.
struct LeaseEntry: Equatable, Sendable {
  var key: LeaseKey
  var value: String
  /// Grows with each write to the bucket, whatever its key.
  var revision: UInt64
}
