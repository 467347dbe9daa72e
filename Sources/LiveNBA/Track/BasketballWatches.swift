internal import LiveModel

/// The open watches and the numbers of their facts. An odd number starts a watch, the following even number ends it.
struct BasketballWatches: Sendable {
  enum Kind: String, Sendable {
    case clutchTime = "clutch_time"
    case fifty
    case tripleDouble = "triple_double"

    var tag: Tag {
      switch self {
      case .clutchTime: .clutchTime
      case .fifty: .fiftyWatch
      case .tripleDouble: .tripleDoubleWatch
      }
    }

    var importance: Int { self == .tripleDouble ? 2 : 3 }
  }

  /// A watch of a player, or of the whole game.
  struct Watch: Hashable, Sendable {
    var kind: Kind
    var player: Person?

    fileprivate var name: String { "watch/\(kind.rawValue)/\(player.map { String($0.id) } ?? "game")" }
  }

  private(set) var open: [Watch] = []
  private var turns: [String: Int] = [:]

  /// Opens or closes the watch and returns the fact of that change. Returns nil if nothing changes.
  mutating func turn(_ watch: Watch, on: Bool, in game: GameID) -> Fact? {
    guard open.contains(where: { $0.name == watch.name }) != on else { return nil }
    if on { open.append(watch) } else { open.removeAll { $0.name == watch.name } }
    turns[watch.name, default: 0] += 1
    return Fact(rawValue: "\(game)/\(watch.name)/\(turns[watch.name, default: 1])")
  }
}
