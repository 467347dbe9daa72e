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
  func eachNonEmptyListMustMatch(filter: EventFilter, passes: Bool) throws {
    let line = try #require(Self.line)
    var block = LineBlock(after: 0)
    block.append(line)
    #expect(block.passes(filter, 1) == passes)
    #expect(block.passes(filter, 1) == passes)
  }

  @Test func anUnreadableLinePasses() {
    var block = LineBlock(after: 0)
    block.append([0x7B])
    let passes = block.passes(EventFilter(tags: ["final"]), 1)
    #expect(passes)
  }
}
