import Testing

@testable import LiveCore

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
  func boundsTheDepthOfWhatItSkips(opening: String, key: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> String {
      let value = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      return FeedJSON.least(liveData: #"{"\#(key)":\#(value)}"#)
    }
    // The root and `liveData` are open round it.
    #expect(fault(nested(62)) == nil)
    for chunking in Chunking.all {
      let found = fault(nested(63), chunking)
      #expect(found?.kind == .tooDeep && found?.path == "liveData.\(key)")
    }
  }

  @Test func boundsTheDepthOfWhatItKeeps() {
    var limits = JSONLimits()
    limits.depth = 5
    let found = fault(FeedJSON.plays(#"{"about":{"inning":1}}"#), limits: limits)
    #expect(found?.kind == .tooDeep && found?.path == "liveData.plays.allPlays[0].about")
  }

  @Test func boundsAKeptString() {
    func body(_ length: Int) -> String {
      FeedJSON.least().replacing(#""S""#, with: #""S","reason":"\#(String(repeating: "x", count: length))""#)
    }
    #expect(fault(body(65_536)) == nil)
    for chunking in [Chunking.every(.max), .every(1000), .random(seed: 1, limit: 5000)] {
      let found = fault(body(65_537), chunking)
      #expect(found?.kind == .tooLong && found?.path == "gameData.status.reason")
      #expect(found?.message == "a string longer than 65536 bytes")
    }
  }

  @Test func bearsALongStringThatItSkips() {
    let long = String(repeating: "x", count: 200_000)
    #expect(fault(FeedJSON.least(more: #","copyright":"\#(long)","a":["\#(long)"]"#)) == nil)
  }

  @Test(arguments: [Chunking.every(.max), .every(1), .every(100)])
  func boundsAKeyAndANumber(chunking: Chunking) {
    let key = String(repeating: "k", count: 257)
    #expect(fault(FeedJSON.least(more: #","\#(key)":1"#), chunking)?.message == "a key longer than 256 bytes")
    #expect(fault(FeedJSON.least(more: #","\#(key.dropLast())":1"#), chunking) == nil)
    let number = "1." + String(repeating: "0", count: 63)
    #expect(fault(FeedJSON.least(more: #","n":\#(number)"#), chunking)?.message == "a number longer than 64 bytes")
    #expect(fault(FeedJSON.least(more: #","n":\#(number.dropLast())"#), chunking) == nil)
  }

  @Test func boundsTheBody() {
    var limits = JSONLimits()
    let body = FeedJSON.least()
    limits.body = body.utf8.count
    #expect(fault(body, limits: limits, .every(10)) == nil)
    for chunking in Chunking.all {
      let found = fault(body + " ", limits: limits, chunking)
      #expect(found?.kind == .tooLong && found?.offset == limits.body)
    }
  }

  @Test func boundsAllThatIsKept() {
    var limits = JSONLimits()
    limits.kept = 20 * JSONLimits.container
    let play = #"{"about":{"inning":1,"halfInning":"top"}}"#
    #expect(fault(FeedJSON.plays(play), limits: limits) == nil)
    let found = fault(FeedJSON.plays(Array(repeating: play, count: 20).joined(separator: ",")), limits: limits)
    #expect(found?.kind == .tooLong && found?.message == "more than 5120 bytes to keep")
  }

  @Test(arguments: [
    (#"{"about":{"inning":1,"halfInning":"top"}}"#, 2_000, "plays", "liveData.plays.allPlays[2000]"),
    (#"{"type":"pitch"}"#, 1_000, "events", "liveData.plays.allPlays[0].playEvents[1000]"),
    ("{}", 100, "runners", "liveData.plays.allPlays[0].runners[100]"),
    ("{}", 50, "credits", "liveData.plays.allPlays[0].runners[0].credits[50]"),
  ])
  func boundsEachList(element: String, limit: Int, what: String, path: String) {
    func body(_ count: Int) -> String {
      let elements = Array(repeating: element, count: count).joined(separator: ",")
      let open = #"{"about":{"inning":1,"halfInning":"top"},"#
      return switch what {
      case "plays": FeedJSON.plays(elements)
      case "events": FeedJSON.plays(open + #""playEvents":[\#(elements)]}"#)
      case "runners": FeedJSON.plays(open + #""runners":[\#(elements)]}"#)
      default: FeedJSON.plays(open + #""runners":[{"credits":[\#(elements)]}]}"#)
      }
    }
    #expect(fault(body(limit)) == nil)
    let found = fault(body(limit + 1))
    #expect(found?.kind == .tooLong && found?.path == path)
    #expect(found?.message == "more than \(limit) \(what)")
  }

  @Test func boundsTheNames() {
    func body(_ count: Int) -> String {
      let players = (0..<count).map { #""ID\#($0)":{"id":\#($0),"fullName":"N"}"# }.joined(separator: ",")
      return FeedJSON.least().replacing(#""gameData":{"#, with: #""gameData":{"players":{\#(players)},"#)
    }
    #expect(fault(body(1_000)) == nil)
    let found = fault(body(1_001))
    #expect(found?.kind == .tooLong && found?.path == "gameData.players.ID1000")
  }
}
