/// Figures that compare a player with the whole league, without park factors.
struct Sabermetrics: Sendable {
  /// The member `stat`.
  let stat: JSON

  /// - Returns: nil for fielding, and without the counts that the figures need.
  init?(_ own: StatLine, among all: StatLine) {
    let figures: [(String, Double)]?
    switch own.group {
    case .hitting: figures = Self.hitting(own, all)
    case .pitching: figures = Self.pitching(own, all)
    case .fielding: figures = nil
    }
    guard let figures else { return nil }
    stat = .object(figures.map { ($0, .written(Array(Rate.text($1, digits: 4).utf8))) })
  }

  /// wRC+ from the weights of the results, and wins from the runs above an average player.
  private static func hitting(_ own: StatLine, _ all: StatLine) -> [(String, Double)]? {
    guard let mine = weighted(own), let others = weighted(all),
      let runs = Rate(all["runs"], of: all["plateAppearances"]).value, runs > 0
    else { return nil }
    let above = (mine - others) / 1.2
    let wins = (above + 0.03) * Double(own["plateAppearances"]) / 10
    return [("wRcPlus", 100 * (above + runs) / runs), ("war", wins)]
  }

  private static func weighted(_ line: StatLine) -> Double? {
    let singles = line["hits"] - line["doubles"] - line["triples"] - line["homeRuns"]
    let thousandths =
      690 * line["baseOnBalls"] + 720 * line["hitByPitch"] + 890 * singles + 1270 * line["doubles"]
      + 1620 * line["triples"] + 2100 * line["homeRuns"]
    return Rate(thousandths, of: 1000 * line["plateAppearances"]).value
  }

  /// FIP- and wins. StatsAPI's `eraMinus` is left out, so that clients that can compute it do.
  private static func pitching(_ own: StatLine, _ all: StatLine) -> [(String, Double)]? {
    guard let mine = independent(own), let others = independent(all),
      let average = Rate(27 * all["earnedRuns"], of: all["outs"]).value, average > 0
    else { return nil }
    let runs = mine - others + average
    let wins = (average * 1.25 - runs) * Double(own["outs"]) / 27 / 10
    return [("fipMinus", 100 * runs / average), ("war", wins)]
  }

  /// Runs in nine innings that depend on the pitcher alone, before they are fitted to the league.
  private static func independent(_ line: StatLine) -> Double? {
    let weighted = 13 * line["homeRuns"] + 3 * (line["baseOnBalls"] + line["hitByPitch"]) - 2 * line["strikeOuts"]
    return Rate(3 * weighted, of: line["outs"]).value
  }
}
