internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ExplanationTests {
  private static func event(_ change: (inout EventData) -> Void = { _ in }) -> Event {
    var event = RouteSample.event(
      tags: ["home_run", "scoring"], players: [Person(id: 7, name: "José Ramírez"), Person(id: 8, name: "")])
    (event.data.inning, event.data.score) = (HalfInning(number: 7, half: .top), Score(away: 3, home: 2))
    change(&event.data)
    return event
  }

  private static func router(_ rules: [Rule], follow: [String] = []) -> Router {
    Router(rules: rules, sinks: ["den", "hook"], follow: follow, early: ["hook"], people: ["den"])
  }

  @Test func namesEveryConditionWithItsValues() {
    let rule = Rule(
      leagues: ["mlb"], teams: ["BOS"], players: [.name("jose ramirez"), .id(9)], types: [.status, .play],
      tags: [.final], innings: 7...Int.max, scoreMargin: 0...2, importance: 3...4, sinks: ["den"])
    let lines = Self.router([rule]).explain(Self.event()).lines
    #expect(
      lines == [
        "game: followed (no 'follow')",
        "route 1: does not match",
        "  + leagues: wants mlb, has mlb",
        "  - teams: wants BOS, has TOR, AZ",
        "  + players: wants jose ramirez, 9, has José Ramírez (7), 8",
        "  + types: wants livegame.status, livegame.play, has livegame.play",
        "  - tags: wants final, has home_run, scoring",
        "  + innings: wants 7+, has 7",
        "  + score_margin: wants <=2, has 1",
        "  - importance: wants 3-4, has 2",
        "goes to no sink",
      ])
  }

  @Test func namesTheConditionsOnAllTagsAndOnNone() {
    let rule = Rule(
      allTags: [.scoring, .final], notTags: [Tag(rawValue: "home_run"), .tied], provisional: false, sinks: ["den"])
    #expect(
      Self.router([rule]).explain(Self.event()).lines.dropFirst(2) == [
        "  - all_tags: wants all of scoring, final, has home_run, scoring",
        "  - not_tags: wants none of home_run, tied, has home_run, scoring",
        "  + provisional: wants false, has false",
        "goes to no sink",
      ])
  }

  @Test func explainsTheResultForEverySink() {
    var rules = [
      Rule(sinks: ["hook"]), Rule(sinks: ["den", "hook", "gone"], stop: true), Rule(tags: [.scoring], sinks: ["den"]),
    ]
    rules[1].origin.place = .file("livegamed.yaml", line: 14, column: 5)
    #expect(
      Self.router(rules).explain(Self.event { $0.importance = 0 }).lines == [
        "game: followed (no 'follow')",
        "route 1: matches everything",
        "  > hook",
        "route 2 (livegamed.yaml:14:5): matches everything",
        "  x den: importance 0 reaches people only through a route with 'importance'",
        "  = hook, already added",
        "  x gone: there is no such sink",
        "  stop: later routes are skipped",
        "route 3: skipped after a 'stop'",
        "goes to hook",
      ])
  }

  @Test func explainsThatASinkGetsNoProvisionalEvents() {
    let explanation = Self.router([]).explain(Self.event { $0.provisional = true })
    #expect(
      explanation.lines == [
        "game: followed (no 'follow')",
        "no routes: matches everything",
        "  x den: the event is provisional, and the sink has no 'early: true'",
        "  > hook",
        "goes to hook",
      ])
  }

  @Test func explainsThatTheGameIsNotFollowed() {
    let explanation = Self.router([Rule(sinks: ["den"])], follow: ["BOS", "NYY"]).explain(Self.event())
    #expect(
      explanation.lines == [
        "game: not followed",
        "  - teams: wants BOS, NYY, has TOR, AZ",
        "route 1: skipped, the event is not followed",
        "goes to no sink",
      ])
  }

  @Test func explainsWhyAnEventDoesNotMatch() {
    let router = Self.router([Rule(tags: [.final], innings: 9...9, scoreMargin: 0...0)])
    let lines = router.explain(RouteSample.event()).lines
    #expect(lines.filter { $0.hasSuffix("has none") }.count == 3)
  }

  @Test func isOneJSONObject() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let explanation = Self.router([Rule(tags: [.final]), Rule(sinks: ["den"])], follow: ["AZ"]).explain(Self.event())
    #expect(
      String(decoding: try encoder.encode(explanation), as: UTF8.self) == """
        {"follow":{"findings":[{"fits":true,"has":"TOR, AZ","key":"teams","wants":"AZ"}],"followed":true},\
        "routes":[{"decision":"does_not_match","findings":[{"fits":false,"has":"home_run, scoring","key":"tags",\
        "wants":"final"}],"number":1,"offers":[],"stops":false},{"decision":"matches","findings":[],"number":2,\
        "offers":[{"outcome":"added","sink":"den"}],"stops":false}],"sinks":["den"]}
        """)
  }
}
