internal import LiveMLB
internal import LiveModel

/// The batting tables of both sides, for the template `game/lineups`.
struct LineupCard: Sendable {
  var tables: [Table]
  /// Whether there are statistics of the game. Before it, the batters are line-ups.
  var hasNumbers: Bool

  struct Table: Sendable {
    var bar: String
    var side: String
    var batters: [Row]
    /// The sums of the team; none if the league gives none.
    var totals: [String]
    var hasTotals: Bool
    /// Whether there are averages of the season.
    var hasAverages: Bool
    /// `a-Singled for Solano in the 6th.`
    var remarks: [String]
    var bench: String?
  }

  struct Row: Sendable {
    var batterID: Int
    var batter: String
    /// `LF`, with the mark of a substitute's note.
    var place: String
    /// The mark of a note: `a-`.
    var mark: String
    var isSubstitute: Bool
    /// Whether the player is at bat.
    var isUp: Bool
    var cells: [String]
  }

  /// Nil without batters.
  init?(_ game: ViewedGame) {
    let boxes = [Side.away, .home].compactMap { side in
      (game.own?.boxscore?[side]).flatMap { $0.batters.isEmpty ? nil : (side, $0) }
    }
    guard !boxes.isEmpty else { return nil }
    let hasNumbers = !game.viewer.preferences.hidesScores && [.live, .delayed, .suspended, .final].contains(game.phase)
    self.hasNumbers = hasNumbers
    let up = game.isBetweenPlays || !hasNumbers ? nil : game.situation?.batter?.id
    tables = boxes.map { side, box in
      let hasAverages = hasNumbers && box.batters.contains { $0.average != nil }
      let totals = hasNumbers ? box.batting.map(Self.cells) ?? [] : []
      return Table(
        bar: game.bar(side), side: game.name(side),
        batters: box.batters.filter { hasNumbers || $0.order % 100 == 0 }.map {
          Row($0, up: up, hasNumbers, hasAverages)
        },
        totals: totals, hasTotals: !totals.isEmpty, hasAverages: hasAverages, remarks: hasNumbers ? box.notes : [],
        bench: game.viewer.preferences.hidesScores ? nil : Self.bench(box.bench))
    }
  }

  private static func bench(_ players: [TeamBoxscore.RosterPlayer]) -> String? {
    let names = players.filter { !$0.name.isEmpty }.map {
      [$0.name, $0.position].compactMap(\.self).joined(separator: " ")
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  static func cells(_ stats: BattingStats) -> [String] {
    [stats.atBats, stats.runs, stats.hits, stats.rbi, stats.baseOnBalls, stats.strikeOuts].map(\.cell)
  }
}

extension LineupCard.Row {
  fileprivate init(_ batter: TeamBoxscore.Batter, up: Int?, _ hasNumbers: Bool, _ hasAverages: Bool) {
    (batterID, self.batter) = (batter.id, batter.name)
    isSubstitute = batter.order % 100 != 0
    isUp = batter.id == up
    // Later positions and the bench would show the course of the game.
    place =
      (hasNumbers ? batter.positions.joined(separator: "-") : batter.positions.first ?? "") + (isUp ? " · at bat" : "")
    mark = batter.mark ?? ""
    cells = hasNumbers ? LineupCard.cells(batter.stats) + (hasAverages ? [batter.average ?? ""] : []) : []
  }
}

extension Int? {
  /// The number as text; empty without one.
  var cell: String { map(String.init) ?? "" }
}
