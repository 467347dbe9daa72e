internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct RouteTestTests {
  private let trial: RouteTest

  init() {
    var config = Config()
    config.sinks = ["den", "hook"].map { SinkSettings(name: $0, kind: .webhook, url: Secret("")) }
    config.routes = [Rule(tags: [.scoring], sinks: ["den"]), Rule(teams: ["TOR"], innings: 5...5, sinks: ["hook"])]
    trial = RouteTest(config: config)
  }

  private static func line(_ tags: [String] = ["single", "scoring"]) throws -> [UInt8] {
    try CloudEvent(event: NumberedEvents.event(1, tags: tags), sequence: 1, logID: LogID(rawValue: "9f2c61aa")).line()
  }

  @Test func explainsALineOfTheSocket() throws {
    #expect(try trial.explanation(of: try Self.line()).sinks == ["den", "hook"])
    #expect(try trial.explanation(of: try Self.line(["single"]) + Array("\n".utf8)).sinks == ["hook"])
  }

  @Test func explainsAnIndentedEvent() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let laidOut = [UInt8](try encoder.encode(try CloudEvent(line: try Self.line())))
    #expect(laidOut.contains(UInt8(ascii: "\n")))
    #expect(try trial.explanation(of: laidOut).sinks == ["den", "hook"])
  }

  @Test(arguments: [
    ("", "this is not one JSON object"), ("livegame.play", "this is not one JSON object"),
    ("{\"op\":\"synced\",\"sequence\":4}", "this is not an event: it has no 'type'"),
    ("[]", "this is not one JSON object"),
    ("{\"type\":4}", "this is not an event: 'type' is not understood"),
    ("{\"type\":\"livegame.play\",\"time\":\"yesterday\"}", "this is not an event: 'time' is not understood"),
    (
      "{\"type\":\"livegame.play\",\"time\":\"2024-07-13T03:11:42Z\",\"data\":{}}",
      "this is not an event: it has no 'data.fact'"
    ),
  ])
  func reportsFaultsOfAFile(text: String, message: String) throws {
    let fault = try #require(throws: Fault.self) { try trial.explanation(of: Array(text.utf8)) }
    #expect(fault.code == .eventUnreadable)
    #expect(fault.message == message)
  }

  @Test func refusesATypeThatNoLeagueHas() throws {
    let line = String(decoding: try Self.line(), as: UTF8.self).replacing("livegame.play", with: "livegame.pitch")
    let fault = try #require(throws: Fault.self) { try trial.explanation(of: Array(line.utf8)) }
    #expect(fault.message == "this is not an event: 'type' is not understood")
  }

  @Test func refusesTwoEvents() throws {
    let two = try Self.line() + [10] + Self.line()
    #expect(throws: Fault.self) { try trial.explanation(of: two) }
  }

  @Test func explainsADescription() throws {
    var sketch = SampleEvent()
    (sketch.tags, sketch.teams, sketch.inning, sketch.score) = (["scoring"], ["TOR@BOS"], 5, "3-2")
    #expect(try trial.explanation(of: sketch).sinks == ["den", "hook"])
  }
}
