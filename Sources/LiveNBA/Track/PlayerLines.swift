internal import LiveModel

/// The numbers of the players, counted along the play-by-play.
struct PlayerLines: Sendable {
  private struct Line: Sendable {
    var points = 0
    /// Rebounds, assists, steals and blocks.
    var others = [0, 0, 0, 0]

    /// How many of the five numbers are at least `mark`.
    func count(of mark: Int) -> Int { (points >= mark ? 1 : 0) + others.count { $0 >= mark } }
  }

  private enum Column: Int { case rebounds, assists, steals, blocks }

  /// The change that an action makes for one player.
  struct Step: Equatable, Sendable {
    var player: Person
    var milestones: [Milestone] = []
    /// Whether the player has 40 points and not yet 50.
    var isNearFifty = false
    /// Whether two of the numbers are at least 10, and a third at least 8 and below 10.
    var isNearTripleDouble = false
  }

  private var lines: [Int: Line] = [:]

  /// Counts an action, and returns a step for each player whose numbers it changes.
  mutating func take(_ action: NBAAction, _ player: Person?, assist: Person?) -> [Step] {
    var steps: [Step] = []
    if action.points > 0 {
      if let player { steps.append(step(player) { $0.points += action.points }) }
      if let assist, action.isFieldGoal { steps.append(step(assist, .assists)) }
      return steps
    }
    guard let player else { return [] }
    switch action.type {
    case "rebound": return [step(player, .rebounds)]
    case "steal": return [step(player, .steals)]
    case "block": return [step(player, .blocks)]
    default: return []
    }
  }

  private mutating func step(_ player: Person, _ column: Column) -> Step {
    step(player) { $0.others[column.rawValue] += 1 }
  }

  private mutating func step(_ player: Person, _ change: (inout Line) -> Void) -> Step {
    let before = lines[player.id] ?? Line()
    var line = before
    change(&line)
    lines[player.id] = line
    var step = Step(player: player)
    let (tensBefore, tens) = (before.count(of: 10), line.count(of: 10))
    for (count, tag) in [(2, Tag.doubleDouble), (3, .tripleDouble), (4, .quadrupleDouble)]
    where tensBefore < count && tens >= count {
      step.milestones.append(Milestone(tag.rawValue, player))
    }
    for mark in Tag.pointMarks where before.points < mark && line.points >= mark {
      step.milestones.append(Milestone(Tag.points(mark).rawValue, player))
    }
    step.isNearFifty = (40..<50).contains(line.points)
    step.isNearTripleDouble = tens == 2 && line.count(of: 8) > 2
    return step
  }

  /// Returns the points of a player.
  func points(of player: Int) -> Int { lines[player]?.points ?? 0 }
}
