import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Questions about one game.
@Suite struct GameLookupTests {
  private static func request(_ text: String) throws -> RequestHandler.Operation? {
    guard case .handled(let operation) = try Request(line: Array(text.utf8)).operation else { return nil }
    return operation
  }

  @Test(arguments: [
    (#"{"op":"game_details","game":747175}"#, GameQuestion.game(747_175)),
    (#"{"op":"game_details","team":"red sox","id":1}"#, .team("BOS", date: nil, number: nil)),
    (
      #"{"op":"game_details","team":"TOR","date":"2026-07-11","number":2}"#,
      .team("TOR", date: CivilDate(iso: "2026-07-11"), number: 2)
    ),
  ])
  func aRequestIsUnderstood(text: String, question: GameQuestion) throws {
    #expect(try Self.request(text) == .lookup(.gameDetails(question)))
    let written = try JSONEncoder().encode(Lookup.gameDetails(question))
    #expect(try Self.request(String(decoding: written, as: UTF8.self)) == .lookup(.gameDetails(question)))
  }

  @Test(arguments: [
    ("", "name one of 'game' and 'team'"), (#","game":1,"team":"BOS""#, "name one of"), (#","game":-1"#, "'game' is"),
    (#","game":1,"date":"2026-07-11""#, "without 'date'"), (#","game":"1""#, "'game' must be a whole number"),
    (#","team":"BOS","date":"2026-02-30""#, "'date' must be a date"), (#","teams":["BOS"]"#, "has no member 'teams'"),
    (#","team":"\#(String(repeating: "A", count: 65))""#, "64 bytes"), (#","team":"BOS","number":"2""#, "'number'"),
  ])
  func aMistakeIsRefused(members: String, message: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.request(#"{"op":"game_details"\#(members)}"#) }
    #expect(refusal?.code == .malformed && refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
  }

  private static func row(_ id: Int, _ status: String, _ time: String, number: Int = 1, home: String = "BOS") -> String
  {
    #"{"gamePk":\#(id),"gameDate":"2026-07-11T\#(time):00Z","officialDate":"2026-07-11","gameNumber":\#(number),"#
      + #""doubleHeader":"\#(number == 2 ? "Y" : "N")","status":{"codedGameState":"\#(status)"},"#
      + #""teams":{"away":{"team":{"abbreviation":"TOR"}},"home":{"team":{"abbreviation":"\#(home)"}}}}"#
  }

  private static func schedule(_ rows: String..., date: String = "2026-07-11") -> String {
    #"{"dates":[{"date":"\#(date)","games":[\#(rows.joined(separator: ","))]}]}"#
  }

  private static func feed(_ id: Int, date: String = "2026-07-11") -> String {
    #"{"gamePk":\#(id),"gameData":{"datetime":{"officialDate":"\#(date)"},"status":{"codedGameState":"S"}}}"#
  }

  /// Serves a scoreboard, the schedule of a week, and feeds of all games but number 404.
  private static func transport(_ schedule: String, week: String = #"{"dates":[]}"#) -> ScriptedTransport {
    ScriptedTransport { request, _ in
      if let range = request.url.firstRange(of: "/game/") {
        let id = Int(request.url[range.upperBound...].prefix(while: \.isNumber)) ?? 0
        return id == 404 ? .status(404) : .status(200, body: feed(id))
      }
      return .status(200, body: request.url.contains("startDate=") ? week : schedule)
    }
  }

  private static let now = Timestamp(rfc3339: "2026-07-11T20:00:00Z") ?? Timestamp(seconds: 0)

  private func answer(
    _ question: GameQuestion, _ transport: ScriptedTransport,
    leagues: [any League] = [MLB(baseURL: "h:", sportIDs: [1])]
  ) async throws -> [String: Any] {
    let clock = ManualClock()
    let limiter = HostRateLimiter(clock: clock, spacing: { .zero })
    let source = LookupSource(
      transport: transport, store: LookupStore(path: nil), budget: { _ in limiter }, clock: clock,
      now: { Self.now })
    let answer = try await LookupDirectory(leagues: leagues, source: source, now: { Self.now })
      .answer(to: .gameDetails(question))
    let line = Reply.lookup(.gameDetails, answer).line(for: .number(7))
    return try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  private func id(_ question: GameQuestion, _ schedule: String) async throws -> Int? {
    (try await answer(question, Self.transport(schedule))["game"] as? [String: Any])?["id"] as? Int
  }

  private static let boston = GameQuestion.team("BOS", date: nil, number: nil)

  @Test func aGameIsAnsweredByItsNumber() async throws {
    let transport = Self.transport("")
    let answer = try await answer(.game(5), transport)
    #expect(answer["op"] as? String == "game_details" && answer["id"] as? Int == 7 && answer["others"] == nil)
    #expect((answer["game"] as? [String: Any])?["id"] as? Int == 5 && answer["state"] as? String == "Scheduled")
    #expect(answer["confirmed"] as? String == "2026-07-11T20:00:00.000Z" && answer["stale_because"] == nil)
    // The scoreboard of the date is asked for, too. The answer does without one that cannot be read.
    #expect(transport.requests.count == 2)
    #expect(transport.requests[0].url.hasPrefix("h:/api/v1.1/game/5/feed/live?fields="))
    #expect(transport.requests[1].url.contains("/api/v1/schedule?sportId=1&date="))
  }

  @Test func anUnknownNumberIsNoGame() async throws {
    let fault = await #expect(throws: Fault.self) { try await answer(.game(404), Self.transport("")) }
    #expect(fault?.code == .lookupNoGame && fault?.message == "there is no game 404")
  }

  @Test func aTeamHasTheGameInProgressElseTheNextElseTheLast() async throws {
    let (first, second) = (Self.row(1, "F", "17:05"), Self.row(2, "I", "21:05", number: 2))
    let other = Self.row(9, "I", "17:05", home: "NYY")
    #expect(try await id(Self.boston, Self.schedule(second, other, first)) == 2)
    #expect(
      try await id(Self.boston, Self.schedule(Self.row(1, "I", "17:05"), Self.row(2, "S", "21:05", number: 2))) == 1)
    #expect(try await id(Self.boston, Self.schedule(first, Self.row(2, "S", "21:05", number: 2))) == 2)
    #expect(try await id(Self.boston, Self.schedule(first, Self.row(2, "F", "21:05", number: 2))) == 2)
    #expect(try await id(Self.boston, Self.schedule(first, Self.row(2, "D", "21:05", number: 2))) == 1)
    #expect(try await id(Self.boston, Self.schedule(Self.row(1, "D", "17:05"))) == 1)
  }

  @Test func theOtherGameOfTheDateIsNamed() async throws {
    let schedule = Self.schedule(Self.row(1, "F", "17:05"), Self.row(2, "S", "21:05", number: 2))
    let chosen = try await answer(.team("BOS", date: nil, number: 1), Self.transport(schedule))
    #expect((chosen["game"] as? [String: Any])?["id"] as? Int == 1)
    let others = try #require(chosen["others"] as? [[String: Any]])
    #expect(others.count == 1 && others[0]["id"] as? Int == 2 && others[0]["state"] as? String == "Scheduled")
    #expect(others[0]["start"] as? String == "2026-07-11T21:05:00.000Z")
    let fault = await #expect(throws: Fault.self) {
      try await answer(.team("BOS", date: nil, number: 3), Self.transport(schedule))
    }
    #expect(fault?.message == "'BOS' has no game 3 on 2026-07-11; game 1 is 1, game 2 is 2")
  }

  @Test func aGameOfAnotherDateSaysWhereItWas() async throws {
    let row =
      #"{"gamePk":1,"officialDate":"2026-07-12","status":{"codedGameState":"D","reason":"Rain"},"#
      + #""rescheduleGameDate":"2026-07-12","teams":{"home":{"team":{"abbreviation":"BOS"}}}}"#
    let transport = ScriptedTransport { request, _ in
      .status(200, body: request.url.contains("/game/") ? Self.feed(1, date: "2026-07-12") : Self.schedule(row))
    }
    let answer = try await answer(Self.boston, transport)
    #expect(answer["moved_from"] as? String == "2026-07-11" && answer["state"] as? String == "Scheduled")
  }

  @Test(arguments: [
    (["2026-07-09", "2026-07-10", "2026-07-14", "2026-07-13"], "; the next is on 2026-07-13"),
    (["2026-07-09", "2026-07-10"], "; the last was on 2026-07-10"), ([], ", and none from 2026-07-04 to 2026-07-18"),
  ])
  func withoutAGameTheNearestIsNamed(days: [String], words: String) async throws {
    let week = days.enumerated().map { number, day in
      Self.row(20 + number, "S", "17:05").replacing("2026-07-11", with: day)
    }
    let dates = #"{"dates":[{"games":[\#(week.joined(separator: ","))]}]}"#
    let transport = Self.transport(Self.schedule(Self.row(9, "S", "17:05", home: "NYY")), week: dates)
    let fault = await #expect(throws: Fault.self) { try await answer(Self.boston, transport) }
    #expect(fault?.code == .lookupNoGame && fault?.message == "BOS has no game on 2026-07-11\(words)")
    #expect(transport.requests.last?.url.contains("startDate=2026-07-04&endDate=2026-07-18") == true)
  }

  @Test func anUnknownTeamGetsASuggestion() async throws {
    let fault = await #expect(throws: Fault.self) {
      try await answer(.team("BOX", date: nil, number: nil), Self.transport(Self.schedule()))
    }
    #expect(fault?.code == .lookupNoGame && fault?.message.contains("did you mean") == true)
  }

  @Test func aLeagueWithoutDetailsSaysSo() async throws {
    let fault = await #expect(throws: Fault.self) {
      try await answer(.game(5), Self.transport(""), leagues: [ToyLeague()])
    }
    #expect(fault?.code.rawValue == "lookup.no-details" && fault?.message.contains("'toy'") == true)
  }

  @Test func aMissingGameIsARefusalOfItsOwn() throws {
    let orders = LookupOrders {}
    #expect(try orders.answer(to: .gameDetails(.game(1))) == nil)
    orders.settle(.gameDetails(.game(1)), .failure(Fault(.lookupNoGame, "there is no game 1")))
    let refusal = #expect(throws: Request.Refusal.self) { try orders.answer(to: .gameDetails(.game(1))) }
    #expect(refusal?.code == .unknownGame && refusal?.message == "there is no game 1")
  }

  @Test func theLogGivesTheRevisionsOfCorrectedFacts() async throws {
    let file = try NumberedLog()
    try await file.append(1...3)
    try await file.append([2]) { number in
      var event = NumberedEvents.event(number)
      (event.data.revision, event.data.change) = (2, .corrected)
      return event
    }
    let found = try await file.log.severalRevisions(of: NumberedEvents.game)
    #expect(try found.map { try $0.decoded().data.revision } == [1, 2] && found.map(\.sequence) == [2, 4])
    #expect(try await file.log.severalRevisions(of: NumberedEvents.game, limit: 1).map(\.sequence) == [4])
    #expect(try await file.log.severalRevisions(of: GameID(league: .mlb, gamePk: 7471)).isEmpty)
  }
}
