import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct CloudEventTests {
  private func event() throws -> Event {
    var game = PlayedGame()
    game.play("home_run", runs: 1, onBase: Bases(second: Person(id: 5, name: "Peña")))
    return try #require(try Replayed.events(of: [game.snapshot]).last)
  }

  @Test func isOneLineOfSortedCloudEventsJSON() throws {
    let line = try WireFormat.line(of: event(), sequence: 1042)
    #expect(!line.contains(UInt8(ascii: "\n")))
    let object = try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    #expect(object["specversion"] as? String == "1.0")
    #expect(object["id"] as? String == "mlb/900001/1-top/pa/1/1@1")
    #expect(object["source"] as? String == "/livegamed/9f2c61aa/mlb/games/900001")
    #expect(object["sequence"] as? String == "0000000000000001042")
    #expect(object["subject"] as? String == "TOR@AZ")
    let data = try #require(object["data"] as? [String: Any])
    let bases = try #require(data["bases"] as? [String: Any])
    #expect(bases["first"] is NSNull && (bases["second"] as? [String: Any])?["name"] as? String == "Peña")
    #expect(data["cause"] == nil)
  }

  @Test func decodesToTheSameEvent() throws {
    let sent = CloudEvent(event: try event(), sequence: 7, logID: LogID(rawValue: "0a"))
    #expect(try CloudEvent(line: WireFormat.check(sent.line())) == sent)
  }

  @Test func sequencesSortAsText() {
    let texts = [1, 9, 10, 1042, Int.max].map(CloudEvent.text)
    #expect(texts == texts.sorted() && Set(texts.map(\.count)) == [19])
  }
}
