internal import LiveModel

/// The conditions that select events: of a route, of a subscription, or of a command. All must match; one matching element
/// of a list suffices. An empty list and a missing value match everything.
struct Conditions: Hashable, Sendable {
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
  /// The event must have every one of these tags.
  var allTags: [Tag] = []
  /// The event must have none of these tags.
  var notTags: [Tag] = []
  /// The inning of the play, or the period of another league. An event without one does not match.
  var innings: ClosedRange<Int>?
  /// The absolute lead after the play. An event without a score does not match.
  var scoreMargin: ClosedRange<Int>?
  /// The importance, from 0 to 4.
  var importance: ClosedRange<Int>?
  /// The least leverage of the state in which the event began. An event without one does not match.
  var minLeverage: Double?
  /// The least change of the home team's chance to win, either way, from 0 to 1. An event without chances does not match.
  var minSwing: Double?
  /// Whether the event must be provisional, or must not be.
  var provisional: Bool?

  /// Whether every event matches.
  var isEmpty: Bool { self == Conditions() }
}

extension Conditions {
  /// The lists of names as texts, by key.
  var lists: [(key: ConditionKey, names: [String])] {
    [
      (.leagues, leagues), (.teams, teams), (.batting, batting), (.pitching, pitching),
      (.players, players.map(\.description)), (.types, types.map(\.rawValue)), (.tags, tags.map(\.rawValue)),
      (.allTags, allTags.map(\.rawValue)), (.notTags, notTags.map(\.rawValue)),
    ]
  }

  /// The keys of the conditions that are set, in their order.
  var keys: [ConditionKey] {
    let set = Set(
      lists.filter { !$0.names.isEmpty }.map(\.key) + ranges.filter { $0.range != nil }.map(\.key)
        + thresholds.filter { $0.least != nil }.map(\.key)
        + (provisional == nil ? [] : [.provisional]))
    return ConditionKey.allCases.filter(set.contains)
  }

  /// Returns the conditions of these keys alone.
  func only(_ keys: [ConditionKey]) -> Conditions {
    var some = Conditions()
    for key in keys {
      switch key {
      case .leagues: some.leagues = leagues
      case .teams: some.teams = teams
      case .batting: some.batting = batting
      case .pitching: some.pitching = pitching
      case .players: some.players = players
      case .types: some.types = types
      case .tags: some.tags = tags
      case .allTags: some.allTags = allTags
      case .notTags: some.notTags = notTags
      case .innings: some.innings = innings
      case .scoreMargin: some.scoreMargin = scoreMargin
      case .importance: some.importance = importance
      case .minLeverage: some.minLeverage = minLeverage
      case .minSwing: some.minSwing = minSwing
      case .provisional: some.provisional = provisional
      }
    }
    return some
  }

  /// Whether any list names teams.
  var namesTeams: Bool { !teams.isEmpty || !batting.isEmpty || !pitching.isEmpty }

  /// The names of all lists.
  var names: [String] { lists.flatMap(\.names) }

  /// The ranges by key.
  var ranges: [(key: ConditionKey, range: ClosedRange<Int>?)] {
    [(.innings, innings), (.scoreMargin, scoreMargin), (.importance, importance)]
  }

  /// The least values by key.
  var thresholds: [(key: ConditionKey, least: Double?)] { [(.minLeverage, minLeverage), (.minSwing, minSwing)] }
}
