internal import LiveMLB
internal import LiveModel

/// Runs by inning, for the template `game/linescore`.
struct LinescoreCard: Sendable {
  var innings: [Int]
  var rows: [Row]

  struct Row: Sendable {
    var bar: String
    var abbreviation: String
    var cells: [Cell]
    var runs: String
    var hits: String
    var errors: String
  }

  struct Cell: Sendable {
    /// Empty for a half-inning that was not played.
    var runs: String
    /// The class of the cell; nil for an inning that is over.
    var look: String?
    /// The words for screen readers; nil for a number.
    var words: String?
  }

  /// Nil before the game, for a viewer who wants to see no scores, and for a game without a known inning.
  init?(_ game: ViewedGame) {
    guard game.score != nil, let table = RunTable(game) else { return nil }
    let isOver = game.phase == .final
    let isPaused = game.situation?.isBetweenHalves ?? false
    let running = isOver || isPaused ? nil : game.inning
    let last = max(table.runs.keys.map(\.number).max() ?? 1, running.map { min($0.number, 99) } ?? 1)
    let scheduled = game.own?.linescore?.scheduledInnings ?? 9
    let numbers = Array(1...max(last, min(max(scheduled, 1), 99)))
    innings = numbers
    rows = [Side.away, .home].map { side in
      // The league gives the runs of a half-inning when it is over, or when one scores.
      let runs = numbers.map { number in
        let half = HalfInning(number, side)
        return table.runs[half] ?? (half == running ? table.rest(of: side, to: game.score) : nil)
      }
      let cells = zip(numbers, runs).map { number, runs in
        guard let runs else {
          let isLeftOut = isOver && number <= last
          return Cell(
            runs: isLeftOut ? "x" : "", look: "faint",
            words: isLeftOut ? "not played" : isOver ? "no inning" : "not yet")
        }
        return Cell(runs: String(runs), look: HalfInning(number, side) == running ? "at" : nil)
      }
      return Row(
        bar: game.bar(side), abbreviation: game.abbreviation(side), cells: cells,
        // The sum of the row, also for a moment in which the score of another answer is newer.
        runs: String(runs.compactMap(\.self).reduce(0, +)), hits: table.hits[side].map(String.init) ?? "–",
        errors: table.errors[side].map(String.init) ?? "–")
    }
  }
}

/// The runs of each half-inning, with hits and errors of both sides.
private struct RunTable {
  var runs: [HalfInning: Int] = [:]
  var hits = Sides<Int?>(away: nil, home: nil)
  var errors = Sides<Int?>(away: nil, home: nil)

  /// Takes the details, or the log if the score of the details is another one.
  init?(_ game: ViewedGame) {
    let own = RunTable(game.own?.linescore)
    let logged = RunTable(game.facts)
    let tables = [own, logged].compactMap(\.self)
    guard let table = tables.first(where: { $0.total == game.score }) ?? tables.first else { return nil }
    self = table
    for side in [Side.away, .home] { errors[side] = errors[side] ?? game.own?.boxscore?[side]?.errors }
  }

  /// Returns the runs of a side that no half-inning has yet.
  func rest(of side: Side, to score: Score?) -> Int? { score.map { max(0, $0[side] - total[side]) } }

  var total: Score {
    runs.reduce(into: .zero) { score, half in
      if half.key.half == .top { score.away += half.value } else { score.home += half.value }
    }
  }

  private init?(_ linescore: GameLinescore?) {
    guard let linescore, !linescore.innings.isEmpty else { return nil }
    for inning in linescore.innings where (1...99).contains(inning.number) {
      runs[HalfInning(inning.number, .away)] = inning.away?.runs
      runs[HalfInning(inning.number, .home)] = inning.home?.runs
    }
    hits = Sides(away: linescore.totals?.away?.hits, home: linescore.totals?.home?.hits)
    errors = Sides(away: linescore.totals?.away?.errors, home: linescore.totals?.home?.errors)
  }

  /// Derives the runs from the scores at the ends of the half-innings, and the hits from the plays.
  private init?(_ facts: [GameFact]) {
    var scores: [HalfInning: (order: (Timestamp, Int), score: Score)] = [:]
    var counted = Sides(away: 0, home: 0)
    for event in facts.map(\.newest) where !event.data.retracted && !event.data.tags.contains(.final) {
      guard let half = event.own.inning, (1...99).contains(half.number), event.type != .watch else { continue }
      if event.type == .play, event.data.tags.contains(Tag("hit")) { counted[half.batting] += 1 }
      guard let score = event.data.score else { continue }
      let order = (event.time, event.sequence)
      if let known = scores[half], known.order > order { continue }
      scores[half] = (order, score)
    }
    guard !scores.isEmpty else { return nil }
    hits = Sides(away: counted.away, home: counted.home)
    var last = Score.zero
    for (half, end) in scores.sorted(by: { $0.key.rank < $1.key.rank }) {
      runs[half] = end.score[half.batting] - last[half.batting]
      last = end.score
    }
  }
}
