import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LivePlatform

@Suite struct FeedFaultTests {
  private let url = "https://me:hidden@statsapi.example/api/v1/schedule?sportId=1"

  @Test func namesThePlaceWithoutQueryAndUser() {
    let fault = FeedFault(HTTPFault(kind: .refused, description: "connection refused"), asking: url).fault
    #expect(fault.description == "https://statsapi.example/api/v1/schedule: connection refused [feed.refused]")
  }

  @Test func keepsTheRetryAfterOfTheServer() {
    let answer = UnexpectedAnswer(head: HTTPResponseHead(status: 503, headers: ["retry-after": "7"]), league: .mlb)
    let fault = FeedFault(answer, asking: url)
    #expect(fault.retryAfter == .seconds(7) && fault.fault.code == .feedStatus)
  }

  @Test(
    arguments: [
      ("0", Duration.zero), ("3601", .seconds(3600)), ("99999999999999999999", .seconds(3600)), ("-1", nil),
      ("soon", nil),
      ("Sun, 06 Nov 1994 08:49:37 GMT", nil),
    ] as [(String, Duration?)])
  func waitsForSecondsOnlyAndAtMostAnHour(_ text: String, _ wait: Duration?) {
    let head = HTTPResponseHead(status: 503, headers: ["retry-after": text])
    #expect(UnexpectedAnswer(head: head, league: .mlb).retryAfter == wait)
  }

  @Test(arguments: [
    ("{\"dates\":[{\"games\":[{\"gamePk\":\"x\"}]}]}", "'dates.0.games.0.gamePk' is no whole number"),
    ("{\"dates\":", "it is no whole JSON"),
  ])
  func reportsFaultsOfASchedule(body: String, words: String) throws {
    let error = #expect(throws: (any Error).self) { try MLBSchedule.games(in: Array(body.utf8)) }
    let fault = FeedFault(try #require(error), asking: url).fault
    #expect(fault.description.contains(words) && fault.code == .feedMalformed)
    #expect(!fault.description.contains("Context(") && !fault.description.contains("hidden"))
  }

  @Test(
    arguments: [
      (403, "application/xml", true, false), (403, "text/xml; charset=utf-8", true, false), (404, nil, true, false),
      (410, "text/plain", true, false), (403, "text/html; charset=utf-8", false, true), (403, nil, false, true),
      (403, "application/json", false, true), (403, "application/xhtml+xml; profile=html", false, true),
      (401, "application/xml", false, true), (200, "text/html", false, true), (500, "application/xml", false, false),
    ] as [(Int, String?, Bool, Bool)])
  func tellsAnAbsentFileFromARefusal(status: Int, type: String?, isAbsence: Bool, isRefusal: Bool) {
    let headers = type.map { ["content-type": $0] } ?? [:]
    let answer = UnexpectedAnswer(head: HTTPResponseHead(status: status, headers: headers), league: .mlb)
    let fault = FeedFault(answer, asking: url)
    #expect(fault.isAbsence == isAbsence && fault.isRefusal == isRefusal)
    #expect(status != 403 || (fault.fault.hint?.contains("no such file") ?? false) == isAbsence)
  }
}
