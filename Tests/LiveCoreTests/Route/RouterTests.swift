internal import Testing

@testable import LiveCore
@testable import LiveMLB

@Suite struct RouterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: [Rule]
    var sinks: [String]

    init(_ description: String, _ rules: [Rule], gives sinks: [String]) {
      (testDescription, self.rules, self.sinks) = (description, rules, sinks)
    }
  }

  @Test(arguments: [
    Case("no rules mean every sink", [], gives: ["a", "b", "c"]),
    Case("no rule that matches means none", [Rule(tags: [.final], sinks: ["a"])], gives: []),
    Case(
      "every matching rule adds its sinks", [Rule(sinks: ["c"]), Rule(tags: [.scoring], sinks: ["a"])],
      gives: ["c", "a"]),
    Case("a sink is named once", [Rule(sinks: ["b", "a", "b"]), Rule(sinks: ["a", "c"])], gives: ["b", "a", "c"]),
    Case("stop ends the list", [Rule(sinks: ["a"], stop: true), Rule(sinks: ["b"])], gives: ["a"]),
    Case("stop without sinks drops", [Rule(tags: [.scoring], stop: true), Rule(sinks: ["b"])], gives: []),
    Case("stop holds only for what matches", [Rule(tags: [.final], stop: true), Rule(sinks: ["b"])], gives: ["b"]),
    Case("a sink that is not there is passed over", [Rule(sinks: ["gone", "a"])], gives: ["a"]),
  ])
  func sendsAnEventToTheSinksOfItsRoutes(_ example: Case) {
    let router = Router(rules: example.rules, sinks: ["a", "b", "c"], follow: [])
    #expect(router.sinks(for: RouteSample.event(tags: ["scoring"])) == example.sinks)
  }

  @Test(arguments: [
    ([], "TOR", "AZ", true), (["AZ"], "TOR", "AZ", true), (["TOR"], "TOR", "AZ", true), (["ARI"], "TOR", "AZ", true),
    (["AZ"], "ARI", "TOR", true), (["OAK"], "ATH", "SEA", true), (["ATH"], "SEA", "OAK", true),
    (["BOS"], "TOR", "AZ", false), (["JPN", "USA"], "JPN", "PUR", true), (["PR"], "JPN", "PUR", true),
    (["BOS"], "WOR", "SWB", false),
  ])
  func watchesTheGamesOfFollowedTeams(teams: [String], away: String, home: String, follows: Bool) {
    #expect(Router(rules: [], sinks: [], follow: teams).watches(away: away, home: home, in: .mlb) == follows)
  }

  @Test func sendsProvisionalEventsToEarlySinksOnly() {
    let router = Router(rules: [], sinks: ["a", "b"], follow: [], early: ["b"])
    var event = RouteSample.event()
    event.data.provisional = true
    #expect(router.sinks(for: event) == ["b"])
    event.data.change = .retracted
    #expect(router.sinks(for: event) == ["b"])
  }

  @Test func sendsNothingOfAGameThatIsNotFollowed() {
    let router = Router(rules: [], sinks: ["a"], follow: ["BOS"])
    #expect(router.sinks(for: RouteSample.event(away: "TOR", home: "AZ")).isEmpty)
    #expect(router.sinks(for: RouteSample.event(away: "TOR", home: "BOS")) == ["a"])
  }
}
