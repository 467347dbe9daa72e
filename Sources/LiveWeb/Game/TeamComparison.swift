internal import LiveMLB
internal import LiveModel

/// The statistics of both teams side by side, for the template `game/stats`.
struct TeamComparison: Sendable {
  var left: String
  var right: String
  var leftBar: String
  var rightBar: String
  var rows: [Row]

  struct Row: Sendable {
    var label: String
    var leftValue: String
    var rightValue: String
    /// The lengths of the bars, which add up to 98.8 of 100.
    var leftWidth: String
    var rightStart: String
    var rightWidth: String
  }

  /// Nil without statistics of both sides, and for a viewer who wants to see no scores.
  init?(_ game: ViewedGame) {
    guard !game.viewer.preferences.hidesScores, game.score != nil, let away = game.own?.boxscore?.away,
      let home = game.own?.boxscore?.home
    else { return nil }
    let values: [(String, (TeamBoxscore) -> Int?)] = [
      ("Hits", { $0.batting?.hits }), ("Doubles", { $0.batting?.doubles }), ("Triples", { $0.batting?.triples }),
      ("Home runs", { $0.batting?.homeRuns }), ("Walks drawn", { $0.batting?.baseOnBalls }),
      ("Struck out", { $0.batting?.strikeOuts }), ("Stolen bases", { $0.batting?.stolenBases }),
      ("Errors", { $0.errors }), ("Pitches thrown", { $0.pitching?.numberOfPitches }),
    ]
    rows = values.compactMap { label, value in
      guard let one = value(away), let other = value(home), one + other > 0 else { return nil }
      return Row(label, one, other)
    }
    if let left = game.challenges(.away), let right = game.challenges(.home) {
      rows.append(Row("ABS challenges left", left, right))
    }
    if rows.isEmpty { return nil }
    (left, right) = (game.name(.away), game.name(.home))
    (leftBar, rightBar) = (game.bar(.away), game.bar(.home))
  }
}

extension TeamComparison.Row {
  /// The space between the bars, of 100.
  private static let gap = 1.2

  fileprivate init(_ label: String, _ left: Int, _ right: Int) {
    self.label = label
    (leftValue, rightValue) = (String(left), String(right))
    let whole = Double(max(left + right, 1))
    let width = left + right == 0 ? 49.4 : (100 - Self.gap) * Double(left) / whole
    leftWidth = String(width.rounded(toSteps: 10))
    rightStart = String((width + Self.gap).rounded(toSteps: 10))
    rightWidth = String((100 - Self.gap - width).rounded(toSteps: 10))
  }
}

extension ViewedGame {
  /// The ABS challenges that a side had left after its last one; nil before it.
  fileprivate func challenges(_ side: Side) -> Int? {
    facts.last { $0.newest.own.play?.reviews?.contains { $0.side == side && $0.remaining != nil } ?? false }?
      .newest.own.play?.reviews?.last { $0.side == side }?.remaining
  }
}

/// The batters who stand out, for the template `game/leaders`.
struct LeaderCard: Sendable {
  var leaders: [Leader]

  struct Leader: Sendable {
    var leaderID: Int
    var leader: String
    var bar: String
    /// `2 for 3, 2 HR, 2 RBI`.
    var line: String
  }

  /// The number of batters.
  private static let most = 3

  /// Nil before anybody has a hit or a walk, and for a viewer who wants to see no scores.
  init?(_ game: ViewedGame) {
    guard !game.viewer.preferences.hidesScores, game.score != nil else { return nil }
    let rows = [Side.away, .home].flatMap { side in
      (game.own?.boxscore?[side]?.batters ?? []).map { (side: side, batter: $0, weight: Self.weight($0.stats)) }
    }
    let best = rows.filter { $0.weight > 1 }.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.prefix(Self.most)
    guard !best.isEmpty else { return nil }
    leaders = best.map { row in
      Leader(
        leaderID: row.element.batter.id, leader: row.element.batter.name, bar: game.bar(row.element.side),
        line: Self.line(row.element.batter.stats))
    }
  }

  /// Returns a number by which batters are ordered: bases reached, runs and runs batted in.
  private static func weight(_ stats: BattingStats) -> Double {
    let (hits, walks) = (Double(stats.hits ?? 0), Double(stats.baseOnBalls ?? 0))
    let extra = Double((stats.doubles ?? 0) + 2 * (stats.triples ?? 0) + 3 * (stats.homeRuns ?? 0))
    let runs = Double((stats.runs ?? 0) + (stats.rbi ?? 0))
    return hits + extra + 0.7 * walks + 0.5 * runs + 0.4 * Double(stats.stolenBases ?? 0)
  }

  /// Returns `2 for 3, 2 HR, 2 RBI`.
  static func line(_ stats: BattingStats) -> String {
    let counts = [
      (stats.homeRuns, "HR"), (stats.triples, "3B"), (stats.doubles, "2B"), (stats.rbi, "RBI"),
      (stats.baseOnBalls, "BB"),
      (stats.stolenBases, "SB"),
    ]
    let extras = counts.compactMap { count, name -> String? in
      guard let count, count > 0 else { return nil }
      return count == 1 ? name : "\(count) \(name)"
    }
    return (["\(stats.hits ?? 0) for \(stats.atBats ?? 0)"] + extras).joined(separator: ", ")
  }
}
