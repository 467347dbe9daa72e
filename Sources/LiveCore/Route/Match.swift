internal import LiveModel

/// Conditions, stored so that a test is a lookup. All must match.
struct Match: Sendable {
  private let conditions: [Condition]
  private let leagues: Leagues
  /// The keys of its conditions.
  let keys: Set<ConditionKey>

  init(of wanted: Conditions, _ leagues: Leagues = .known) {
    self.leagues = leagues
    // A team without a league is one of the leagues that are asked for.
    let asked = wanted.namesTeams ? leagues.named(wanted.leagues) : leagues
    let all: [Condition?] = [
      .leagues(wanted.leagues), .teams(wanted.teams, asked), .batting(wanted.batting, asked),
      .pitching(wanted.pitching, asked), .players(wanted.players), .types(wanted.types), .tags(wanted.tags),
      .allTags(wanted.allTags), .notTags(wanted.notTags), .range(.innings, wanted.innings),
      .range(.scoreMargin, wanted.scoreMargin), .range(.importance, wanted.importance),
      .threshold(.minLeverage, wanted.minLeverage), .threshold(.minSwing, wanted.minSwing),
      .provisional(wanted.provisional),
    ]
    conditions = all.compactMap(\.self)
    keys = Set(conditions.map(\.key))
  }

  /// Returns one finding per condition.
  func findings(in event: EventTraits) -> [Explanation.Finding] { conditions.map { $0.finding(in: event) } }

  func admits(_ event: EventTraits) -> Bool { conditions.allSatisfy { $0.fits(event) } }

  func admits(_ event: Event) -> Bool { admits(EventTraits(event, for: keys, leagues)) }
}
