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
      ? [Route(number: nil, rule: Rule(sinks: sinks), match: Match(of: Rule(), leagues))]
      : rules.enumerated().map { Route(number: $0 + 1, rule: $1, match: Match(of: $1, leagues)) }
  }

  /// Whether any sink receives a play before its result.
  var hasEarlySinks: Bool { !early.isDisjoint(with: everySink) }

  /// Returns whether to watch a game between two teams, by abbreviation.
  func watches(away: String, home: String, in league: LeagueID) -> Bool {
    follow.watches(away: away, home: home, in: league)
  }

  /// Returns whether an event of a watched game is followed. Other events are logged but not routed.
  func follows(_ event: Event) -> Bool { follow.verdict(on: event).isFollowed }

  /// Returns the sinks of every matching rule, each once, in the order of the rules. Returns all sinks when there are
  /// no rules, and none when the event is not followed.
  func sinks(for event: Event) -> [String] { explain(event).sinks }

  /// Returns the sinks that may receive the event as a revision of a fact they received before. A receiver of a run
  /// must also receive its correction, although that may match no rule.
  func correctionSinks(of event: Event) -> [String] { everySink.filter { isSureEnough(event, for: $0) } }

  /// Evaluates the rules in order and returns each one's decision.
  func explain(_ event: Event) -> Explanation {
    let verdict = follow.verdict(on: event)
    var (steps, sinks): ([Explanation.Step], [String]) = ([], [])
    var isOver = !verdict.isFollowed
    for route in routes {
      let step = isOver ? route.skipped : self.step(of: route, event, after: &sinks)
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

/// One entry of `routes`, which sends matching events to sinks. All conditions must match; one matching element of a
/// list suffices. An empty list matches everything.
struct Rule: Equatable, Sendable {
  /// Short names of leagues, such as `mlb`.
  var leagues: [String] = []
  /// Abbreviations of teams; either side of the game may match.
  var teams: [String] = []
  /// Abbreviations of teams; the side at bat must match. An event at which no side bats does not match.
  var batting: [String] = []
  /// Abbreviations of teams; the side in the field must match, as for `batting`.
  var pitching: [String] = []
  /// Players; a participant in any role may match.
  var players: [PlayerName] = []
  var types: [EventType] = []
  var tags: [Tag] = []
  /// The inning of the play, or the period of another league. An event without one does not match.
  var innings: ClosedRange<Int>?
  /// The absolute lead after the play. An event without a score does not match.
  var scoreMargin: ClosedRange<Int>?
  /// The importance, from 0 to 4. Nil means 1 or more for sinks for people, and any for other sinks.
  var importance: ClosedRange<Int>?
  /// Names of sinks in the configuration. Empty means that matching events go nowhere.
  var sinks: [String] = []
  /// Whether a match skips the later rules.
  var stop = false
  var origin = Origin()

  /// The location of a rule in the configuration. All values are equal, since the location is not part of the rule's
  /// meaning.
  struct Origin: Equatable, Sendable {
    var place: Fault.Place?

    static func == (left: Origin, right: Origin) -> Bool { true }
  }
}

/// The conditions of one rule, all of which must match.
struct Match: Sendable {
  private let conditions: [Condition]
  private let leagues: Leagues

  init(of rule: Rule, _ leagues: Leagues = .known) {
    self.leagues = leagues
    let all: [Condition?] = [
      .leagues(rule.leagues), .teams(rule.teams, leagues), .batting(rule.batting, leagues),
      .pitching(rule.pitching, leagues), .players(rule.players), .types(rule.types), .tags(rule.tags),
      .innings(rule.innings), .scoreMargin(rule.scoreMargin), .importance(rule.importance),
    ]
    conditions = all.compactMap(\.self)
  }

  /// Returns one finding per condition of the rule.
  func findings(in event: Event) -> [Explanation.Finding] { conditions.map { $0.finding(in: event, leagues) } }

  func admits(_ event: Event) -> Bool { findings(in: event).allSatisfy(\.fits) }
}

/// The `follow` setting: which games are watched, and which of their events are routed.
struct Following: Sendable {
  private let clubs: ClubNames
  private let hasPlayers: Bool
  private let conditions: [Condition]
  private let leagues: Leagues

  /// Makes the setting from team abbreviations and players. Everything is followed when both lists are empty.
  init(teams: [String], players: [PlayerName], _ leagues: Leagues) {
    self.leagues = leagues
    clubs = ClubNames(teams, leagues)
    hasPlayers = !players.isEmpty
    conditions = [.teams(teams, leagues), .players(players)].compactMap(\.self)
  }

  /// Returns whether to watch a game between two teams, by abbreviation. Every game is watched when a player is
  /// followed, because participants are not known in advance.
  func watches(away: String, home: String, in league: LeagueID) -> Bool {
    conditions.isEmpty || hasPlayers || [away, home].contains { clubs.contains($0, in: league) }
  }

  /// Tests the event. Either team or any participant suffices.
  func verdict(on event: Event) -> Explanation.Follow {
    let findings = conditions.map { $0.finding(in: event, leagues) }
    return Explanation.Follow(isFollowed: findings.isEmpty || findings.contains(where: \.fits), findings: findings)
  }
}
