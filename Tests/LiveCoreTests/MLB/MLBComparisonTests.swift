import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

/// The formulas of `docs/statistics.md`.
@Suite struct MLBComparisonTests {
  private static let league = LeagueTotals(
    "hitting",
    [
      "hits": 250, "baseOnBalls": 80, "hitByPitch": 10, "atBats": 1000, "sacFlies": 10, "totalBases": 400,
      "homeRuns": 30, "strikeOuts": 220,
    ])

  private static func profile(_ table: String, _ counts: [String: Int], _ figures: [StatFigure] = []) -> PlayerProfile {
    var profile = PlayerProfile(PlayerListing(league: .mlb, id: 5, name: "Ada Long"))
    (profile.season, profile.counts, profile.figures) = (2026, [table: counts], figures)
    return profile
  }

  private static func figures(_ profile: PlayerProfile, _ totals: LeagueTotals) -> [String: Double] {
    let figures = MLBComparison.compared(profile, with: [totals]).figures
    return Dictionary(uniqueKeysWithValues: figures.map { ($0.name, ($0.value * 1000).rounded() / 1000) })
  }

  @Test func theLeagueItselfIsAt100() {
    #expect(Self.figures(Self.profile("hitting", Self.league.counts), Self.league) == ["OPS+": 100, "BABIP+": 100])
    let pitching = LeagueTotals("pitching", ["earnedRuns": 400, "outs": 2700])
    #expect(Self.figures(Self.profile("pitching", pitching.counts), pitching) == ["ERA-": 100])
  }

  @Test func theFormulasHold() {
    // OBP .400 and SLG .600, BABIP 14/38, against .309 (340/1100), .400 and .289 (220/760).
    let counts = [
      "hits": 16, "baseOnBalls": 7, "hitByPitch": 1, "atBats": 50, "sacFlies": 2, "totalBases": 30, "homeRuns": 2,
      "strikeOuts": 12,
    ]
    let (onBase, slugging, babip) = (24.0 / 60, 30.0 / 50, 14.0 / 38)
    let (leagueOnBase, leagueSlugging, leagueBabip) = (340.0 / 1100, 400.0 / 1000, 220.0 / 760)
    let figures = Self.figures(Self.profile("hitting", counts), Self.league)
    let plus = 100 * (onBase / leagueOnBase + slugging / leagueSlugging - 1)
    #expect(
      figures == ["OPS+": (plus * 1000).rounded() / 1000, "BABIP+": (babip / leagueBabip * 100_000).rounded() / 1000])
    // ERA 2.00 against 4.00.
    let league = LeagueTotals("pitching", ["earnedRuns": 400, "outs": 2700])
    #expect(Self.figures(Self.profile("pitching", ["earnedRuns": 2, "outs": 27]), league) == ["ERA-": 50])
  }

  @Test(arguments: [[:], ["outs": 0, "earnedRuns": 3], ["outs": 3], ["earnedRuns": 3]])
  func nothingIsDividedByZero(counts: [String: Int]) {
    let league = LeagueTotals("pitching", ["earnedRuns": 400, "outs": 2700])
    #expect(Self.figures(Self.profile("pitching", counts), league).isEmpty)
    #expect(
      Self.figures(Self.profile("pitching", ["earnedRuns": 2, "outs": 27]), LeagueTotals("pitching", counts)).isEmpty)
    let scoreless = LeagueTotals("pitching", ["earnedRuns": 0, "outs": 2700])
    #expect(Self.figures(Self.profile("pitching", ["earnedRuns": 2, "outs": 27]), scoreless).isEmpty)
    let walks = ["hits": 0, "atBats": 0, "baseOnBalls": 0, "totalBases": 0, "homeRuns": 0, "strikeOuts": 0]
    #expect(Self.figures(Self.profile("hitting", walks), Self.league).isEmpty)
  }

  @Test func aFigureOfTheSourceIsNotComputed() {
    let given = [
      StatFigure("pitching", "WAR", 2), StatFigure("pitching", "ERA-", 77, isRelative: true, isInverted: true),
    ]
    let profile = Self.profile("pitching", ["earnedRuns": 2, "outs": 27], given)
    let compared = MLBComparison.compared(profile, with: [LeagueTotals("pitching", ["earnedRuns": 400, "outs": 2700])])
    #expect(compared.figures == [given[1], given[0]])
    let computed = MLBComparison.compared(
      Self.profile("pitching", ["earnedRuns": 2, "outs": 27]),
      with: [LeagueTotals("pitching", ["earnedRuns": 400, "outs": 2700])])
    #expect(computed.figures.map(\.isComputed) == [true] && computed.figures.map(\.isInverted) == [true])
  }

  @Test func theTeamsOfTheLeagueAreAddedUp() throws {
    let body = #"""
      {"stats":[{"type":{"displayName":"season"},"group":{"displayName":"pitching"},"splits":[
      {"team":{"id":1},"stat":{"earnedRuns":10,"inningsPitched":"9.1"}},
      {"team":{"id":2},"stat":{"earnedRuns":4,"outs":30,"era":"1.20"}},
      {"stat":{"earnedRuns":99}},{"team":{"id":3},"stat":{"earnedRuns":"x"}}]}]}
      """#
    let totals = try MLBComparison.totals(in: Array(body.utf8))
    #expect(totals == LeagueTotals("pitching", ["earnedRuns": 14, "outs": 58]))
    #expect(try MLBComparison.totals(in: Array(#"{"stats":[]}"#.utf8)) == nil)
  }
}
