internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct SampleEventTests {
  private static func sketch(_ change: (inout SampleEvent) -> Void) -> SampleEvent {
    var sketch = SampleEvent()
    change(&sketch)
    return sketch
  }

  @Test func isAPlainPlayByDefault() throws {
    let event = try SampleEvent().event()
    #expect(event.type == .play)
    #expect(event.data.importance == 1)
    #expect(event.data.inning == nil && event.data.score == nil && Leagues.known.people(in: event).isEmpty)
    #expect(event.subject == "@")
  }

  @Test func hasTheGivenValues() throws {
    let event = try Self.sketch {
      ($0.type, $0.tags, $0.players) = ("livegame.action", ["balk"], ["660271", "José Ramírez"])
      ($0.inning, $0.score, $0.importance, $0.isProvisional) = (11, "10-9", 0, true)
    }.event()
    #expect(event.type == .action)
    #expect(event.data.tags == [LiveModel.Tag(rawValue: "balk")])
    #expect(Leagues.known.people(in: event) == [Person(id: 660_271, name: ""), Person(id: 0, name: "José Ramírez")])
    #expect(event.data.inning?.number == 11)
    #expect(event.data.score == Score(away: 10, home: 9))
    #expect(event.data.importance == 0 && event.data.provisional)
  }

  @Test(arguments: [
    (["TOR@AZ"], "TOR@AZ"), (["TOR/AZ"], "TOR@AZ"), (["TOR", "AZ"], "TOR@AZ"), (["BOS"], "BOS@"),
  ])
  func acceptsTeamsInEveryForm(teams: [String], subject: String) throws {
    #expect(try Self.sketch { $0.teams = teams }.event().subject == subject)
  }

  @Test(arguments: [["scoring", "home_run"], ["home_run"]])
  func itsImportanceFollowsFromItsTags(tags: [String]) throws {
    #expect(try Self.sketch { $0.tags = tags }.event().data.importance == 4)
  }

  @Test(arguments: ["livegame.action", "action", "Action"])
  func itsTypeMayBeShort(type: String) throws {
    #expect(try Self.sketch { $0.type = type }.event().type == .action)
  }

  @Test func namesAreAsPeopleWriteThem() throws {
    let event = try Self.sketch {
      ($0.teams, $0.batting, $0.tags) = (["d-backs@Boston"], "red sox", ["Home-Run", "walk-off"])
    }.event()
    #expect(event.subject == "AZ@BOS" && event.data.tags.map(\.rawValue) == ["home_run", "walk_off"])
    #expect(Leagues.known[event.data.league].battingSide(at: event) == .home)
  }

  private static let impossible: [@Sendable (inout SampleEvent) -> Void] = [
    { $0.type = "plya" }, { $0.teams = ["A", "B", "C"] }, { $0.teams = ["TOR@"] }, { $0.teams = [""] },
    { $0.score = "3" }, { $0.score = "3-x" }, { $0.score = "3-" }, { $0.score = "-3-2" }, { $0.score = "3-2-1" },
    { $0.score = "1000-2" }, { $0.inning = 0 }, { $0.inning = 100 }, { $0.importance = 5 }, { $0.importance = -1 },
    { $0.players = [""] }, { $0.players = ["0"] },
  ]

  @Test(arguments: impossible.indices)
  func refusesImpossibleEvents(index: Int) throws {
    let fault = try #require(throws: Fault.self) { try Self.sketch(Self.impossible[index]).event() }
    #expect(fault.code == .eventImpossible)
  }
}
