import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveOdds

/// The formulas, against numbers that were computed by hand.
@Suite struct PredictionInputsTests {
  /// 38 plate appearances for a game of 30 teams: 22 % strikeouts, 10 % walks and hit batters, 3 % home runs.
  private static let league: [String: Int] = [
    "plateAppearances": 10_000, "strikeOuts": 2200, "baseOnBalls": 850, "intentionalWalks": 50, "hitByPitch": 200,
    "homeRuns": 300, "hits": 2200, "doubles": 400, "triples": 50, "sacBunts": 50, "runs": 1170, "gamesPlayed": 270,
  ]

  private func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  @Test func theLeaguesRatesAreThoseOfThisSeasonAndAPartOfTheLast() {
    let rates = LeagueRates(present: Self.league, before: nil)
    #expect(isClose(rates.strikeouts, 0.22) && isClose(rates.walks, 0.1) && isClose(rates.homeRuns, 0.03))
    #expect(isClose(rates.hitsInPlay, 1900.0 / 6450))
    // 0.69 · 800 + 0.72 · 200 + 0.88 · 1450 + 1.25 · 400 + 1.58 · 50 + 2.03 · 300, for 9,900 plate appearances.
    #expect(isClose(rates.wOBA, 3160.0 / 9900))
    // 270 games with a mean of .565 · 1170 / 270, and 400 with the usual one.
    #expect(isClose(rates.firstFive, (0.565 * 1170 + 400 * LeagueRates.usual.firstFive) / 670))
    var before = Self.league
    before["strikeOuts"] = 3200
    let both = LeagueRates(present: Self.league, before: before)
    #expect(isClose(both.strikeouts, (2200 + 0.3 * 3200) / 13_000))
    #expect(isClose(both.firstFive, 0.565 * 1170 / 270))
  }

  @Test func aLeagueWithoutStatisticsIsAUsualOne() {
    #expect(LeagueRates(present: nil, before: nil) == LeagueRates(present: [:], before: [:]))
    #expect(LeagueRates(present: nil, before: nil).strikeouts == LeagueRates.usual.strikeouts)
    // A mean that is no baseball is not taken.
    var absurd = Self.league
    absurd["gamesPlayed"] = 27_000
    #expect(LeagueRates(present: absurd, before: nil).firstFive == LeagueRates.usual.firstFive)
  }

  @Test func aPitcherIsDrawnTowardsTheLeague() {
    let league = LeagueRates(present: Self.league, before: nil)
    var player = PredictionPlayer(id: 1)
    player.addPitching(
      [
        "battersFaced": 800, "strikeOuts": 240, "baseOnBalls": 60, "intentionalWalks": 2, "hitBatsmen": 6,
        "homeRuns": 20,
        "hits": 170, "gamesPlayed": 32, "gamesStarted": 32,
      ], weight: 1)
    let rates = PitcherRates(player, league)
    #expect(isClose(rates.strikeouts, (240 + 70 * 0.22) / 870 - 0.22))
    #expect(isClose(rates.walks, (64 + 170 * 0.1) / 970 - 0.1))
    #expect(isClose(rates.homeRuns, (20 + 600 * 0.03) / 1400 - 0.03))
    #expect(isClose(rates.hitsInPlay, (150 + 1500 * league.hitsInPlay) / (474 + 1500) - league.hitsInPlay))
    #expect(isClose(rates.battersFaced, (800 + 90.0) / 36) && isClose(rates.experience, 0.8))
  }

  @Test func anUnknownPitcherHasTheLeaguesRates() {
    let league = LeagueRates(present: Self.league, before: nil)
    let rates = PitcherRates(nil, league)
    #expect(rates == PitcherRates(PredictionPlayer(id: 1), league))
    #expect([rates.strikeouts, rates.walks, rates.homeRuns, rates.hitsInPlay].allSatisfy { isClose($0, 0) })
    #expect(rates.battersFaced == 22.5 && rates.experience == 0)
  }

  @Test func battersOfReliefAreNoneOfAStart() {
    var player = PredictionPlayer(id: 1)
    player.addPitching(["battersFaced": 200, "gamesPlayed": 30, "gamesStarted": 2], weight: 1)
    // 28 games of relief with 4.3 batters each leave 79.6, more than two starts have.
    #expect(player.battersInStarts == 60)
    player.addPitching(["battersFaced": 100, "gamesPlayed": 30], weight: 0.7)
    #expect(player.battersInStarts == 60)
  }

