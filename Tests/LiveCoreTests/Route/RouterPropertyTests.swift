internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Random rules and events: the explanation accounts for each sink, and agrees with a plain implementation of the
/// rules.
@Suite struct RouterPropertyTests {
  private static let sinks = ["a", "b", "c"]

  private struct Draw {
    var dice: SplitMix

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &dice) < percent }

    mutating func some<Value>(of values: [Value]) -> [Value] {
      chance(60) ? [] : values.shuffled(using: &dice).prefix(Int.random(in: 1...2, using: &dice)).map(\.self)
    }

    mutating func range(_ bounds: ClosedRange<Int>) -> ClosedRange<Int>? {
      guard chance(25) else { return nil }
      let first = Int.random(in: bounds, using: &dice)
      return first...Int.random(in: first...bounds.upperBound, using: &dice)
    }

    mutating func rule() -> Rule {
      Rule(
        leagues: chance(10) ? ["nba"] : some(of: ["mlb"]), teams: some(of: ["TOR", "ARI", "BOS"]),
        players: some(of: [.id(1), .name("JOSE"), .name("Ana")]), types: some(of: [.play, .action, .status]),
        tags: some(of: [.scoring, .final, .hit]), allTags: chance(80) ? [] : some(of: [.scoring, .hit]),
        notTags: chance(80) ? [] : some(of: [.final, .hit]), innings: range(1...10), scoreMargin: range(0...4),
        importance: range(0...4), provisional: chance(90) ? nil : chance(50),
        sinks: some(of: RouterPropertyTests.sinks + ["gone"]), stop: chance(20))
    }

    mutating func event() -> Event {
      var event = RouteSample.event(
        [.play, .action, .status].randomElement(using: &dice) ?? .play,
        tags: some(of: ["scoring", "final", "hit"]), away: chance(50) ? "TOR" : "BOS",
        players: some(of: [Person(id: 1, name: ""), Person(id: 2, name: "José"), Person(id: 3, name: "Ana")]))
      event.data.inning = chance(70) ? HalfInning(number: Int.random(in: 1...10, using: &dice), half: .top) : nil
      event.data.score = chance(70) ? Score(away: Int.random(in: 0...4, using: &dice), home: 2) : nil
      (event.data.importance, event.data.provisional) = (Int.random(in: 0...4, using: &dice), chance(20))
      return event
    }
  }

  /// The rules as `docs/configuration.md` states them, without any code of the router.
  private static func expected(_ rules: [Rule], _ follow: ([String], [PlayerName]), _ event: Event) -> [String] {
    let data = event.data
    let clubs = [data.game.away, data.game.home].map { $0.abbreviation == "AZ" ? "ARI" : $0.abbreviation }
    func plays(_ name: PlayerName) -> Bool {
      data.players.contains { player in
        switch name {
        case .id(let id): player.id == id
        case .name(let text): player.name.replacing("é", with: "e").lowercased() == text.lowercased()
        }
      }
    }
    func fits<Value: Equatable>(_ wanted: [Value], _ has: [Value]) -> Bool {
      wanted.isEmpty || wanted.contains(where: has.contains)
    }
    func lies(_ number: Int?, in range: ClosedRange<Int>?) -> Bool {
      range.map { range in number.map(range.contains) ?? false } ?? true
    }
    let isFollowed =
      follow.0.isEmpty && follow.1.isEmpty || follow.0.contains(where: clubs.contains)
      || follow.1.contains(where: plays)
    var chosen: [String] = []
    for route in isFollowed ? (rules.isEmpty ? [Rule(sinks: sinks)] : rules) : [] {
      let rule = route.conditions
      let margin = data.score.map { abs($0.away - $0.home) }
      guard fits(rule.leagues, ["mlb"]), fits(rule.teams, clubs),
        rule.players.isEmpty || rule.players.contains(where: plays),
        fits(rule.types, [event.type]), fits(rule.tags, data.tags), rule.allTags.allSatisfy(data.tags.contains),
        !rule.notTags.contains(where: data.tags.contains), [nil, data.provisional].contains(rule.provisional),
        lies(data.inning?.number, in: rule.innings),
        lies(margin, in: rule.scoreMargin), lies(data.importance, in: rule.importance)
      else { continue }
      chosen += route.sinks.filter { sink in
        sinks.contains(sink) && !chosen.contains(sink) && (!data.provisional || sink == "b")
          && (data.importance > 0 || rule.importance != nil || sink != "c")
      }
      if route.stop { break }
    }
    return chosen
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func theExplanationAgreesWithTheRouting(seed: UInt64) {
    var draw = Draw(dice: SplitMix(seed: seed))
    let rules = (0..<Int.random(in: 0...5, using: &draw.dice)).map { _ in draw.rule() }
    let follow = (draw.some(of: ["BOS", "NYY"]), draw.some(of: [PlayerName.id(1), .name("ANA")]))
    let router = Router(
      rules: rules, sinks: Self.sinks, follow: follow.0, players: follow.1, early: ["b"], people: ["c"])
    for number in 0..<100 {
      let event = draw.event()
      let explanation = router.explain(event)
      #expect(explanation.sinks == Self.expected(rules, follow, event), "seed \(seed), event \(number)")
      #expect(explanation.sinks == router.sinks(for: event))
      #expect(explanation.follow.isFollowed == router.follows(event))
      Self.check(explanation, of: rules)
    }
  }

  @Test func everyOutcomeOccurs() {
    var seen: [Explanation.Outcome: Int] = [:]
    for seed in 0..<40 as Range<UInt64> {
      var draw = Draw(dice: SplitMix(seed: seed))
      let router = Router(rules: (0..<4).map { _ in draw.rule() }, sinks: Self.sinks, follow: [], people: ["c"])
      for _ in 0..<100 {
        for offer in router.explain(draw.event()).routes.flatMap(\.offers) { seen[offer.outcome, default: 0] += 1 }
      }
    }
    for outcome in [.added, .addedBefore, .unimportant, .provisional, .unknown] as [Explanation.Outcome] {
      #expect(seen[outcome, default: 0] > 10, "\(outcome)")
    }
  }

  /// Checks that every sink was added by one step, and that every step has a reason.
  private static func check(_ explanation: Explanation, of rules: [Rule]) {
    #expect(explanation.routes.count == max(1, rules.count))
    let added = explanation.routes.flatMap(\.offers).filter { $0.outcome == .added }.map(\.sink)
    #expect(added == explanation.sinks)
    var isAsking = explanation.follow.isFollowed
    for step in explanation.routes {
      #expect((step.decision == .notAsked) == !isAsking)
      #expect(step.decision == .notAsked || (step.decision == .matches) == step.findings.allSatisfy(\.fits))
      #expect(step.decision == .matches || (step.offers.isEmpty && !step.stops))
      isAsking = isAsking && !step.stops
    }
  }
}
