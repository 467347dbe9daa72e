internal import LiveModel

/// The open watches and the numbers of their facts. An odd number starts a watch, the following even number ends it.
struct WatchTracker: Sendable {
  enum Kind: String, Sendable {
    case noHitter = "no_hitter"
    case perfectGame = "perfect_game"
    case closeAndLate = "close_and_late"
    case onTheLine = "on_the_line"
    case cycle

    var tag: Tag {
      switch self {
      case .noHitter: .noHitterWatch
      case .perfectGame: .perfectGameWatch
      case .closeAndLate: .closeAndLate
      case .onTheLine: .onTheLine
      case .cycle: .cycleWatch
      }
    }

    var importance: Int {
      switch self {
      case .noHitter, .onTheLine: 3
      case .perfectGame: 4
      case .closeAndLate: 1
      case .cycle: 2
      }
    }
  }

  /// One watch, of a pitching side, a batting side, a batter or the whole game.
  struct Watch: Hashable, Sendable {
    var kind: Kind
    /// The pitching side of a no-hitter or perfect game, or the batting side; nil for the whole game.
    var side: Side?
    /// The batter of a cycle watch; nil for other kinds.
    var batter: Person?

    fileprivate var name: String {
      "watch/\(kind.rawValue)/\(batter.map { String($0.id) } ?? side?.rawValue ?? "game")"
    }
  }

  private(set) var open: [Watch] = []
  private var turns: [Watch: Int] = [:]

  /// Opens or closes the watch and returns the fact of that change. Returns nil if nothing changes.
  mutating func turn(_ watch: Watch, on: Bool, in game: GameID) -> Fact? {
    guard open.contains(watch) != on else { return nil }
    if on { open.append(watch) } else { open.removeAll { $0 == watch } }
    turns[watch, default: 0] += 1
    return Fact(rawValue: "\(game)/\(watch.name)/\(turns[watch, default: 1])")
  }
}
