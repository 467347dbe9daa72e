internal import LiveModel

/// Decides which games are watched and which sinks receive an event. A value made from one configuration.
struct Router: Sendable {
  private struct Route: Sendable {
    /// The route's number, from 1; nil for the one that represents every sink when there are no rules.
    var number: Int?
    var rule: Rule
    var match: Match

    var skipped: Explanation.Step { step(.notAsked, []) }

    func step(
      _ decision: Explanation.Decision, _ findings: [Explanation.Finding], _ offers: [Explanation.Offer] = []
    ) -> Explanation.Step {
      Explanation.Step(
        number: number, place: rule.origin.place?.description, decision: decision, findings: findings, offers: offers,
        stops: decision == .matches && rule.stop)
    }
  }

  private let leagues: Leagues
  private let routes: [Route]
  private let everySink: [String]
  private let follow: Following
  private let early: Set<String>
  private let people: Set<String>
  /// The keys of all conditions.
  private let keys: Set<ConditionKey>

  /// - Parameters:
  ///   - rules: the rules in order; none means every sink.
  ///   - sinks: all configured sinks. A rule's sink that is not among them is skipped.
  ///   - teams: abbreviations of the followed teams.
  ///   - players: followed players, in any game. Without teams and players, everything is followed.
  ///   - early: the sinks that accept provisional events; the others receive only final results.
  ///   - people: the sinks for human readers. Importance 0 reaches them only through a rule with a condition on
  ///     `importance`.
  ///   - leagues: the leagues whose events are routed.
  init(
    rules: [Rule], sinks: [String], follow teams: [String], players: [PlayerName] = [], early: Set<String> = [],
    people: Set<String> = [], leagues: Leagues = .known
  ) {
    (everySink, self.early, self.people, self.leagues) = (sinks, early, people, leagues)
    follow = Following(teams: teams, players: players, leagues)
    routes =
      rules.isEmpty
      ? [Route(number: nil, rule: Rule(sinks: sinks), match: Match(of: Conditions(), leagues))]
      : rules.enumerated().map { Route(number: $0 + 1, rule: $1, match: Match(of: $1.conditions, leagues)) }
    keys = routes.reduce(follow.keys) { $0.union($1.match.keys) }
  }

  /// Whether any sink receives a play before its result.
  var hasEarlySinks: Bool { !early.isDisjoint(with: everySink) }

  /// Returns whether to watch a game between two teams, by abbreviation.
  func watches(away: String, home: String, in league: LeagueID) -> Bool {
    follow.watches(away: away, home: home, in: league)
  }

  /// Returns whether an event of a watched game is followed. Other events are logged but not routed.
  func follows(_ event: Event) -> Bool {
    follow.verdict(on: EventTraits(event, for: follow.keys, leagues)).isFollowed
  }

  /// Returns the sinks of every matching rule, each once, in the order of the rules. Returns all sinks when there are
  /// no rules, and none when the event is not followed.
  func sinks(for event: Event) -> [String] { explain(event).sinks }

  /// Returns the sinks that may receive the event as a revision of a fact they received before. A receiver of a run
  /// must also receive its correction, although that may match no rule.
  func correctionSinks(of event: Event) -> [String] { everySink.filter { isSureEnough(event, for: $0) } }

  /// Evaluates the rules in order and returns each one's decision.
  func explain(_ event: Event) -> Explanation {
    let traits = EventTraits(event, for: keys, leagues)
    let verdict = follow.verdict(on: traits)
    var (steps, sinks): ([Explanation.Step], [String]) = ([], [])
    var isOver = !verdict.isFollowed
    for route in routes {
      let step = isOver ? route.skipped : self.step(of: route, event, traits, after: &sinks)
      steps.append(step)
      isOver = isOver || step.stops
    }
    return Explanation(follow: verdict, routes: steps, sinks: sinks)
  }

  private func step(
    of route: Route, _ event: Event, _ traits: EventTraits, after sinks: inout [String]
  ) -> Explanation.Step {
    let findings = route.match.findings(in: traits)
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
    return event.data.importance < 1 && rule.conditions.importance == nil && people.contains(sink)
      ? .unimportant : .added
  }

  private func isSureEnough(_ event: Event, for sink: String) -> Bool {
    !event.data.provisional || early.contains(sink)
  }
}
