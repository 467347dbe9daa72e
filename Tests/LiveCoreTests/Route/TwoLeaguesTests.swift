internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveNBA

/// Names of teams where two leagues have the same ones.
@Suite struct TwoLeaguesTests {
  private static let leagues = Leagues.known

  @Test func theFirstLeagueOwnsASharedAbbreviation() {
    #expect(Self.leagues.owner(of: "BOS") == .mlb && Self.leagues.owner(of: "LAL") == .nba)
    #expect(Self.leagues.owner(of: "XYZ") == nil)
    #expect(Self.leagues.name(of: "BOS", in: .mlb) == "BOS" && Self.leagues.name(of: "BOS", in: .nba) == "nba/BOS")
    #expect(Self.leagues.name(of: "LAL", in: .nba) == "LAL")
    #expect(Self.leagues.others(named: "BOS").map(\.name) == ["nba/BOS"])
    #expect(Self.leagues.others(named: "LAL").isEmpty && Self.leagues.others(named: "XYZ").isEmpty)
  }

  @Test(arguments: [
    ("BOS", "BOS"), ("mlb/BOS", "BOS"), ("nba/BOS", "nba/BOS"), ("nba/LAL", "LAL"), ("nba/BRK", "BKN"), ("CHW", "CWS"),
    ("XYZ", "XYZ"), ("nhl/BOS", "nhl/BOS"),
  ])
  func eachNameHasACurrentForm(name: String, current: String) { #expect(Self.leagues.currentName(name) == current) }

  @Test func aNameAmongSomeLeaguesHasANameAmongAll() {
    let nba = Self.leagues.named(["nba"])
    #expect(nba.ids == [.nba] && Self.leagues.named([]).ids == Self.leagues.ids)
    #expect(Self.leagues.named(["nhl"]).ids == Self.leagues.ids)
    #expect(Self.leagues.name(of: "BOS", among: nba) == "nba/BOS")
    #expect(Self.leagues.name(of: "LAL", among: nba) == "LAL" && Self.leagues.name(of: "NYY", among: nba) == "NYY")
  }

  @Test func clubNamesTellLeaguesApart() {
    let names = ClubNames(["BOS", "nba/ATL", "LAL", "QQQ"], Self.leagues)
    #expect(names.contains("BOS", in: .mlb) && !names.contains("BOS", in: .nba))
    #expect(names.contains("ATL", in: .nba) && !names.contains("ATL", in: .mlb))
    #expect(names.contains("LAL", in: .nba) && names.contains("QQQ", in: .mlb))
    #expect(names.hasClub(of: .mlb) && names.hasClub(of: .nba))
    #expect(!ClubNames(["BOS", "QQQ"], Self.leagues).hasClub(of: .nba))
    #expect(ClubNames(["nba/BRK"], Self.leagues).contains("BKN", in: .nba))
  }

  @Test func aWatchedGameIsOfTheNamedLeague() {
    let router = Router(rules: [], sinks: ["a"], follow: ["BOS", "nba/ATL"])
    #expect(router.watches(away: "BOS", home: "TOR", in: .mlb) && !router.watches(away: "BOS", home: "TOR", in: .nba))
    #expect(router.watches(away: "MIA", home: "ATL", in: .nba) && !router.watches(away: "MIA", home: "ATL", in: .mlb))
  }

  /// The sample of the NBA is NYK at BOS.
  @Test(
    arguments: [
      ([], ["BOS"], false), ([], ["nba/BOS"], true), ([], ["NYK"], true), (["nba"], ["BOS"], true),
      (["nba"], ["nba/BOS"], true), (["mlb", "nba"], ["BOS"], false), (["mlb"], ["BOS"], false),
      (["nba"], ["NYY"], false), (["nba"], ["mlb/BOS"], false),
    ] as [([String], [String], Bool)])
  func aRouteLooksTeamsUpAmongItsLeagues(leagues: [String], teams: [String], fits: Bool) {
    let event = Basketball().sample
    #expect(Match(of: Conditions(leagues: leagues, teams: teams)).admits(event) == fits)
  }

  @Test func aVocabularyKnowsTheNamesOfItsLeagues() throws {
    let (all, nba) = (Vocabulary.known, Vocabulary.of(leagues: ["nba"]))
    #expect(all.find("celtics", as: .team) == "nba/BOS" && nba.find("celtics", as: .team) == "BOS")
    #expect(nba.team("boston") == "nba/BOS" && nba.team("red sox") == nil && all.team("boston") == "BOS")
    #expect(all.has("nba/BOS", as: .team) && all.has("mlb/BOS", as: .team) && !all.has("nhl/BOS", as: .team))
    #expect(try nba.abbreviations(of: "nets") == ["BKN", "BRK", "NJN"])
    #expect(try nba.abbreviations(of: "BOS") == ["nba/BOS"])
    #expect(all.unknown("football", as: .league).hint == "known here: mlb, nba")
    #expect(Vocabulary.of(leagues: []).find("BOS", as: .team) == "BOS")
  }

  @Test func aFilterAsTextLooksTeamsUpAmongItsLeagues() throws {
    var text = FilterText()
    (text.leagues, text.teams) = (["NBA"], ["boston"])
    #expect(try EventFilter(text).teams == ["nba/BOS"])
    text.leagues = []
    #expect(try EventFilter(text).teams == ["BOS"])
    (text.leagues, text.teams) = (["nba"], ["red sox"])
    #expect(throws: Fault.self) { try EventFilter(text) }
  }

  @Test func aRouteThatNoEventOfItsLeagueMeetsIsFound() {
    let check = RouteCheck()
    #expect(!check.canMatch(Conditions(leagues: ["nba"], tags: [Tag("home_run")])))
    #expect(check.canMatch(Conditions(leagues: ["nba"], tags: [Tag("three_pointer")])))
    #expect(!check.canMatch(Conditions(leagues: ["mlb"], tags: [Tag("three_pointer")])))
    #expect(!check.canMatch(Conditions(leagues: ["nba"], batting: ["BOS"])))
    #expect(!check.canMatch(Conditions(leagues: ["nba"], minLeverage: 2)))
    let period = EventType(rawValue: "livegame.period")
    #expect(check.canMatch(Conditions(leagues: ["nba"], types: [period], innings: 5...9)))
    #expect(!check.canMatch(Conditions(leagues: ["mlb"], types: [period])))
    #expect(!check.canMatch(Conditions(tags: [Tag("clutch")], innings: 1...3)))
    #expect(check.canMatch(Conditions(tags: [Tag("home_run"), Tag("three_pointer")])))
  }
}
