import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct WatchLineTests {
  private func line(_ text: String) throws -> WatchLine { try WatchLine(bytes: Array(text.utf8)) }

  @Test func readsAnEventOfTheLog() throws {
    let logged = try #require(try NumberedEvents.logged([17]).first)
    let line = try WatchLine(bytes: logged.line)
    let event = try CloudEvent(line: logged.line)
    #expect(line.sequence == 17 && line.log == event.logID.rawValue && line.event?.id == event.event.id)
    #expect(line.type == "livegame.play" && line.summary == event.event.data.summary && line.op == nil)
    #expect(line.event?.teams == ["TOR", "AZ"] && line.event?.data.observedAt == event.event.data.observedAt)
  }

  @Test func acceptsTypesAndMembersOfANewerDaemon() throws {
    let line = try line(
      #"{"specversion":"1.0","id":"x@1","type":"livegame.novelty","sequence":"0000000000000000005","data":{"new":[1]}}"#
    )
    #expect(line.sequence == 5 && line.type == "livegame.novelty" && line.log == nil && line.tags.isEmpty)
  }

  @Test(arguments: [
    #"{"op":"closed","reason":"slow","resume_after":9}"#, #"{"resume_after":9,"reason":"slow","op":"closed"}"#,
  ])
  func theMembersOfAControlLineHaveAnyOrder(text: String) throws {
    let line = try line(text)
    #expect(line.op == "closed" && line.reason == "slow" && line.sequence == 9)
  }

  @Test(arguments: ["", "{", "[]", "{}", #"{"specversion":"1.0"}"#, "HTTP/1.1 400 Bad Request", "\u{0}"])
  func otherLinesAreRefused(text: String) {
    #expect(throws: Fault.self) { try line(text) }
  }
}
