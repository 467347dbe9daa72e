import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveNBA
@testable import LivePlatform

extension LeagueID {
  fileprivate static let nba = LeagueID(rawValue: "nba")
}

/// Lookups in a league whose players a service lists, with a key and a limit of requests.
@Suite(.timeLimit(.minutes(1))) struct ServiceLookupTests {
  private typealias Answer = [String: Any]

  private let clock = ManualClock()
  private let time = Locked(Timestamp(seconds: 1_793_000_000))
  private let reports = Locked<[Fault]>([])
  private let store: LookupStore

  init() { store = LookupStore(path: nil) }

  private static let key = "0123-key"

  private static func curry(_ last: String = "Curry") -> String {
    #"{"id":115,"first_name":"Stephen","last_name":"\#(last)","position":"G","height":"6-2","weight":"185","#
      + #""team":{"id":10,"conference":"West","full_name":"Golden State Warriors","abbreviation":"GSW"}}"#
  }

  private static let boxscore =
    #"{"game":{"gameCode":"20261025/LALGSW","awayTeam":{"teamTricode":"LAL","players":[]},"homeTeam":{"#
    + #""teamTricode":"GSW","players":[{"status":"ACTIVE","starter":"1","personId":201939,"name":"Stephen Curry"},"#
    + #"{"status":"INACTIVE","personId":2,"name":"Ana Abe","notPlayingDescription":"Left Knee; Surgery"}]}}}"#

  private static let scoreboard =
    #"{"scoreboard":{"games":[{"gameId":"0022600007","gameCode":"20261025/LALGSW","gameStatus":2,"#
    + #""awayTeam":{"teamTricode":"LAL"},"homeTeam":{"teamTricode":"GSW"}}]}}"#

  private static func reply(to request: HTTPRequest) -> ScriptedTransport.Reply {
    let path = request.url.split(separator: "?")[0]
    if request.url.hasPrefix("http://cdn") {
      if path.contains("boxscore") { return .status(200, body: boxscore) }
      if path.contains("todaysScoreboard") { return .status(200, body: scoreboard) }
      return .status(403, headers: ["content-type": "application/xml"], body: "<Error/>")
    }
    guard request.header("Authorization") == key else { return .status(401, body: "Unauthorized") }
    if path.hasSuffix("/players/115") { return .status(200, body: #"{"data":\#(curry())}"#) }
    if path.hasSuffix("/v1/players") { return .status(200, body: #"{"data":[\#(curry())],"meta":{"per_page":100}}"#) }
    if path.contains("season_averages") || path.hasSuffix("/active") { return .status(401) }
    return .status(404, body: #"{"error":"Not found"}"#)
  }

  private func directory(
    _ transport: ScriptedTransport, key: String? = ServiceLookupTests.key, limit: Int = 5,
    with others: [any League] = []
  ) -> LookupDirectory<ManualClock> {
    let lists = NBATeamsAndPlayers(
      feedURL: "http://cdn",
      balldontlie: Balldontlie(baseURL: "http://bdl", key: key.map { Secret($0) }, requestsPerMinute: limit))
    let league = QuarterLeague(baseURL: "http://cdn", id: .nba, teamsAndPlayers: lists)
    let limiter = HostRateLimiter(clock: clock, spacing: { .zero })
    let source = LookupSource(
      transport: transport, store: store, services: [lists.balldontlie.service], budget: { _ in limiter }, clock: clock,
      now: { [time] in time.withLock { $0 } }, report: { [reports] fault, _ in reports.withLock { $0.append(fault) } })
    return LookupDirectory(leagues: others + [league], source: source, now: { [time] in time.withLock { $0 } })
  }

  private func transport() -> ScriptedTransport { ScriptedTransport { request, _ in Self.reply(to: request) } }

  private func pass(_ seconds: Int) {
    clock.advance(by: .seconds(seconds))
    time.withLock { $0 = $0 + .seconds(seconds) }
  }

  private func ask(_ lookup: Lookup, _ directory: LookupDirectory<ManualClock>) async throws -> Answer {
    let line = Reply.lookup(lookup.name, try await directory.answer(to: lookup)).line()
    return try #require(JSONSerialization.jsonObject(with: Data(line)) as? Answer)
  }

  private func search(_ name: String, _ directory: LookupDirectory<ManualClock>) async throws -> Answer {
    try await ask(.players(PlayersQuestion(name: name, league: .nba)), directory)
  }

  private func names(_ answer: Answer, _ list: String = "players") -> [String] {
    (answer[list] as? [Answer] ?? []).compactMap { $0["name"] as? String }
  }

  @Test func theTeamsAreListedByConferenceAndDivisionWithoutARequest() async throws {
    let transport = transport()
    let answer = try await ask(.teams(.nba), directory(transport, key: nil))
    let divisions = (answer["teams"] as? [Answer] ?? []).compactMap { $0["division"] as? String }
    #expect(
      divisions.count == 30 && Array(divisions.prefix(5)).allSatisfy { $0 == "Eastern Conference, Atlantic Division" })
    #expect(divisions.last == "Western Conference, Southwest Division" && transport.requests.isEmpty)
  }

  @Test(arguments: ["curry", "Currý", "CURRY jr", "steph cur"]) func aPlayerIsFoundByAPartOfTheName(name: String)
    async throws
  {
    let answer = try await search(name, directory(transport()))
    let expected = name.hasSuffix("jr") ? [] : ["Stephen Curry"]
    #expect(names(answer) == expected)
    let row = (answer["players"] as? [Answer])?.first
    #expect(expected.isEmpty || row?["service"] as? String == "balldontlie" && row?["id"] as? Int == 115)
  }

  @Test func aSuffixOfTheServiceMakesNoDifference() async throws {
    let transport = ScriptedTransport(.status(200, body: #"{"data":[\#(Self.curry("Ennis III"))]}"#))
    let list = try await directory(transport).players(PlayersQuestion(name: "Stephen Ennis", league: .nba))
    #expect(PlayerSearch(list.value.players).named("stephen ennis").map(\.id) == [115])
  }

  @Test func anAnswerIsKeptForDays() async throws {
    let transport = transport()
    let directory = directory(transport)
    _ = try await search("cur", directory)
    // The next letters need no request.
    #expect(names(try await search("curry", directory)) == ["Stephen Curry"] && transport.requests.count == 1)
    pass(3 * 86_400 - 1)
    #expect(names(try await search("cur", directory)) == ["Stephen Curry"] && transport.requests.count == 1)
    pass(1)
    _ = try await search("cur", directory)
    #expect(transport.requests.count == 2)
  }

  @Test func aRefusedKeyIsToldOnceAndAskedForNoMore() async throws {
    let transport = transport()
    let directory = directory(transport, key: "wrong")
    for _ in 0..<3 {
      let fault = await #expect(throws: Fault.self) { try await search("curry", directory) }
      #expect(fault?.code == .lookupRefused && fault?.message.contains("refuses the key (401)") == true)
      #expect(fault?.hint?.contains("source.nba.numbers.key") == true)
      pass(3600)
    }
    let other = await #expect(throws: Fault.self) { try await search("jokic", directory) }
    #expect(other?.code == .lookupRefused && transport.requests.count == 1)
    #expect(reports.withLock { $0.count } == 1 && reports.withLock { "\($0)" }.contains("wrong") == false)
  }

  @Test func aPlanWithoutAveragesShowsTheBioAndAsksForThemOnce() async throws {
    let transport = transport()
    let directory = directory(transport, limit: 60)
    for _ in 0..<2 {
      let answer = try await ask(.player(.id(115, service: "balldontlie", league: .nba)), directory)
      #expect((answer["player"] as? Answer)?["height"] as? String == "6' 2\"")
      let warnings = answer["warnings"] as? [String] ?? []
      #expect(warnings.count == 1 && warnings[0].contains("the plan of the key does not have balldontlie's"))
      pass(86_400)
    }
    #expect(transport.requests.count { $0.url.contains("season_averages") } == 2)
    #expect(reports.withLock { $0.count } == 2)
  }

  @Test func theSixthRequestOfAMinuteSaysWhenToAskAgain() async throws {
    let transport = transport()
    let directory = directory(transport)
    for name in ["aa", "bb", "cc", "dd", "ee"] { _ = try? await search(name, directory) }
    pass(20)
    let fault = await #expect(throws: Fault.self) { try await search("ff", directory) }
    #expect(fault?.code == .lookupLimit && fault?.hint == "ask again in 40 s")
    #expect(fault?.message == "balldontlie takes 5 requests a minute from this key" && transport.requests.count == 5)
    pass(40)
    #expect(names(try await search("curry", directory)) == ["Stephen Curry"])
  }

  @Test func aFullMinuteShowsTheLastAnswerWithItsAge() async throws {
    let transport = transport()
    let directory = directory(transport, limit: 1)
    _ = try await search("curry", directory)
    pass(4 * 86_400)
    _ = try? await search("zz", directory)
    let answer = try await search("curry", directory)
    #expect(names(answer) == ["Stephen Curry"])
    #expect((answer["stale_because"] as? String)?.contains("ask again in 60 s") == true)
  }

  @Test(arguments: [("17", "17"), ("", "60"), ("soon", "60")])
  func afterStatus429TheServiceIsLeftAlone(header: String, seconds: String) async throws {
    let transport = ScriptedTransport { request, number in
      number == 1 ? .status(429, headers: ["retry-after": header]) : Self.reply(to: request)
    }
    let directory = directory(transport)
    let first = await #expect(throws: Fault.self) { try await search("curry", directory) }
    #expect(first?.code == .lookupLimit && first?.hint == "ask again in \(seconds) s")
    pass(5)
    let second = await #expect(throws: Fault.self) { try await search("curry", directory) }
    #expect(second?.hint != first?.hint && transport.requests.count == 1)
    pass(60)
    #expect(names(try await search("curry", directory)) == ["Stephen Curry"])
  }

  @Test func withoutAKeyTheRosterIsThatOfTheGame() async throws {
    let transport = transport()
    let answer = try await ask(.team(TeamQuestion(team: "GSW", league: .nba)), directory(transport, key: nil))
    #expect(names(answer, "roster") == ["Ana Abe", "Stephen Curry"])
    let rows = answer["roster"] as? [Answer] ?? []
    #expect(rows.first?["absence"] as? String == "Left Knee; Surgery" && rows.last?["starter"] as? Bool == true)
    #expect(rows.last?["id"] as? Int == 201_939 && rows.last?["service"] == nil)
    let warnings = answer["warnings"] as? [String] ?? []
    #expect(warnings.contains { $0.contains("on 2026-10-25") && $0.contains("app.balldontlie.io") })
    #expect(transport.requests.allSatisfy { $0.url.hasPrefix("http://cdn") })
  }

  @Test func aSearchWithoutAKeySaysHowToGetOne() async throws {
    let fault = await #expect(throws: Fault.self) { try await search("curry", directory(transport(), key: nil)) }
    #expect(fault?.code == .lookupNoKey && fault?.hint?.contains("https://app.balldontlie.io") == true)
  }

  @Test func aListedPlayerIsFollowedByTheIDOfTheEvents() async throws {
    let directory = directory(transport())
    let listing = try #require(try await directory.seasonPlayers(named: "Stephen Curry").first)
    #expect(listing.id == 115 && listing.service == "balldontlie")
    #expect(try await directory.person(of: listing) == Person(id: 201_939, name: "Stephen Curry"))
  }

  @Test func theIDOfAnEventShowsNoOtherPlayer() async throws {
    let transport = transport()
    let question = Lookup.player(.id(115, league: .nba))
    let fault = await #expect(throws: Fault.self) { try await ask(question, directory(transport)) }
    #expect(fault?.code == .lookupUnknownName && fault?.hint == "give the name of a player of nba")
    #expect(transport.requests.isEmpty)
  }

  @Test func aLeagueThatFailsIsAWarningBesideAnother() async throws {
    let mlb = #"{"people":[{"id":115,"fullName":"Ana Curry","lastName":"Curry"}]}"#
    let transport = ScriptedTransport { request, _ in
      request.url.contains("/api/v1/sports") ? .status(200, body: mlb) : Self.reply(to: request)
    }
    let baseball = MLB(baseURL: "http://mlb", sportIDs: [1])
    let whole = directory(transport, with: [baseball])
    let found = try await ask(.players(PlayersQuestion(name: "curry")), whole)
    #expect(names(found) == ["Ana Curry", "Stephen Curry"])
    #expect(names(try await search("curry", whole)) == ["Stephen Curry"])
    let part = try await ask(
      .players(PlayersQuestion(name: "abcurry")), directory(transport, key: nil, with: [baseball]))
    #expect((part["warnings"] as? [String] ?? []).contains { $0.hasPrefix("the players of one league are missing") })
  }

  @Test func aSourceThatIsOffSaysSo() async throws {
    let directory = directory(transport())
    let fault = await #expect(throws: Fault.self) { try await ask(.teams(.mlb), directory) }
    #expect(fault?.message == "the source of mlb is off" && fault?.hint == "turn on source.mlb")
  }

  @Test func aSourceThatSendsFromPageToPageIsLeft() async throws {
    @Sendable func again(_ number: Int) -> ListingPlan<Int> {
      .ask(
        ListingRequest(
          HTTPRequest(url: "http://cdn/\(number)"), freshFor: .seconds(1), next: { _ in again(number + 1) }))
    }
    let directory = directory(ScriptedTransport(.status(200, body: "x")))
    var confirmation = LookupConfirmation()
    await #expect(throws: Fault.self) { try await directory.follow(again(1), of: .nba, &confirmation) }
  }

  @Test func aLeagueWithoutSuchListsSaysSo() async throws {
    let limiter = HostRateLimiter(clock: ManualClock(), spacing: { .zero })
    let now = Timestamp(seconds: 1_780_000_000)
    let source = LookupSource(
      transport: ScriptedTransport(.status(500)), store: LookupStore(path: nil), budget: { _ in limiter },
      clock: ManualClock(), now: { now })
    let directory = LookupDirectory(leagues: [QuarterLeague(baseURL: "")], source: source, now: { now })
    let fault = await #expect(throws: Fault.self) { try await directory.answer(to: .teams()) }
    #expect(fault?.message == "quarters lists no teams and players")
  }
}
