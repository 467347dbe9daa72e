internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct QueryTests {
  private func read(_ line: String) throws -> Request { try Request(line: Array(line.utf8)) }

  @Test(arguments: [
    (#"{"op":"games"}"#, Query.games(teams: [])),
    (#"{"op":"games","teams":["BOS","TOR"],"id":1,"protocol":1}"#, .games(teams: ["BOS", "TOR"])),
    (#"{"op":"games","teams":null,"protocol":null}"#, .games(teams: [])),
    (#"{"op":"scoreboard"}"#, .scoreboard(teams: [])),
    (#"{"op":"scoreboard","teams":[]}"#, .scoreboard(teams: [])),
    (#"{"op":"game","game":747175}"#, .game(747_175)),
    (#"{"op":"status","id":"a"}"#, .status),
    (#"{"op":"explain","sequence":7}"#, .explain(EventQuestion(selection: .sequence(7)))),
    (#"{"op":"explain","event":"mlb/1/a@2","id":1}"#, .explain(EventQuestion(selection: .id("mlb/1/a@2")))),
    (#"{"op":"log"}"#, .log(LogQuestion(range: LogRange(cursor: .before(nil))))),
    (
      #"{"op":"log","after":0,"since":"2026-11-21T00:00:00Z","game":747175,"limit":7,"id":1}"#,
      .log(
        LogQuestion(
          range: LogRange(cursor: .after(0), since: Timestamp(rfc3339: "2026-11-21T00:00:00Z"), game: 747_175), limit: 7
        ))
    ),
    (
      #"{"op":"log","after":0,"last":0,"newest_only":true}"#,
      .log(LogQuestion(range: LogRange(cursor: .after(0), last: 0, isNewestOnly: true)))
    ),
    (
      #"{"op":"log","before":9,"until":"2026-11-21T00:00:00Z","sink":"den","filter":{"tags":["hit"]}}"#,
      .log(
        LogQuestion(
          range: LogRange(cursor: .before(9), until: Timestamp(rfc3339: "2026-11-21T00:00:00Z"), sink: "den"),
          filter: EventFilter(tags: ["hit"])))
    ),
  ])
  func parsesQueries(line: String, expected: Query) throws {
    #expect(try read(line).operation == .handled(.query(expected)))
    let written = String(decoding: try JSONEncoder().encode(expected), as: UTF8.self)
    #expect(try read(written).operation == .handled(.query(expected)))
  }

  @Test(arguments: [
    (#"{"op":"hello"}"#, Request.Operation.hello), (#"{"op":"hello","protocol":1}"#, .hello),
    (#"{"op":"hello","protocol":99}"#, .hello), (#"{"op":"ping","protocol":1}"#, .ping),
    (#"{"op":"tick"}"#, .tick(payload: nil)), (#"{"op":"tick","payload":""}"#, .tick(payload: "")),
    (#"{"op":"subscribe","snapshot":true,"protocol":1}"#, .subscribe(Subscription(snapshot: true))),
    (#"{"op":"sinks","protocol":1}"#, .handled(.outbox(.sinks))),
  ])
  func parsesNewerRequests(line: String, expected: Request.Operation) throws {
    #expect(try read(line).operation == expected)
  }

  @Test func aSubscriptionRoundTrips() throws {
    let asked = Subscription(after: .sequence(7), filter: EventFilter(teams: ["BOS"]), snapshot: true)
    let line = try JSONEncoder().encode(asked)
    #expect(try Request(line: Array(line)).operation == .subscribe(asked))
  }

  @Test(arguments: [
    (
      #"{"op":"games","team":["BOS"]}"#, Request.Refusal.Code.malformed,
      "this request has no member 'team'; did you mean 'teams'?"
    ),
    (
      #"{"op":"log","filter":{"tag":["hit"]}}"#, .malformed, "'filter' has no member 'tag'; did you mean 'tags'?"
    ),
    (#"{"op":"log","after":1,"before":2}"#, .malformed, "name one of 'after' and 'before'"),
    (
      #"{"op":"explain"}"#, .malformed, "name an event by 'sequence', its number, or by 'event', its id"
    ),
    (
      #"{"op":"explain","sequence":1,"event":"a"}"#, .malformed,
      "name an event by 'sequence', its number, or by 'event', its id"
    ),
    (#"{"op":"explain","number":1}"#, .malformed, "this request has no member 'number'"),
    (#"{"op":"log","after":-1}"#, .malformed, "'after' must be 0 to 9007199254740992"),
    (#"{"op":"log","last":-1}"#, .malformed, "'last' must be 0 to 9007199254740992"),
    (#"{"op":"log","newest_only":1}"#, .malformed, "'newest_only' must be true or false"),
    (#"{"op":"log","limit":0}"#, .malformed, "'limit' must be 1 or more"),
    (
      #"{"op":"log","since":"yesterday"}"#, .malformed,
      "'since' must be a time in RFC 3339, such as 2026-07-14T23:10:00Z"
    ),
    (#"{"op":"log","tags":["hit"]}"#, .malformed, "this request has no member 'tags'"),
    (#"{"op":"games","teams":"BOS"}"#, .malformed, "'teams' must be a list"),
    (#"{"op":"scoreboard","teams":[1]}"#, .malformed, "'teams.0' must be a text"),
    (
      #"{"op":"games","teams":[\#(Array(repeating: "\"A\"", count: 65).joined(separator: ","))]}"#, .malformed,
      "'teams' has at most 64 names"
    ),
    (
      #"{"op":"scoreboard","teams":["\#(String(repeating: "A", count: 65))"]}"#, .malformed,
      "a name in 'teams' has at most 64 bytes"
    ),
    (#"{"op":"scoreboard","game":1}"#, .malformed, "this request has no member 'game'"),
    (#"{"op":"game"}"#, .malformed, "'game' must be the number of a game, its gamePk"),
    (#"{"op":"game","game":-747175}"#, .malformed, "'game' must be the number of a game, its gamePk"),
    (#"{"op":"game","game":0}"#, .malformed, "'game' must be the number of a game, its gamePk"),
    (#"{"op":"game","game":"747175"}"#, .malformed, "'game' must be the number of a game, its gamePk"),
    (#"{"op":"game","game":1.5}"#, .malformed, "'game' must be the number of a game, its gamePk"),
    (#"{"op":"game","game":1e300}"#, .malformed, "'game' must be the number of a game, its gamePk"),
    (#"{"op":"game","game":1,"teams":[]}"#, .malformed, "this request has no member 'teams'"),
    (#"{"op":"status","all":true}"#, .malformed, "this request has no member 'all'"),
    (#"{"op":"tick","payload":7}"#, .malformed, "'payload' must be a text"),
    (#"{"op":"tick","pay":"x"}"#, .malformed, "this request has no member 'pay'"),
    (#"{"op":"ping","payload":"x"}"#, .malformed, "this request has no member 'payload'"),
    (#"{"op":"hello","version":1,"protocol":2}"#, .malformed, "this request has no member 'version'"),
    (#"{"op":"status","protocol":"1"}"#, .malformed, "'protocol' must be a whole number"),
    (#"{"op":"status","protocol":1.5}"#, .malformed, "'protocol' must be a whole number"),
    (#"{"op":"status","protocol":0}"#, .unsupportedProtocol, "this daemon speaks protocol 1"),
    (#"{"op":"ping","protocol":2}"#, .unsupportedProtocol, "this daemon speaks protocol 1"),
    (#"{"op":"dance","protocol":2}"#, .unsupportedProtocol, "this daemon speaks protocol 1"),
    (#"{"op":"hello","protocol":0}"#, .unsupportedProtocol, "this daemon speaks protocol 1"),
    (#"{"op":"hello","protocol":-1}"#, .unsupportedProtocol, "this daemon speaks protocol 1"),
  ])
  func refuses(line: String, code: Request.Refusal.Code, message: String) {
    let refusal = #expect(throws: Request.Refusal.self) { try read(line) }
    #expect(refusal?.code == code && refusal?.message == message)
  }

  @Test func aPayloadIsLimitedInBytes() throws {
    let longest = String(repeating: "é", count: 128)
    #expect(try read(#"{"op":"tick","payload":"\#(longest)"}"#).operation == .tick(payload: longest))
    let refusal = #expect(throws: Request.Refusal.self) { try read(#"{"op":"tick","payload":"\#(longest)x"}"#) }
    #expect(refusal?.message == "'payload' has at most 256 bytes")
  }

  /// The id is repeated on every line of the answer.
  @Test func anIDIsLimitedInBytes() throws {
    let longest = String(repeating: "é", count: 128)
    #expect(try read(#"{"op":"ping","id":"\#(longest)"}"#).id == .text(longest))
    let refusal = #expect(throws: Request.Refusal.self) { try read(#"{"op":"ping","id":"\#(longest)x"}"#) }
    #expect(refusal == Request.Refusal(code: .malformed, message: "'id' has at most 256 bytes"))
  }

  @Test func aFilterIsLimitedInNamesAndBytes() throws {
    func subscribe(_ teams: [String], _ tags: [String]) throws -> Request {
      try Request(line: [UInt8](JSONEncoder().encode(Subscription(filter: EventFilter(teams: teams, tags: tags)))))
    }
    let name = String(repeating: "x", count: 64)
    let full = Array(repeating: name, count: 32)
    #expect(
      try subscribe(full, full).operation == .subscribe(Subscription(filter: EventFilter(teams: full, tags: full))))
    let many = #expect(throws: Request.Refusal.self) { try subscribe(full, full + [name]) }
    #expect(many?.code == .malformed && many?.message == "'filter' has at most 64 names")
    let long = #expect(throws: Request.Refusal.self) { try subscribe([], [name + "x"]) }
    #expect(long?.code == .malformed && long?.message == "a name in 'filter' has at most 64 bytes")
  }
}
