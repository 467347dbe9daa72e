/// The conditions of one rule. All of them must fit.
struct Match: Sendable {
  private let conditions: [Condition]

  init(of rule: Rule) {
    let all: [Condition?] = [
      .leagues(rule.leagues), .teams(rule.teams), .players(rule.players), .types(rule.types), .tags(rule.tags),
      .innings(rule.innings), .scoreMargin(rule.scoreMargin), .importance(rule.importance),
    ]
    conditions = all.compactMap(\.self)
  }

  /// One for each condition that the rule has.
  func findings(in event: Event) -> [Explanation.Finding] { conditions.map { $0.finding(in: event) } }

  func admits(_ event: Event) -> Bool { findings(in: event).allSatisfy(\.fits) }
}
