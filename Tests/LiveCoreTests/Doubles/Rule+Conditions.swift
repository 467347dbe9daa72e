@testable import LiveCore
@testable import LiveModel

extension Rule {
  /// Makes a rule whose conditions are named like its own members.
  init(
    leagues: [String] = [], teams: [String] = [], batting: [String] = [], pitching: [String] = [],
    players: [PlayerName] = [], types: [EventType] = [], tags: [Tag] = [], allTags: [Tag] = [], notTags: [Tag] = [],
    innings: ClosedRange<Int>? = nil, scoreMargin: ClosedRange<Int>? = nil, importance: ClosedRange<Int>? = nil,
    provisional: Bool? = nil, sinks: [String] = [], stop: Bool = false
  ) {
    self.init(
      conditions: Conditions(
        leagues: leagues, teams: teams, batting: batting, pitching: pitching, players: players, types: types,
        tags: tags, allTags: allTags, notTags: notTags, innings: innings, scoreMargin: scoreMargin,
        importance: importance, provisional: provisional),
      sinks: sinks, stop: stop)
  }
}

extension Match {
  init(of rule: Rule, _ leagues: Leagues = .known) { self.init(of: rule.conditions, leagues) }
}

extension EventFilter {
  func matches(_ head: EventHead) -> Bool { match.admits(EventTraits(head)) }
}
