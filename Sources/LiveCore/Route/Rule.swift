/// One entry of `routes`: which events go to which sinks. An empty list matches everything; of a list that is not
/// empty, one element that fits is enough; all conditions must fit.
struct Rule: Equatable, Sendable {
  /// Short names, such as `mlb`.
  var leagues: [String] = []
  /// Abbreviations; either side of the game fits.
  var teams: [String] = []
  /// Anybody who takes part fits, in whatever role.
  var players: [PlayerName] = []
  var types: [EventType] = []
  var tags: [Tag] = []
  /// Of the play itself; an event without an inning does not fit.
  var innings: ClosedRange<Int>?
  /// The lead after the play, whoever has it; an event without a score does not fit.
  var scoreMargin: ClosedRange<Int>?
  /// 0 to 4; nil lets sinks for people have 1 and more, and programs all.
  var importance: ClosedRange<Int>?
  /// Names from the configuration; none means that what matches goes nowhere.
  var sinks: [String] = []
  /// Rules after this one are not asked about an event that matched it.
  var stop = false
  var origin = Origin()

  /// Where a rule is written. It is no part of what the rule says, so that all are equal.
  struct Origin: Equatable, Sendable {
    var place: Fault.Place?

    static func == (left: Origin, right: Origin) -> Bool { true }
  }
}

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

/// The `follow` section: whose games are polled, and which of their events are of interest.
struct Following: Sendable {
  private let clubs: Set<String>
  private let hasPlayers: Bool
  private let conditions: [Condition]

  /// Teams by abbreviation. Without any team or player everything is followed.
  init(teams: [String], players: [PlayerName]) {
    clubs = Set(teams.map(ClubName.canonical))
    hasPlayers = !players.isEmpty
    conditions = [.teams(teams), .players(players)].compactMap(\.self)
  }

  /// Whether a game between these two, by abbreviation, is asked for. Nobody knows beforehand who will play, so that a
  /// followed player takes all of them.
  func watches(away: String, home: String) -> Bool {
    conditions.isEmpty || hasPlayers || [away, home].contains { clubs.contains(ClubName.canonical($0)) }
  }

  /// Either side, or anybody who takes part, is enough.
  func verdict(on event: Event) -> Explanation.Follow {
    let findings = conditions.map { $0.finding(in: event) }
    return Explanation.Follow(isFollowed: findings.isEmpty || findings.contains(where: \.fits), findings: findings)
  }
}
