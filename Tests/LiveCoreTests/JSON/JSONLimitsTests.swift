import Testing

@testable import LiveJSON
@testable import LiveMLB
@testable import LiveModel

@Suite struct JSONLimitsTests {
  private func fault(_ body: String, limits: JSONLimits = JSONLimits(), _ chunking: Chunking = .every(4096))
    -> DecodeFault?
  {
    do {
      _ = try chunking.snapshot(Array(body.utf8), limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["[", #"{"a":"#], ["leaders", "currentPlay"])
  func limitsTheDepthOfSkippedValues(opening: String, key: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> String {
      let value = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      return FeedJSON.least(liveData: #"{"\#(key)":\#(value)}"#)
    }
    // The root and `liveData` are open around the nested value.
    #expect(fault(nested(62)) == nil)
    for chunking in Chunking.all {
      let found = fault(nested(63), chunking)
      #expect(found?.kind == .tooDeep && found?.path == "liveData.\(key)")
    }
  }

  @Test func limitsTheDepthOfKeptValues() {
    var limits = JSONLimits()
    limits.depth = 5
    let found = fault(FeedJSON.plays(#"{"about":{"inning":1}}"#), limits: limits)
    #expect(found?.kind == .tooDeep && found?.path == "liveData.plays.allPlays[0].about")
  }

  @Test(arguments: [Chunking.every(.max), .every(1000), .random(seed: 1, limit: 5000)])
  func aStringThatIsTooLongCountsAsAbsent(chunking: Chunking) throws {
    func reason(_ length: Int) throws -> (GameSnapshot, Int?) {
      let text = String(repeating: "x", count: length)
      let body = FeedJSON.least().replacing(#""S""#, with: #""S","reason":"\#(text)""#)
      let snapshot = try chunking.snapshot(Array(body.utf8))
      return (snapshot, snapshot.status.reason?.utf8.count)
    }
    let (cut, length) = try reason(65_536)
    #expect(length == 256 && cut.ignored.first == "gameData.status.reason: a text longer than 256 bytes, cut")
    let (none, nothing) = try reason(65_537)
    #expect(nothing == nil && none.ignored.first == "gameData.status.reason: a string longer than 65536 bytes")
    #expect(none.ignored.count == 1)
  }

  @Test func aLongTextIsCutBetweenCharacters() throws {
    let body = FeedJSON.least().replacing(#""S""#, with: #""S","reason":"a\#(String(repeating: "é", count: 200))""#)
    let reason = try Chunking.every(7).snapshot(Array(body.utf8)).status.reason
    #expect(reason == "a" + String(repeating: "é", count: 127))
  }

  @Test func skipsALongString() {
    let long = String(repeating: "x", count: 200_000)
    #expect(fault(FeedJSON.least(more: #","copyright":"\#(long)","a":["\#(long)"]"#)) == nil)
  }

  @Test(arguments: [Chunking.every(.max), .every(1), .every(100)])
  func limitsKeysAndNumbers(chunking: Chunking) {
    // A key that is too long is never one of the wanted keys.
    let key = String(repeating: "k", count: 1000)
    #expect(fault(FeedJSON.least(more: #","\#(key)":1"#), chunking) == nil)
    #expect(fault(FeedJSON.least(more: #","\#(key)":tru"#), chunking)?.kind == .malformed)
    let number = "1." + String(repeating: "0", count: 63)
    #expect(fault(FeedJSON.least(more: #","n":\#(number)"#), chunking)?.message == "a number longer than 64 bytes")
    #expect(fault(FeedJSON.least(more: #","n":\#(number.dropLast())"#), chunking) == nil)
  }

  @Test func limitsTheBody() {
    var limits = JSONLimits()
    let body = FeedJSON.least()
    limits.body = body.utf8.count
    #expect(fault(body, limits: limits, .every(10)) == nil)
    for chunking in Chunking.all {
      let found = fault(body + " ", limits: limits, chunking)
      #expect(found?.kind == .tooLong && found?.offset == limits.body)
    }
  }

  @Test func limitsKeptValues() throws {
    var limits = JSONLimits()
    limits.kept = 20 * JSONLimits.container
    let play = #"{"about":{"inning":1,"halfInning":"top"}}"#
    #expect(fault(FeedJSON.plays(play), limits: limits) == nil)
    let body = FeedJSON.plays(Array(repeating: play, count: 20).joined(separator: ","))
    let snapshot = try Chunking.every(4096).snapshot(Array(body.utf8), limits: limits)
    #expect((1..<20).contains(snapshot.plays.count))
    #expect(snapshot.ignored.first?.hasSuffix("more than 5120 bytes to keep") == true)
  }

  @Test(arguments: [
    (#"{"about":{"inning":1,"halfInning":"top"}}"#, 2_000, "plays", "liveData.plays.allPlays[2000]"),
    (#"{"type":"pitch"}"#, 1_000, "events", "liveData.plays.allPlays[0].playEvents[1000]"),
    ("{}", 100, "runners", "liveData.plays.allPlays[0].runners[100]"),
    ("{}", 50, "credits", "liveData.plays.allPlays[0].runners[0].credits[50]"),
  ])
  func ignoresElementsBeyondTheLimitOfAList(element: String, limit: Int, what: String, path: String) throws {
    func snapshot(_ count: Int) throws -> GameSnapshot {
      let elements = Array(repeating: element, count: count).joined(separator: ",")
      let open = #"{"about":{"inning":1,"halfInning":"top"},"#
      let body =
        switch what {
        case "plays": FeedJSON.plays(elements)
        case "events": FeedJSON.plays(open + #""playEvents":[\#(elements)]}"#)
        case "runners": FeedJSON.plays(open + #""runners":[\#(elements)]}"#)
        default: FeedJSON.plays(open + #""runners":[{"credits":[\#(elements)]}]}"#)
        }
      return try Chunking.every(4096).snapshot(Array(body.utf8))
    }
    var most = try snapshot(limit)
    #expect(most.ignored.count == 0)
    let more = try snapshot(limit + 3)
    #expect(more.ignored == IgnoredValues(count: 3, first: "\(path): more than \(limit) elements"))
    most.ignored = more.ignored
    #expect(more == most)
  }

  @Test func limitsTheNames() throws {
    func body(_ count: Int) -> String {
      let players = (0..<count).map { #""ID\#($0)":{"id":\#($0),"fullName":"N"}"# }.joined(separator: ",")
      return FeedJSON.least().replacing(#""gameData":{"#, with: #""gameData":{"players":{\#(players)},"#)
    }
    let snapshot = try Chunking.every(4096).snapshot(Array(body(1_010).utf8))
    #expect(snapshot.names.count == 1_000 && snapshot.ignored.count == 10)
    #expect(snapshot.ignored.first == "gameData.players.*: more than 1000 elements")
  }
}
