import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

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

  private static func filter(_ change: (inout Conditions) -> Void) -> EventFilter {
    var conditions = Conditions()
    change(&conditions)
    return EventFilter(conditions)
  }

  @Test(arguments: [
    (filter { $0.teams = ["ARI"] }, true), (filter { $0.leagues = ["mlb"] }, true),
    (filter { $0.leagues = ["nba"] }, false), (filter { $0.batting = ["TOR"] }, true),
    (filter { $0.batting = ["ARI"] }, false), (filter { $0.pitching = ["ARI"] }, true),
    (filter { $0.players = [.id(1)] }, true), (filter { $0.players = [.id(99)] }, false),
    (filter { $0.allTags = ["single", "scoring"].map(Tag.init(rawValue:)) }, true),
    (filter { $0.allTags = [.scoring, .final] }, false), (filter { $0.notTags = [.final] }, true),
    (filter { $0.notTags = [.scoring] }, false), (filter { $0.innings = 5...5 }, true),
    (filter { $0.innings = 6...9 }, false), (filter { $0.importance = 0...4 }, true),
    (filter { $0.provisional = false }, true), (filter { $0.provisional = true }, false),
  ])
  func aFilterHasTheConditionsOfARoute(filter: EventFilter, passes: Bool) throws {
    var event = NumberedEvents.event(1, tags: ["single", "scoring"])
    event.data.inning = HalfInning(number: 5, half: .top)
    event.data.players = [Participant(Person(id: 1, name: ""), as: .batter)]
    var block = LineBlock(after: 0)
    block.append(try WireFormat.line(of: event))
    #expect(block.passes(filter, 1) == passes)
    #expect(filter.match.admits(event) == passes)
  }

  /// Whole events cannot be decoded from it, only their heads.
  @Test func aLineOfAnotherVersionPassesWhatItLacks() throws {
    var block = LineBlock(after: 0)
    block.append(
      Array(
        """
        {"specversion":"1.0","id":"x@1","source":"/livegamed/9f2c61aa/mlb/games/7","type":"livegame.play",\
        "sequence":"0000000000000000001","data":{"tags":["hit"]}}
        """.utf8))
    for (filter, passes) in [
      (Self.filter { $0.innings = 9...9 }, true),
      (Self.filter { ($0.innings, $0.tags) = (9...9, [Tag(rawValue: "hit")]) }, true),
      (Self.filter { ($0.innings, $0.tags) = (9...9, [.final]) }, false),
      (Self.filter { ($0.players, $0.notTags) = ([.id(1)], [Tag(rawValue: "hit")]) }, false),
      (Self.filter { ($0.leagues, $0.teams, $0.importance) = (["nba"], ["BOS"], 4...4) }, true),
    ] {
      let isPassed = block.passes(filter, 1)
      #expect(isPassed == passes)
    }
  }

  @Test func anUnreadableLinePasses() {
    var block = LineBlock(after: 0)
    block.append([0x7B])
    let passes = block.passes(EventFilter(tags: ["final"]), 1)
    #expect(passes)
  }
}
