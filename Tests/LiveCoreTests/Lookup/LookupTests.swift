import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

@Suite struct LookupTests {
  private static func request(_ text: String) throws -> RequestHandler.Operation? {
    guard case .handled(let operation) = try Request(line: Array(text.utf8)).operation else { return nil }
    return operation
  }

  @Test(arguments: [
    (#"{"op":"schedule"}"#, ScheduleQuestion()),
    (
      #"{"op":"schedule","date":"2026-07-11","teams":["bos","Mets"],"live_only":true,"id":7,"protocol":1}"#,
      ScheduleQuestion(date: CivilDate(iso: "2026-07-11"), teams: ["BOS", "NYM"], isLiveOnly: true)
    ),
  ])
  func aRequestIsUnderstood(text: String, question: ScheduleQuestion) throws {
    #expect(try Self.request(text) == .lookup(.schedule(question)))
    let written = try JSONEncoder().encode(Lookup.schedule(question))
    #expect(try Self.request(String(decoding: written, as: UTF8.self)) == .lookup(.schedule(question)))
  }

  @Test(arguments: [
    (#""date":"2026-02-30""#, "'date' must be a date of the calendar"), (#""date":"today""#, "'date' must be"),
    (#""date":20260711"#, "'date' must be a text"), (#""day":"2026-07-11""#, "this request has no member 'day'"),
    (#""teams":"BOS""#, "'teams' must be a list"), (#""live_only":1"#, "'live_only' must be true or false"),
  ])
  func aMistakeIsRefused(members: String, message: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try Self.request(#"{"op":"schedule",\#(members)}"#) }
    #expect(refusal?.code == .malformed && refusal?.message.contains(message) == true, "\(refusal?.message ?? "")")
  }

  /// Three games of one date: one over, one in progress, one to come.
  private static let body = #"""
    {"dates":[{"date":"2026-07-11","games":[
    {"gamePk":3,"gameDate":"2026-07-12T02:10:00Z","status":{"codedGameState":"S"},
     "teams":{"away":{"team":{"abbreviation":"NYY"}},"home":{"team":{"abbreviation":"SEA"}}}},
    {"gamePk":2,"gameDate":"2026-07-11T23:05:00Z","status":{"codedGameState":"I"},
     "teams":{"away":{"team":{"abbreviation":"TOR"},"score":1},"home":{"team":{"abbreviation":"BOS"},"score":0}}},
    {"gamePk":1,"gameDate":"2026-07-11T17:05:00Z","status":{"codedGameState":"F"},
     "teams":{"away":{"team":{"abbreviation":"BOS"},"score":2},"home":{"team":{"abbreviation":"TOR"},"score":3}}}]}]}
    """#

  private func answer(_ question: ScheduleQuestion, _ transport: ScriptedTransport) async throws -> [String: Any] {
    let clock = ManualClock()
    let limiter = HostRateLimiter(clock: clock, spacing: { .zero })
    let now = try #require(Timestamp(rfc3339: "2026-07-12T06:00:00Z"))
    let source = LookupSource(
      transport: transport, store: LookupStore(path: nil), budget: { _ in limiter }, clock: clock, now: { now })
    let leagues = [MLB(baseURL: "http://127.0.0.1:9", sportIDs: [1, 51])]
    let answer = try await LookupDirectory(leagues: leagues, source: source, now: { now })
      .answer(to: .schedule(question))
    let line = Reply.lookup(.schedule, answer).line(for: .number(7))
    return try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
  }

  private func ids(_ question: ScheduleQuestion) async throws -> [Int] {
    let answer = try await answer(question, ScriptedTransport(.status(200, body: Self.body)))
    let games = try #require(answer["games"] as? [[String: Any]])
    return games.compactMap { ($0["game"] as? [String: Any])?["id"] as? Int }
  }

  @Test func theGamesOfTheSeasonsDayAreAnswered() async throws {
    let transport = ScriptedTransport(.status(200, body: Self.body))
    let answer = try await answer(ScheduleQuestion(), transport)
    #expect(answer["op"] as? String == "schedule" && answer["date"] as? String == "2026-07-11")
    #expect(answer["id"] as? Int == 7 && answer["confirmed"] as? String == "2026-07-12T06:00:00.000Z")
    #expect(answer["stale_because"] == nil && answer["warnings"] == nil)
    let games = try #require(answer["games"] as? [[String: Any]])
    #expect(games.map { $0["state"] as? String } == ["Final", "Live", "Scheduled"])
    let url = try #require(transport.requests.first?.url)
    let hydrate = "hydrate=team,linescore,probablePitcher,decisions"
    #expect(url.hasPrefix("http://127.0.0.1:9/api/v1/schedule?sportId=1,51&date=2026-07-11&\(hydrate)&"))
  }

  @Test func teamsAndProgressSelectGames() async throws {
    #expect(try await ids(ScheduleQuestion()) == [1, 2, 3])
    #expect(try await ids(ScheduleQuestion(teams: ["BOS"])) == [1, 2])
    #expect(try await ids(ScheduleQuestion(isLiveOnly: true)) == [2])
    #expect(try await ids(ScheduleQuestion(teams: ["SEA"], isLiveOnly: true)) == [])
    #expect(try await ids(ScheduleQuestion(date: CivilDate(iso: "2026-07-12"))) == [])
  }

  @Test func anUnknownTeamIsAWarning() async throws {
    let answer = try await answer(
      ScheduleQuestion(teams: ["BOX"]), ScriptedTransport(.status(200, body: Self.body)))
    #expect((answer["warnings"] as? [String])?.first?.contains("BOX") == true)
  }

  @Test func anUnreadableRowIsAWarningAndHidesNoOther() async throws {
    let body = Self.body.replacing(#"{"gamePk":3,"#, with: #"{"gamePk":"x","#)
    let answer = try await answer(ScheduleQuestion(), ScriptedTransport(.status(200, body: body)))
    let warnings = try #require(answer["warnings"] as? [String])
    #expect((answer["games"] as? [Any])?.count == 2)
    #expect(warnings.count == 1 && warnings[0].hasPrefix("1 rows or members of the schedule cannot be read"))
  }
}
