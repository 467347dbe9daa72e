import Testing

@testable import LiveModel
@testable import LiveNBA

@Suite struct NBATeamsAndPlayersTests {
  private typealias Fixture = NumbersFixture
  private typealias Rows = RowsRead<PlayerListing>

  private static let refusal = Fault(.lookupRefused, "the plan of the key does not have it")
  private static let abe = #"{"status":"ACTIVE","personId":7,"name":"Ana Abe"}"#

  private func roster(
    of club: String = "GSW", key: String? = Fixture.key, _ replies: [String: PlanRun<Rows>.Reply]
  ) throws -> PlanRun<Rows> {
    PlanRun(Fixture.lists(key: key).roster(of: try #require(NBAClubs.club(club)).listing), replies)
  }

  private func search(
    _ name: String, _ replies: [String: PlanRun<Rows>.Reply], stored: [String: String] = [:]
  ) -> PlanRun<Rows> {
    PlanRun(Fixture.lists().players(named: name), replies, stored: stored)
  }

  @Test func theTeamsAreThereWithoutARequest() {
    let run = PlanRun(Fixture.lists(key: nil).teams(in: 2026), [:])
    #expect(run.value?.rows.count == 30 && run.asked.isEmpty)
  }

  @Test func aSeasonBeginsInOctober() throws {
    let dates = ["2026-09-30", "2026-10-01", "2027-06-20"].compactMap { CivilDate(iso: $0) }
    #expect(dates.map(Fixture.lists().season) == [2025, 2026, 2026])
  }

  @Test func theRosterIsThatOfTheActivePlayersOfTheClub() throws {
    let other = Fixture.team(42, "WAS", "Washington Capitols", conference: "    ")
    let run = try roster([
      "/v1/teams": .body(Fixture.teams),
      "/v1/players/active": .body(
        Fixture.list(Fixture.player(1, "Ana", "Abe"), Fixture.player(2, "Bea", "Bo", team: other))),
    ])
    #expect(run.value?.rows.map(\.name) == ["Ana Abe"] && run.warnings.isEmpty)
    #expect(run.asked == ["/v1/teams", "/v1/players/active?team_ids%5B%5D=10&per_page=100"])
    #expect(run.lifetimes == [.seconds(30 * 86_400), .seconds(86_400)])
  }

  @Test func aClubIsFoundByItsAbbreviationAmongClubsOfLongAgo() throws {
    let run = try roster(of: "WAS", ["/v1/teams": .body(Fixture.teams)])
    #expect(run.asked.contains("/v1/players/active?team_ids%5B%5D=30&per_page=100"))
  }

  @Test func withoutAKeyTheRosterIsThatOfTheGame() throws {
    let run = try roster(
      key: nil,
      [
        "todaysScoreboard": .body(Fixture.scoreboard(Fixture.game("0022600007", "20261021", 2))),
        "boxscore_0022600007": .body(Fixture.boxscore(players: Self.abe)),
      ])
    #expect(run.value?.rows.map(\.id) == [7] && run.asked.allSatisfy { !$0.contains("/v1/") })
    #expect(run.warnings.count == 1 && run.warnings[0].contains("for the game on 2026-10-21"))
    #expect(run.warnings[0].contains("With a key") && run.warnings[0].contains("https://app.balldontlie.io"))
    #expect(run.warnings[0].contains("source.nba.numbers.key"))
  }

  @Test func onADayWithoutAGameTheLastOneCounts() throws {
    let run = try roster(
      key: nil,
      [
        "todaysScoreboard": .body(Fixture.scoreboard(Fixture.game("0022600008", "20261021", 2, home: "BOS"))),
        "scheduleLeagueV2": .body(
          Fixture.schedule(
            Fixture.game("0022600001", "20261019", 3), Fixture.game("0022600002", "20261020", 3),
            Fixture.game("0022600003", "20261030", 1))),
        "boxscore_0022600002": .body(Fixture.boxscore(players: Self.abe)),
      ])
    #expect(run.value?.rows.map(\.name) == ["Ana Abe"])
  }

  @Test func beforeTheBoxScoreOfTodayIsThereTheLastGameCounts() throws {
    let run = try roster(
      key: nil,
      [
        "todaysScoreboard": .body(Fixture.scoreboard(Fixture.game("0022600003", "20261021", 1))),
        "scheduleLeagueV2": .body(Fixture.schedule(Fixture.game("0022600002", "20261020", 3))),
        "boxscore_0022600002": .body(Fixture.boxscore(players: Self.abe)),
      ])
    #expect(run.value?.rows.map(\.name) == ["Ana Abe"])
    #expect(
      run.asked.map { $0.split(separator: "/").last } == [
        "todaysScoreboard_00.json", "boxscore_0022600003.json", "scheduleLeagueV2.json", "boxscore_0022600002.json",
      ])
  }

  @Test func aPlanWithoutActivePlayersGivesTheRosterOfTheGame() throws {
    let run = try roster([
      "/v1/teams": .body(Fixture.teams), "/v1/players/active": .fault(Self.refusal),
      "todaysScoreboard": .body(Fixture.scoreboard(Fixture.game("0022600007", "20261021", 3))),
      "boxscore_0022600007": .body(Fixture.boxscore(players: Self.abe)),
    ])
    #expect(run.value?.rows.map(\.name) == ["Ana Abe"] && run.warnings[0].contains("the plan of the key"))
  }

  @Test func withoutAGameAllPlayersOfTheClubAreListed() throws {
    let run = try roster([
      "/v1/teams": .body(Fixture.teams), "/v1/players/active": .fault(Self.refusal),
      "todaysScoreboard": .body(Fixture.scoreboard()), "scheduleLeagueV2": .body(Fixture.schedule()),
      "/v1/players?team_ids": .body(Fixture.list(Fixture.player(1, "Ana", "Abe"), next: 1)),
      "team_ids%5B%5D=10&per_page=100&cursor=1": .body(Fixture.list(Fixture.player(2, "Bea", "Bo"))),
    ])
    #expect(run.value?.rows.map(\.name) == ["Ana Abe", "Bea Bo"])
    #expect(run.warnings[0].hasPrefix("these are all players whose last club is GSW"))
  }

  @Test func withoutKeyAndGameTheFaultSaysHowToGetAKey() throws {
    let run = try roster(key: nil, ["todaysScoreboard": .body(Fixture.scoreboard())])
    #expect(run.fault?.code == .lookupNoKey && run.fault?.description.contains("app.balldontlie.io") == true)
  }

  @Test func aListedPlayerIsFoundAmongThoseOfTheEventsByNameAndClub() throws {
    let curry = try BalldontliePage<BalldontliePlayer>(
      Array(Fixture.list(Fixture.player(115, "Nikola", "Jokic Jr.")).utf8)
    ).rows.rows[0].listing
    let replies: [String: PlanRun<Person?>.Reply] = [
      "todaysScoreboard": .body(Fixture.scoreboard(Fixture.game("0022600007", "20261021", 2))),
      "boxscore_0022600007": .body(
        Fixture.boxscore(players: #"{"personId":5,"name":"Nikola Jović"},{"personId":203999,"name":"Nikola Jokić"}"#)),
    ]
    let run = PlanRun(Fixture.lists().person(of: curry), replies)
    #expect(run.value ?? nil == Person(id: 203_999, name: "Nikola Jokić"))
    guard case .success(nil) = PlanRun(Fixture.lists().person(of: curry), [:]).answer else {
      Issue.record("a player without a game was found")
      return
    }
  }

  @Test func aSearchAsksForOneWordOfTheName() {
    let run = search("Stephen Curry", ["search=stephen": .body(Fixture.list(Fixture.player(115, "Stephen", "Curry")))])
    #expect(run.asked == ["/v1/players?search=stephen&per_page=100"] && run.value?.rows.map(\.id) == [115])
    #expect(run.lifetimes == [.seconds(3 * 86_400)] && run.requests.first?.headers.first?.value == Fixture.key)
  }

  @Test func aSearchWithTooFewLettersSaysSo() {
    let run = search("x", [:])
    #expect(run.asked.isEmpty && run.fault?.code == .lookupUnknownName)
    #expect(run.fault?.message.contains("at least two letters") == true)
  }

  @Test func theAnswerToABeginningIsUsedAgain() {
    let stored = ["search=cu&per_page=100": Fixture.list(Fixture.player(115, "Stephen", "Curry"))]
    let run = search("curry", [:], stored: stored)
    #expect(run.asked.isEmpty && run.value?.rows.map(\.id) == [115])
    let part = ["search=cu&per_page=100": Fixture.list(Fixture.player(115, "Stephen", "Curry"), next: 5)]
    #expect(search("curry", [:], stored: part).asked.first == "/v1/players?search=curry&per_page=100")
  }

  @Test func aNameThatNobodyHasIsSearchedByItsBeginning() {
    let run = search(
      "Jokic",
      [
        "search=jokic": .body(Fixture.list()),
        "search=jok": .body(Fixture.list(Fixture.player(246, "Nikola", "Jokić"))),
      ])
    #expect(run.asked.count == 2 && run.value?.rows.map(\.id) == [246])
  }

  @Test func aSearchReadsThreePagesAtMost() {
    let replies: [String: PlanRun<Rows>.Reply] = [
      "search=an": .body(Fixture.list(Fixture.player(1, "Ana", "A"), next: 1)),
      "search=an&per_page=100&cursor=1": .body(Fixture.list(Fixture.player(2, "Anb", "B"), next: 2)),
      "search=an&per_page=100&cursor=2": .body(Fixture.list(Fixture.player(3, "Anc", "C"), next: 3)),
    ]
    let run = search("an", replies)
    #expect(run.asked.count == 3 && run.value?.rows.map(\.id) == [1, 2, 3])
    #expect(run.warnings == ["more than 3 players have 'an' in their names; write more of the name"])
  }

  @Test func aCursorThatStandsStillEndsTheList() {
    let replies: [String: PlanRun<Rows>.Reply] = [
      "search=an": .body(Fixture.list(Fixture.player(1, "Ana", "A"), next: 1)),
      "search=an&per_page=100&cursor=1": .body(Fixture.list(Fixture.player(2, "Anb", "B"), next: 1)),
    ]
    #expect(search("an", replies).asked.count == 2)
  }

  @Test func aLaterPageThatFailsLeavesTheFirst() {
    let limit = Fault(.lookupLimit, "5 requests a minute", hint: "ask again in 40 s")
    let replies: [String: PlanRun<Rows>.Reply] = [
      "search=an": .body(Fixture.list(Fixture.player(1, "Ana", "A"), next: 1)),
      "search=an&per_page=100&cursor=1": .fault(limit),
    ]
    let run = search("an", replies)
    #expect(run.value?.rows.map(\.id) == [1] && run.warnings.count == 1)
    #expect(search("an", ["search=an": .fault(limit)]).fault == limit)
  }

  private func profile(_ replies: [String: PlanRun<PlayerProfile?>.Reply]) -> PlanRun<PlayerProfile?> {
    PlanRun(Fixture.lists().profile(of: 115, upTo: 2026), replies)
  }

  private static let person = PlanRun<PlayerProfile?>.Reply.body(
    #"{"data":\#(NumbersFixture.player(115, "Stephen", "Curry"))}"#)

  private static func averages(_ season: Int) -> PlanRun<PlayerProfile?>.Reply {
    .body(#"{"data":[{"player":{"id":115},"season":\#(season),"stats":{"gp":70,"pts":24.5}}]}"#)
  }

  @Test func aProfileHasTheAveragesOfTwoSeasons() throws {
    let run = profile([
      "/v1/players/115": Self.person, "general?season=2026": Self.averages(2026),
      "general?season=2025": Self.averages(2025),
    ])
    let profile = try #require(run.value ?? nil)
    #expect(profile.season == 2026 && profile.tables.first?.rows.map(\.season) == [2026, 2025])
    #expect(profile.tables.first?.columns.first == "G" && run.warnings.isEmpty && run.asked.count == 3)
  }

  @Test func beforeTheFirstGameOfASeasonTheLastSeasonIsShown() throws {
    let run = profile([
      "/v1/players/115": Self.person, "general?season=2026": .body(#"{"data":[]}"#),
      "general?season=2025": Self.averages(2025),
    ])
    #expect(try #require(run.value ?? nil).season == 2025)
  }

  @Test func aPlanWithoutAveragesLeavesTheBio() throws {
    let run = profile(["/v1/players/115": Self.person, "season_averages": .fault(Self.refusal)])
    let profile = try #require(run.value ?? nil)
    #expect(profile.tables.isEmpty && profile.season == nil && profile.height == "6' 2\"")
    #expect(run.asked.count == 3 && run.warnings.count == 1)
    #expect(run.warnings[0].hasPrefix("the season averages are missing: the plan of the key"))
  }

  @Test func theOtherFormOfAveragesIsAskedForIfOneIsRefused() throws {
    let flat = #"{"data":[{"player_id":115,"season":2026,"games_played":3}]}"#
    let run = profile([
      "/v1/players/115": Self.person, "season_averages/general": .fault(Self.refusal),
      "season_averages?season=2026": .body(flat), "season_averages?season=2025": .body(#"{"data":[]}"#),
    ])
    #expect(try #require(run.value ?? nil).tables.first?.rows.count == 1 && run.warnings.isEmpty)
  }

  @Test func aFullMinuteAsksForNoOtherForm() throws {
    let limit = Fault(.lookupLimit, "5 requests a minute", hint: "ask again in 40 s")
    let run = profile(["/v1/players/115": Self.person, "season_averages": .fault(limit)])
    #expect(run.asked.count == 2 && run.warnings[0].contains("ask again in 40 s"))
  }

  @Test func anUnknownPlayerHasNoProfile() {
    let run = profile([:])
    guard case .success(let profile) = run.answer else { Issue.record("no answer"); return }
    #expect(profile == nil)
  }
}
