/// Decides which games are watched and which sinks an event goes to. A value made from one configuration.
struct Router: Sendable {
  private struct Route: Sendable {
    /// Nil for the one that stands for every sink where there are no rules.
    var number: Int?
    var rule: Rule
    var match: Match

    var passedOver: Explanation.Step { step(.notAsked, []) }

    func step(
      _ decision: Explanation.Decision, _ findings: [Explanation.Finding], _ offers: [Explanation.Offer] = []
    ) -> Explanation.Step {
      Explanation.Step(
        number: number, place: rule.origin.place?.description, decision: decision, findings: findings, offers: offers,
        stops: decision == .matches && rule.stop)
    }
  }

  private let routes: [Route]
  private let everySink: [String]
  private let follow: Following
  private let early: Set<String>
  private let people: Set<String>

  /// - Parameters:
  ///   - rules: in the order they are asked; none means every sink.
  ///   - sinks: all there are; a name in a rule that is not among them is passed over.
  ///   - teams: abbreviations of the teams that are followed.
  ///   - players: who is followed, in whatever game; without teams and players, everything is.
  ///   - early: the sinks that want provisional events; the others wait for what is sure.
  ///   - people: the sinks that people read: importance 0 is for those who ask for it.
  init(
    rules: [Rule], sinks: [String], follow teams: [String], players: [PlayerName] = [], early: Set<String> = [],
    people: Set<String> = []
  ) {
    (everySink, self.early, self.people) = (sinks, early, people)
    follow = Following(teams: teams, players: players)
    routes =
      rules.isEmpty
      ? [Route(number: nil, rule: Rule(sinks: sinks), match: Match(of: Rule()))]
      : rules.enumerated().map { Route(number: $0 + 1, rule: $1, match: Match(of: $1)) }
  }

  /// Some sink is told of a play before its result.
  var hasEarlySinks: Bool { !early.isDisjoint(with: everySink) }

  /// Whether a game between these two, by abbreviation, is watched.
  func watches(away: String, home: String) -> Bool { follow.watches(away: away, home: home) }

  /// Whether an event of a watched game concerns anybody: else it stays in the log.
  func follows(_ event: Event) -> Bool { follow.verdict(on: event).isFollowed }

  /// The sinks of every rule that matches, each once, in the order of the rules; all sinks when there are no rules;
  /// none when nobody follows the event.
  func sinks(for event: Event) -> [String] { explain(event).sinks }

  /// The sinks that get an event too if they were to get an earlier revision of its fact: who was told of a run hears
  /// that it was taken off the board, though that matches no rule.
  func correctionSinks(of event: Event) -> [String] { everySink.filter { isSureEnough(event, for: $0) } }

  /// Asks one rule after the other, and says what each made of the event.
  func explain(_ event: Event) -> Explanation {
    let verdict = follow.verdict(on: event)
    var (steps, sinks): ([Explanation.Step], [String]) = ([], [])
    var isOver = !verdict.isFollowed
    for route in routes {
      let step = isOver ? route.passedOver : self.step(of: route, event, after: &sinks)
      steps.append(step)
      isOver = isOver || step.stops
    }
    return Explanation(follow: verdict, routes: steps, sinks: sinks)
  }

  private func step(of route: Route, _ event: Event, after sinks: inout [String]) -> Explanation.Step {
    let findings = route.match.findings(in: event)
    guard findings.allSatisfy(\.fits) else { return route.step(.differs, findings) }
    var offers: [Explanation.Offer] = []
    for sink in route.rule.sinks {
      let outcome = sinks.contains(sink) ? .addedBefore : outcome(of: sink, by: route.rule, event)
      offers.append(Explanation.Offer(sink: sink, outcome: outcome))
      if outcome == .added { sinks.append(sink) }
    }
    return route.step(.matches, findings, offers)
  }

  private func outcome(of sink: String, by rule: Rule, _ event: Event) -> Explanation.Outcome {
    if !everySink.contains(sink) { return .unknown }
    if !isSureEnough(event, for: sink) { return .provisional }
    return event.data.importance < 1 && rule.importance == nil && people.contains(sink) ? .unimportant : .added
  }

  private func isSureEnough(_ event: Event, for sink: String) -> Bool {
    !event.data.provisional || early.contains(sink)
  }
}
