internal import LiveModel
internal import LiveNBA

/// Points by period, for the template `game/periods`.
struct PeriodLinescore: Sendable {
  /// `1`, `OT`.
  var periods: [String]
  var rows: [Row]

  struct Row: Sendable {
    var bar: String
    var abbreviation: String
    var cells: [Cell]
    var total: String
  }

  struct Cell: Sendable {
    /// Empty for a period that has not begun.
    var points: String
    /// The class of the cell; nil for a period that is over.
    var look: String?
    /// The words for screen readers; nil for a number.
    var words: String?
  }

  /// The largest number of periods that are shown.
  private static let most = 14

  /// Nil before the game, for a viewer who wants to see no scores, and for a game without a known period.
  init?(_ game: ViewedGame) {
    guard let score = game.score, let situation = game.basketball, let present = situation.period else { return nil }
    let isRunning = game.phase == .live && situation.isBreak != true
    let last = min(max(present.number, 1), Self.most)
    var ends = Self.ends(game.facts)
    ends[0] = .zero
    // The situation may be newer than the events.
    ends[last] = score
    let numbers = Array(1...max(4, last))
    periods = numbers.map { $0 <= 4 ? "\($0)" : GamePeriod($0).name }
    rows = [Side.away, .home].map { side in
      let cells = numbers.map { number in
        guard number <= last else { return Cell(points: "", look: "faint", words: "not yet") }
        guard let end = ends[number], let start = ends[number - 1] else {
          return Cell(points: "–", look: "faint", words: "not known")
        }
        return Cell(points: "\(max(0, end[side] - start[side]))", look: isRunning && number == last ? "at" : nil)
      }
      return Row(bar: game.bar(side), abbreviation: game.abbreviation(side), cells: cells, total: "\(score[side])")
    }
  }

  /// Returns the score at the end of each period: that of the end itself, else that of its last event.
  private static func ends(_ facts: [GameFact]) -> [Int: Score] {
    var (ends, last) = ([Int: Score](), [Int: (order: (Timestamp, Int), score: Score)]())
    for event in facts.map(\.newest) where !event.data.retracted && event.type != .watch {
      guard let period = event.basketball.period?.number, let score = event.data.score else { continue }
      if event.isEndOfPeriod { ends[period] = score }
      let order = (event.time, event.sequence)
      if last[period].map({ $0.order < order }) ?? true { last[period] = (order, score) }
    }
    for (period, known) in last where ends[period] == nil { ends[period] = known.score }
    return ends
  }
}
