internal import LiveMLB
internal import LiveModel

/// The pitchers of both sides, for the template `game/pitchers`.
struct PitcherCard: Sendable {
  var tables: [Table]

  struct Table: Sendable {
    var bar: String
    var side: String
    var pitchers: [Row]
    var totals: [String]
    var hasTotals: Bool
    /// Whether there are averages of the season.
    var hasAverages: Bool
    /// The names of the pitchers who have not pitched.
    var bullpen: String?
  }

  struct Row: Sendable {
    var pitcherID: Int
    var pitcher: String
    /// `pitching`, `W, 6–5`.
    var place: String
    var isUp: Bool
    var cells: [String]
  }

  /// Nil before anybody has pitched, and for a viewer who wants to see no scores.
  init?(_ game: ViewedGame) {
    guard !game.viewer.preferences.hidesScores, [.live, .delayed, .suspended, .final].contains(game.phase) else {
      return nil
    }
    let boxes = [Side.away, .home].compactMap { side in
      (game.own?.boxscore?[side]).flatMap { $0.pitchers.isEmpty && $0.bullpen.isEmpty ? nil : (side, $0) }
    }
    guard boxes.contains(where: { !$0.1.pitchers.isEmpty }) else { return nil }
    let now = game.isBetweenPlays ? nil : game.situation?.pitcher?.id
    tables = boxes.map { side, box in
      let hasAverages = box.pitchers.contains { $0.era != nil }
      let bullpen = box.bullpen.map(\.name).filter { !$0.isEmpty }
      return Table(
        bar: game.bar(side), side: game.name(side),
        pitchers: box.pitchers.map { Row($0, now: now, game.own?.decisions, hasAverages) },
        totals: box.pitching.map(Self.cells) ?? [], hasTotals: box.pitching != nil, hasAverages: hasAverages,
        bullpen: bullpen.isEmpty ? nil : bullpen.joined(separator: ", "))
    }
  }

  static func cells(_ stats: PitchingStats) -> [String] {
    [stats.inningsPitched ?? ""]
      + [stats.hits, stats.runs, stats.earnedRuns, stats.baseOnBalls, stats.strikeOuts, stats.numberOfPitches].map(
        \.cell)
  }
}

extension PitcherCard.Row {
  fileprivate init(_ pitcher: TeamBoxscore.Pitcher, now: Int?, _ decisions: Decisions?, _ hasAverages: Bool) {
    (pitcherID, self.pitcher) = (pitcher.id, pitcher.name)
    isUp = pitcher.id == now
    // `(L, 1-1)(BS, 1)`
    let decision = pitcher.note.map { note in
      note.replacing(")(", with: "; ").filter { !"()".contains($0) }.replacing("-", with: "–")
    }
    let letters = [(decisions?.winner?.id, "W"), (decisions?.loser?.id, "L"), (decisions?.save?.id, "S")]
    place = isUp ? "pitching" : decision ?? letters.first { $0.0 == pitcher.id }?.1 ?? ""
    cells = PitcherCard.cells(pitcher.stats) + (hasAverages ? [pitcher.era ?? ""] : [])
  }
}
