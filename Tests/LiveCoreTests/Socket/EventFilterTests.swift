import Testing
import WireSchema

@testable import LiveCore

@Suite struct EventFilterTests {
  private static let line = try? WireFormat.line(of: NumberedEvents.event(1, tags: ["single", "scoring"]))

  @Test(arguments: [
    (EventFilter(), true),
    (EventFilter(teams: ["AZ"]), true),
    (EventFilter(teams: ["BOS", "TOR"]), true),
    (EventFilter(teams: ["BOS"]), false),
    (EventFilter(types: ["livegame.play"]), true),
    (EventFilter(types: ["livegame.status"]), false),
    (EventFilter(tags: ["home_run", "scoring"]), true),
    (EventFilter(tags: ["home_run"]), false),
    (EventFilter(teams: ["TOR"], types: ["livegame.play"], tags: ["single"]), true),
    (EventFilter(teams: ["TOR"], types: ["livegame.play"], tags: ["double"]), false),
  ])
  func eachListThatIsNotEmptyMustFit(filter: EventFilter, passes: Bool) throws {
    let line = try #require(Self.line)
    var page = LogPage(
      after: 0, events: [LoggedEvent(sequence: 1, game: "mlb/747175", logged: NumberedEvents.time, line: line)])
    #expect(page.passes(filter, at: 0) == passes)
    #expect(page.passes(filter, at: 0) == passes)
  }

  @Test func aLineThatCannotBeReadPasses() {
    var page = LogPage(
      after: 0, events: [LoggedEvent(sequence: 1, game: "mlb/1", logged: NumberedEvents.time, line: [0x7B])])
    let passes = page.passes(EventFilter(tags: ["final"]), at: 0)
    #expect(passes)
  }

  @Test func aPageServesThoseWhoStandInIt() throws {
    let page = LogPage(after: 10, events: try NumberedEvents.logged([11, 12, 15]))
    #expect([9, 10, 11, 14, 15, 16].map(page.serves) == [false, true, true, true, false, false])
    #expect([10, 11, 12, 13, 14].map(page.position) == [0, 1, 2, 2, 2])
    #expect(!LogPage(after: 3, events: []).serves(3))
  }
}