  @Test func earlyPlacesOfALineupCountMore() {
    let league = LeagueRates(present: Self.league, before: nil)
    var good = PredictionPlayer(id: 1)
    good.batSide = "L"
    good.batting.add(["plateAppearances": 600, "hits": 200, "homeRuns": 50, "baseOnBalls": 100], weight: 1)
    var pitcher = PredictionPlayer(id: 2)
    pitcher.pitchHand = "R"
    let rest = [PredictionPlayer?](repeating: nil, count: 8)
    let (first, last) = (
      LineupStrength([good] + rest, against: pitcher, league), LineupStrength(rest + [good], against: pitcher, league)
    )
    #expect(first.wOBA > last.wOBA && first.oppositeHand > last.oppositeHand)
    let none = LineupStrength([nil] + rest, against: nil, league)
    #expect(isClose(none.wOBA, -0.012) && isClose(none.oppositeHand, 0.55))
    // 0.69 · 100 + 0.88 · 150 + 2.03 · 50 = 302.5.
    let own = (302.5 + 200 * (league.wOBA - 0.012)) / 800 - league.wOBA
    #expect(isClose(first.wOBA, (2.78 * own - 0.012 * (21.51 - 2.78)) / 21.51))
  }

  @Test(arguments: [
    ("Clear", "82", "10 mph, Out To CF", 82.0, 10.0), ("Cloudy", "41", "7 mph, In From LF", 41, -7),
    ("Sunny", "70", "12 mph, L To R", 70, 0), ("Roof Closed", "", "0 mph, None", 72, 0), ("Dome", "99", "", 72, 0),
    ("Clear", "60", "Calm", 60, 0), ("Clear", "60", "999 mph, Out To CF", 60, 0),
  ])
  func theWeatherIsReadFromTheFeedsTexts(
    condition: String, temperature: String, wind: String, degrees: Double, out: Double
  ) throws {
    let weather = GameConditions.Weather(condition: condition, temperature: temperature, wind: wind)
    #expect(weather == GameConditions.Weather(temperature: degrees, windOut: out))
  }

  @Test func weatherThatCannotBeReadIsUnknown() throws {
    for temperature in ["", "warm", "900", "-400"] {
      #expect(GameConditions.Weather(condition: "Clear", temperature: temperature, wind: nil) == nil)
    }
    let full =
      #"{"gamePk":1,"gameData":{"venue":{"id":19},"weather":{"condition":"Clear","temp":"85","wind":"5 mph, Out To RF"}}}"#
    #expect(
      try GameConditions(in: Array(full.utf8))
        == GameConditions(venue: 19, weather: .init(temperature: 85, windOut: 5)))
    #expect(try GameConditions(in: Array(#"{"gameData":{"venue":7,"weather":[]}}"#.utf8)) == GameConditions())
    #expect(throws: (any Error).self) { try GameConditions(in: Array("{}".utf8)) }
  }

  @Test func theParkIsAFactor() {
    #expect(ParkTable.factor(of: 19) == 0.1658 && ParkTable.factor(of: 680) == -0.1111)
    #expect(ParkTable.factor(of: 1_000_000) == nil)
  }

  private func lineup(_ first: Int, pitcher: Int?) -> Lineup {
    Lineup(
      probablePitcher: pitcher.map { Person(id: $0, name: "P\($0)") },
      starters: (first..<first + 9).map { Starter(player: Person(id: $0, name: "B\($0)"), position: nil) })
  }

  @Test func nothingKnownIsTheLeague() {
    let inputs = PredictionInputs(
      lineups: Sides(away: lineup(1, pitcher: nil), home: lineup(11, pitcher: nil)), players: [:],
      league: LeagueRates(present: Self.league, before: nil), conditions: GameConditions())
    let prediction = inputs.prediction
    #expect(prediction.unknown == [.awayPitcher, .homePitcher, .park, .weather])
    #expect(prediction.home.mean > prediction.away.mean && prediction.homeWin > 0.5)
    for side in [prediction.away, prediction.home] {
      #expect(side.chances.count == 11 && abs(side.chances.reduce(0, +) - 1) < 0.001)
      #expect((1.8...3.2).contains(side.mean) && side.median == 2)
    }
  }

  @Test func aGoodPitcherAndColdWindHelpTheSideInTheField() {
    var inputs = PredictionInputs(
      lineups: Sides(away: lineup(1, pitcher: 50), home: lineup(11, pitcher: 60)), players: [:],
      league: LeagueRates(present: Self.league, before: nil), conditions: GameConditions())
    let before = inputs.prediction
    var ace = PredictionPlayer(id: 60)
    ace.addPitching(["battersFaced": 800, "strikeOuts": 280, "baseOnBalls": 30, "homeRuns": 12], weight: 1)
    inputs.players[60] = ace
    #expect(inputs.prediction.away.mean < before.away.mean && inputs.prediction.home.mean == before.home.mean)
    #expect(inputs.prediction.homeWin > before.homeWin)
    inputs.conditions = GameConditions(venue: 19, weather: .init(temperature: 95, windOut: 15))
    #expect(inputs.prediction.home.mean > before.home.mean * 1.2 && inputs.prediction.unknown.isEmpty)
  }
}
