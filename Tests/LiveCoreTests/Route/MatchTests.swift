internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct MatchTests {
  @Test(arguments: [
    (Rule(), true),
    (Rule(teams: ["TOR"]), true),
    (Rule(teams: ["AZ"]), true),
    (Rule(teams: ["ARI"]), true),
    (Rule(teams: ["BOS", "ARI"]), true),
    (Rule(teams: ["BOS"]), false),
    (Rule(types: [.play]), true),
    (Rule(types: [.status, .play]), true),
    (Rule(types: [.status]), false),
    (Rule(tags: [.scoring]), true),
    (Rule(tags: [.final, .scoring]), true),
    (Rule(tags: [.final]), false),
    (Rule(tags: [Tag(rawValue: "home_run")]), true),
    (Rule(teams: ["TOR"], types: [.play], tags: [.scoring]), true),
    (Rule(teams: ["BOS"], types: [.play], tags: [.scoring]), false),
    (Rule(teams: ["TOR"], types: [.status], tags: [.scoring]), false),
    (Rule(teams: ["TOR"], types: [.play], tags: [.final]), false),
    (Rule(allTags: [.scoring]), true),
    (Rule(allTags: [.scoring, Tag(rawValue: "home_run")]), true),
    (Rule(allTags: [.scoring, .final]), false),
    (Rule(notTags: [.final]), true),
    (Rule(notTags: [.final, .scoring]), false),
    (Rule(tags: [.scoring], notTags: [Tag(rawValue: "home_run")]), false),
    (Rule(provisional: false), true),
    (Rule(provisional: true), false),
  ])
  func needsOneOfEachListThatIsNotEmpty(rule: Rule, matches: Bool) {
    #expect(
      Match(of: rule).admits(RouteSample.event(.play, tags: ["home_run", "scoring"], away: "TOR", home: "AZ"))
        == matches)
  }

  @Test func anEventWithoutTagsMatchesOnlyWithoutATagCondition() {
    #expect(Match(of: Rule()).admits(RouteSample.event()))
    #expect(!Match(of: Rule(tags: [.scoring])).admits(RouteSample.event()))
  }
}
