import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Lookups about teams and players, from a source that answers by path.
@Suite struct PlayerLookupTests {
  private typealias Answer = [String: Any]

  /// Answers by the path of the request and, if it stands behind a space, a text that the URL contains.
  private static func source(_ answers: [String: ScriptedTransport.Reply]) -> ScriptedTransport {
    ScriptedTransport { request, _ in
      let path = request.url.split(separator: "?")[0].replacing("http://127.0.0.1:9/api/v1/", with: "")
      let fitting = answers.filter { key, _ in
        let words = key.split(separator: " ")
        return String(words[0]) == path && words.dropFirst().allSatisfy { request.url.contains($0) }
      }
      return fitting.max { $0.key.count < $1.key.count }?.value ?? .status(404, body: "{}")
    }
  }

  private static let teams: ScriptedTransport.Reply = .status(
    200,
    body: #"""
      {"teams":[{"id":111,"name":"Boston Red Sox","abbreviation":"BOS","division":{"name":"AL East"}},
      {"id":133,"name":"Athletics","abbreviation":"ATH","division":{"name":"AL West"}},
      {"id":110,"name":"Baltimore Orioles","abbreviation":"BAL","division":{"name":"AL East"}}]}
      """#)

  private static func standings(_ wins: Int) -> ScriptedTransport.Reply {
    .status(
      200,
      body: #"""
        {"records":[{"teamRecords":[{"team":{"id":111},"leagueRecord":{"wins":\#(wins),"losses":0},"divisionRank":"2"},
        {"team":{"id":110},"leagueRecord":{"wins":\#(wins),"losses":0},"divisionRank":"1"}]}]}
        """#)
  }

  private static let players: ScriptedTransport.Reply = .status(
    200,
    body: #"""
      {"people":[{"id":1,"fullName":"Ana Muñoz","firstName":"Ana","lastName":"Muñoz","currentTeam":{"id":111},
      "primaryPosition":{"abbreviation":"P"}},
      {"id":2,"fullName":"Bea Munoz","firstName":"Bea","lastName":"Munoz","currentTeam":{"id":110},
      "primaryPosition":{"abbreviation":"SS"}},
      {"id":3,"fullName":"Cleo Abe","firstName":"Cleo","lastName":"Abe","currentTeam":{"id":133},
      "primaryPosition":{"abbreviation":"TWP"}}]}
      """#)

  private static func person(_ type: String, _ season: Int) -> ScriptedTransport.Reply {
    .status(
      200,
      body: #"""
        {"people":[{"id":1,"fullName":"Ana Muñoz","mlbDebutDate":"2024-05-01","currentTeam":{"id":111},"stats":[
        {"type":{"displayName":"\#(type)"},"group":{"displayName":"pitching"},"splits":[{"season":"\#(season)",
        "team":{"id":110,"name":"Orioles"},"stat":{"gamesPlayed":3,"earnedRuns":2,"outs":27}}]},
        {"type":{"displayName":"career"},"group":{"displayName":"pitching"},"splits":[{"stat":{"gamesPlayed":30}}]}]}]}
        """#)
  }

  private static let totals: ScriptedTransport.Reply = .status(
    200,
    body: #"""
      {"stats":[{"group":{"displayName":"pitching"},"splits":[{"team":{"id":1},"stat":{"earnedRuns":400,"outs":2700}}]}]}
      """#)

  private func directory(
    _ transport: ScriptedTransport, at time: String = "2026-07-12T06:00:00Z"
  ) throws -> LookupDirectory<ManualClock> {
    let now = try #require(Timestamp(rfc3339: time))
    let limiter = HostRateLimiter(clock: ManualClock(), spacing: { .zero })
    let source = LookupSource(
      transport: transport, store: LookupStore(path: nil), budget: { _ in limiter }, clock: ManualClock(),
      now: { now })
    return LookupDirectory(
      leagues: [MLB(baseURL: "http://127.0.0.1:9", sportIDs: [1, 51])], source: source, now: { now })
  }

  private func ask(_ lookup: Lookup, _ transport: ScriptedTransport, at time: String = "2026-07-12T06:00:00Z")
    async throws -> Answer
  {
    let line = Reply.lookup(lookup.name, try await directory(transport, at: time).answer(to: lookup)).line()
    return try #require(JSONSerialization.jsonObject(with: Data(line)) as? Answer)
  }

  private func names(_ answer: Answer, _ list: String = "players") -> [String] {
    (answer[list] as? [Answer] ?? []).compactMap { $0["name"] as? String }
  }

  @Test func teamsHaveTheirStandingsByDivision() async throws {
    let answer = try await ask(.teams(), Self.source(["teams": Self.teams, "standings": Self.standings(3)]))
    #expect(answer["op"] as? String == "teams" && answer["season"] as? Int == 2026)
    #expect(names(answer, "teams") == ["Baltimore Orioles", "Boston Red Sox", "Athletics"])
    #expect(answer["warnings"] == nil && answer["confirmed"] as? String == "2026-07-12T06:00:00.000Z")
  }

  @Test func beforeTheFirstGameTheLastSeasonIsShown() async throws {
    let transport = Self.source([
      "teams": Self.teams, "standings season=2027": Self.standings(0), "standings season=2026": Self.standings(90),
    ])
    let answer = try await ask(.teams(), transport, at: "2027-01-20T12:00:00Z")
    #expect(answer["season"] as? Int == 2026)
    let never = Self.source(["teams": Self.teams, "standings": Self.standings(0)])
    #expect(try await ask(.teams(), never, at: "2027-01-20T12:00:00Z")["season"] as? Int == 2027)
  }

  @Test func aTeamHasItsNextGameAndItsRoster() async throws {
    let schedule = #"""
      {"dates":[{"date":"2026-07-12","games":[
      {"gamePk":1,"gameDate":"2026-07-12T17:05:00Z","officialDate":"2026-07-12","status":{"codedGameState":"F"},
       "teams":{"away":{"team":{"id":110}},"home":{"team":{"id":111}}}}]},
      {"date":"2026-07-13","games":[
      {"gamePk":2,"gameDate":"2026-07-13T17:05:00Z","officialDate":"2026-07-13","status":{"codedGameState":"D"},
       "teams":{"away":{"team":{"id":110}},"home":{"team":{"id":111}}}},
      {"gamePk":4,"gameDate":"2026-07-14T23:05:00Z","officialDate":"2026-07-14","status":{"codedGameState":"S"},
       "teams":{"away":{"team":{"id":110}},"home":{"team":{"id":111}}}},
      {"gamePk":3,"gameDate":"2026-07-13T23:05:00Z","officialDate":"2026-07-13","status":{"codedGameState":"S"},
       "teams":{"away":{"team":{"id":110}},"home":{"team":{"id":111}}}}]}]}
      """#
    let roster = #"""
      {"roster":[{"person":{"id":8,"fullName":"Zoe Zack","lastName":"Zack"},"position":{"code":"1","abbreviation":"P"}},
      {"person":{"id":9,"fullName":"Abe Ape","lastName":"Ape"},"position":{"code":"6","abbreviation":"SS"}}]}
      """#
    let transport = Self.source([
      "teams": Self.teams, "standings": Self.standings(3), "schedule teamId=111": .status(200, body: schedule),
      "teams/111/roster": .status(200, body: roster),
    ])
    let answer = try await ask(.team(TeamQuestion(team: "BOS")), transport)
    #expect((answer["team"] as? Answer)?["id"] as? Int == 111 && names(answer, "roster") == ["Abe Ape", "Zoe Zack"])
    #expect(((answer["next_game"] as? Answer)?["game"] as? Answer)?["id"] as? Int == 3)
    let other = try await ask(.team(TeamQuestion(team: "BOS", order: .position)), transport)
    #expect(names(other, "roster") == ["Zoe Zack", "Abe Ape"])
  }

  @Test func theGamesOfATeamHaveTheirScores() async throws {
    let schedule = #"""
      {"dates":[{"date":"2026-07-14","games":[
      {"gamePk":4,"gameDate":"2026-07-14T23:05:00Z","officialDate":"2026-07-14","status":{"codedGameState":"S"},
       "teams":{"away":{"team":{"id":110}},"home":{"team":{"id":111}}}}]},
      {"date":"2026-07-12","games":[
      {"gamePk":1,"gameDate":"2026-07-12T17:05:00Z","officialDate":"2026-07-12","status":{"codedGameState":"F"},
       "linescore":{"currentInning":10},
       "teams":{"away":{"team":{"id":110},"score":3},"home":{"team":{"id":111},"score":2}}}]}]}
      """#
    let source = Self.source(["schedule teamId=111": .status(200, body: schedule)])
    let (first, last) = (CivilDate(iso: "2026-07-12"), CivilDate(iso: "2026-07-14"))
    let answer = try await directory(source).games(ofTeam: 111, from: try #require(first), to: try #require(last))
    #expect(answer.value.map(\.summary.game.id) == [1, 4] && answer.value.map(\.state) == ["F/10", "Scheduled"])
    #expect(answer.value.map(\.summary.score) == [Score(away: 3, home: 2), nil])
  }

  @Test func partsThatAreMissingAreWarnings() async throws {
    let answer = try await ask(.team(TeamQuestion(team: "OAK")), Self.source(["teams": Self.teams]))
    #expect((answer["team"] as? Answer)?["abbreviation"] as? String == "ATH" && answer["roster"] == nil)
    let warnings = try #require(answer["warnings"] as? [String])
    for part in ["the standings are missing", "the roster is missing", "the next game is missing"] {
      #expect(warnings.count { $0.hasPrefix(part) } == 1, "\(warnings)")
    }
  }

  @Test func aTeamOfAnotherSportIsUnknown() async throws {
    let source = Self.source(["teams": Self.teams, "standings": Self.standings(3)])
    let fault = await #expect(throws: Fault.self) { try await ask(.team(TeamQuestion(team: "JPN")), source) }
    #expect(fault?.code == .lookupUnknownName)
  }

  @Test(arguments: [
    (PlayersQuestion(name: "munoz"), ["Bea Munoz", "Ana Muñoz"]),
    (PlayersQuestion(name: "munoz", team: "BOS"), ["Ana Muñoz"]),
    (PlayersQuestion(position: "P"), ["Cleo Abe", "Ana Muñoz"]), (PlayersQuestion(position: "IF"), ["Bea Munoz"]),
    (PlayersQuestion(team: "OAK"), ["Cleo Abe"]), (PlayersQuestion(team: "BOS", position: "SS"), []),
  ])
  func playersAreSelectedByAllConditions(question: PlayersQuestion, expected: [String]) async throws {
    let answer = try await ask(
      .players(question), Self.source(["teams": Self.teams, "sports/1/players": Self.players]))
    #expect(Set(names(answer)) == Set(expected) && names(answer).count == expected.count)
    #expect(answer["season"] as? Int == 2026 && answer["nearest"] == nil && answer["more"] == nil)
  }

  @Test func aTypingErrorHasNearestNames() async throws {
    let source = Self.source(["teams": Self.teams, "sports/1/players": Self.players])
    let answer = try await ask(.players(PlayersQuestion(name: "munioz")), source)
    #expect(Set(answer["nearest"] as? [String] ?? []) == ["Ana Muñoz", "Bea Munoz"] && names(answer).isEmpty)
  }

  @Test func beforeASeasonThePlayersAreThoseOfTheLastOne() async throws {
    let source = Self.source([
      "teams": Self.teams, "sports/1/players season=2027": .status(200, body: #"{"people":[]}"#),
      "sports/1/players season=2026": Self.players,
    ])
    let answer = try await ask(.players(PlayersQuestion(name: "abe")), source, at: "2027-01-20T12:00:00Z")
    #expect(answer["season"] as? Int == 2026 && names(answer) == ["Cleo Abe"])
  }

  @Test func withoutTheListOfASeasonTheLeagueIsSearched() async throws {
    let source = Self.source([
      "teams": Self.teams, "people/search names=mu%C3%B1oz": Self.players,
      "people/search names=zz": .status(200, body: #"{"people":[]}"#),
      "teams/111/roster": .status(
        200,
        body: #"""
          {"roster":[{"person":{"id":8,"fullName":"Zoe Abe"}},{"person":{"id":9,"fullName":"Abe De La Zack Jr."}}]}
          """#),
    ])
    let found = try await ask(.players(PlayersQuestion(name: "muñoz")), source)
    #expect(Set(names(found)) == ["Ana Muñoz", "Bea Munoz"] && found["season"] as? Int == 2026)
    let nobody = try await ask(.players(PlayersQuestion(name: "zz")), source)
    #expect(nobody["season"] as? Int == 2026 && names(nobody).isEmpty)
    #expect((found["warnings"] as? [String])?.count { $0.hasPrefix("the list of all players is missing") } == 1)
    let ofTeam = try await ask(.players(PlayersQuestion(team: "BOS")), source)
    #expect(names(ofTeam) == ["Zoe Abe", "Abe De La Zack Jr."])
    let team = ((ofTeam["players"] as? [Answer])?.first?["team"] as? Answer)?["abbreviation"] as? String
    #expect(team == "BOS")
    let fault = await #expect(throws: Fault.self) { try await ask(.players(PlayersQuestion(position: "P")), source) }
    #expect(fault?.code == .lookupNotFound)
  }

  @Test(arguments: [PlayerQuestion.id(1), .name("ana mu"), .name("Ana Muñoz")])
  func aPlayerHasStatisticsAndIsComparedWithTheLeague(question: PlayerQuestion) async throws {
    let source = Self.source([
      "teams": Self.teams, "sports/1/players": Self.players, "people/1": Self.person("season", 2026),
      "teams/stats group=pitching": Self.totals,
    ])
    let answer = try await ask(.player(question), source)
    let player = try #require(answer["player"] as? Answer)
    let figures = try #require(player["figures"] as? [Answer])
    #expect(figures.map { $0["name"] as? String } == ["ERA-"] && figures[0]["value"] as? Double == 50)
    let rows = try #require((player["tables"] as? [Answer])?.first?["rows"] as? [Answer])
    #expect((rows[0]["team"] as? Answer)?["abbreviation"] as? String == "BAL" && rows.count == 2)
    #expect((player["team"] as? Answer)?["abbreviation"] as? String == "BOS" && answer["warnings"] == nil)
  }

  @Test func beforeASeasonTheNewestStatisticsAreShown() async throws {
    let source = Self.source([
      "teams": Self.teams, "people/1 season=2027": Self.person("none", 2027),
      "people/1 yearByYear": Self.person("yearByYear", 2025),
      "people/1 season=2025": Self.person("season", 2025), "teams/stats season=2025": Self.totals,
    ])
    let answer = try await ask(.player(.id(1)), source, at: "2027-01-20T12:00:00Z")
    #expect(answer["season"] as? Int == 2027 && (answer["player"] as? Answer)?["season"] as? Int == 2025)
  }

  @Test func withoutLeagueFiguresThePlayerIsShown() async throws {
    let answer = try await ask(.player(.id(1)), Self.source(["people/1": Self.person("season", 2026)]))
    #expect((answer["player"] as? Answer)?["season"] as? Int == 2026)
    #expect((answer["warnings"] as? [String])?.contains { $0.hasPrefix("the figures of the whole league") } == true)
  }

  @Test func severalPlayersWithANameAreCandidates() async throws {
    let source = Self.source(["teams": Self.teams, "sports/1/players": Self.players])
    let answer = try await ask(.player(.name("munoz")), source)
    #expect(answer["player"] == nil && Set(names(answer, "candidates")) == ["Ana Muñoz", "Bea Munoz"])
  }

  @Test(arguments: [
    (PlayerQuestion.id(77), "no player has the id 77"), (.name("munioz"), "did you mean 'Ana Muñoz' or"),
  ])
  func anUnknownPlayerIsAFault(question: PlayerQuestion, words: String) async throws {
    let source = Self.source([
      "teams": Self.teams, "sports/1/players": Self.players, "people/78": .status(200, body: #"{"people":[]}"#),
    ])
    let fault = await #expect(throws: Fault.self) { try await ask(.player(question), source) }
    #expect(fault?.code == .lookupUnknownName && fault?.description.contains(words) == true, "\(fault as Any)")
    let empty = await #expect(throws: Fault.self) { try await ask(.player(.id(78)), source) }
    #expect(empty?.code == .lookupUnknownName)
  }

  @Test func aStalePartGivesTheAge() throws {
    var confirmation = LookupConfirmation()
    typealias Source = LookupSource<ManualClock>
    _ = confirmation.take(Source.Answer(value: 1, confirmed: Timestamp(seconds: 10)))
    _ = confirmation.take(Source.Answer(value: 2, confirmed: Timestamp(seconds: 30)))
    #expect(confirmation.answer([String: Int](), at: Timestamp(seconds: 50)).confirmed == Timestamp(seconds: 10))
    let fault = Fault(.lookupFailed, "silent")
    _ = confirmation.take(Source.Answer(value: 3, confirmed: Timestamp(seconds: 20), fault: fault))
    let answer = confirmation.answer([String: Int](), at: Timestamp(seconds: 50))
    #expect(answer.confirmed == Timestamp(seconds: 20) && answer.fault == fault)
  }

  @Test func aSourceThatFailsIsAFault() async throws {
    let source = ScriptedTransport(.status(500))
    for lookup in [
      Lookup.teams(), .team(TeamQuestion(team: "BOS")), .players(PlayersQuestion(name: "abe")), .player(.id(1)),
    ] {
      let fault = await #expect(throws: Fault.self) { try await ask(lookup, source) }
      #expect(fault?.description.contains("500") == true)
    }
  }
}
