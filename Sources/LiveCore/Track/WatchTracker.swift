/// Which watches are on, and the numbers of their facts: an odd one starts a watch, the even one after it ends it.
struct WatchTracker: Sendable {
  enum Kind: String, Sendable {
    case noHitter = "no_hitter"
    case perfectGame = "perfect_game"
    case closeAndLate = "close_and_late"
    case cycle

    var tag: Tag {
      switch self {
      case .noHitter: .noHitterWatch
      case .perfectGame: .perfectGameWatch
      case .closeAndLate: .closeAndLate
      case .cycle: .cycleWatch
      }
    }

    var importance: Int {
      switch self {
      case .noHitter: 3
      case .perfectGame: 4
      case .closeAndLate: 1
      case .cycle: 2
      }
    }
  }

  /// One watch: whose pitchers, whose batters, or which batter.
  struct Watch: Hashable, Sendable {
    var kind: Kind
    /// The side whose pitchers hold the no-hitter, or which is at bat.
    var side: Side
    /// Of the cycle.
    var batter: Person?

    fileprivate var name: String { "watch/\(kind.rawValue)/\(batter.map { String($0.id) } ?? side.rawValue)" }
  }

  private(set) var open: [Watch] = []
  private var turns: [Watch: Int] = [:]

  /// The fact of the turn; nil when the watch is so already.
  mutating func turn(_ watch: Watch, on: Bool, in game: GameID) -> Fact? {
    guard open.contains(watch) != on else { return nil }
    if on { open.append(watch) } else { open.removeAll { $0 == watch } }
    turns[watch, default: 0] += 1
    return Fact(rawValue: "\(game)/\(watch.name)/\(turns[watch, default: 1])")
  }
}
