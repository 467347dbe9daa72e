internal import LiveModel

/// Figures of a player in which 100 is the league, from counts of the player and of all teams. `docs/statistics.md` has
/// the formulas.
enum MLBComparison {
  /// The tables with such figures.
  static let tables = [MLBStatColumns.hitting.table, MLBStatColumns.pitching.table]

  /// Value of the `fields` parameter for the statistics of teams.
  static let fields = [
    "stats", "group", "type", "displayName", "splits", "season", "team", "id", "stat", "hits", "baseOnBalls",
    "hitByPitch", "atBats", "sacFlies", "totalBases", "homeRuns", "strikeOuts", "earnedRuns", "outs", "inningsPitched",
  ]

  /// Decodes the sums over all teams; nil if no team has any.
  static func totals(in body: [UInt8]) throws -> LeagueTotals? {
    try MLBRows<MLBStats>.read(body) { .some(totals(of: $0)) }.rows.compactMap(\.self).first
  }

  private static func totals(of stats: MLBStats) -> LeagueTotals? {
    guard let table = stats.group, tables.contains(table) else { return nil }
    let counts = stats.splits.filter { $0.club != nil }.counts
    return counts.isEmpty ? nil : LeagueTotals(table, counts)
  }

  /// Returns the profile with the figures that can be computed and that the source has not given.
  static func compared(_ profile: PlayerProfile, with totals: [LeagueTotals]) -> PlayerProfile {
    var profile = profile
    let computed = totals.reduce(into: [String: [String: Double]]()) { figures, total in
      guard let counts = profile.counts[total.table] else { return }
      figures[total.table] = self.figures(Rates(counts), Rates(total.counts))
    }
    profile.figures = MLBSabermetrics.completed(profile.figures, with: computed)
    return profile
  }

  /// Returns the figures by name; those of the other table are ignored.
  private static func figures(_ player: Rates, _ league: Rates) -> [String: Double] {
    var figures: [String: Double] = [:]
    if let era = ratio(player.earnedRunAverage, league.earnedRunAverage) { figures["ERA-"] = 100 * era }
    if let babip = ratio(player.onBallsInPlay, league.onBallsInPlay) { figures["BABIP+"] = 100 * babip }
    if let onBase = ratio(player.onBase, league.onBase), let slugging = ratio(player.slugging, league.slugging) {
      figures["OPS+"] = 100 * (onBase + slugging - 1)
    }
    return figures
  }

  private static func ratio(_ value: Double?, _ league: Double?) -> Double? {
    guard let value, let league, league > 0 else { return nil }
    return value / league
  }

  /// Rates from counts. Nil without the counts, and if the divisor is zero.
  private struct Rates {
    var earnedRunAverage: Double?
    var onBase: Double?
    var slugging: Double?
    var onBallsInPlay: Double?

    init(_ counts: [String: Int]) {
      func count(_ name: String) -> Double? { counts[name].map(Double.init) }
      func rate(_ value: Double?, _ divisor: Double?) -> Double? {
        guard let value, let divisor, divisor > 0 else { return nil }
        return value / divisor
      }
      earnedRunAverage = rate(count("earnedRuns").map { $0 * 27 }, count("outs"))
      guard let hits = count("hits"), let atBats = count("atBats") else { return }
      let (walks, flies) = (count("baseOnBalls"), count("sacFlies") ?? 0)
      let hitByPitch = count("hitByPitch") ?? 0
      onBase = rate(walks.map { hits + $0 + hitByPitch }, walks.map { atBats + $0 + hitByPitch + flies })
      slugging = rate(count("totalBases"), atBats)
      guard let homeRuns = count("homeRuns"), let strikeOuts = count("strikeOuts") else { return }
      onBallsInPlay = rate(hits - homeRuns, atBats - strikeOuts - homeRuns + flies)
    }
  }
}
