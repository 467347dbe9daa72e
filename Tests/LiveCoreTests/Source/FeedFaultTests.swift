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
}
