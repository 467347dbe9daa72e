internal import LiveModel

/// The values of one event that conditions compare, found once for all conditions.
struct EventTraits: Sendable {
  var league = LeagueID(rawValue: "")
  /// Abbreviations of the clubs, the away side first.
  var teams: [String] = []
  /// The club at bat, and the club in the field; nil when no side bats.
  var batting, pitching: String?
  var people: [Person] = []
  var type: EventType
  var tags: [Tag] = []
  /// The number of the inning, period or the like.
  var period: Int?
  var scoreMargin: Int?
  var importance: Int?
  /// The leverage of the state in which the event began, and how much the event moved the game, either way.
  var leverage, swing: Double?
  var isProvisional = false
  /// The keys whose values are not known, because another version wrote the event. Their conditions count as met, so that
  /// no event is skipped silently.
  var unknown: Set<ConditionKey> = []

  init(type: EventType) { self.type = type }

  /// Takes the values of an event. Those that are expensive to find are taken only for conditions with one of the `keys`.
  init(_ event: Event, for keys: Set<ConditionKey>, _ leagues: Leagues) {
    let (data, description) = (event.data, leagues[event.data.league])
    (league, type, tags) = (data.league, event.type, data.tags)
    teams = [data.game.away.abbreviation, data.game.home.abbreviation]
    (scoreMargin, importance, isProvisional) = (data.score?.margin, data.importance, data.provisional)
    (leverage, swing) = (data.odds?.leverage, data.odds.map { abs($0.swing) })
    if keys.contains(.batting) || keys.contains(.pitching), let side = description.battingSide(at: event) {
      (batting, pitching) = (data.game.team(side).abbreviation, data.game.team(side.other).abbreviation)
    }
    if keys.contains(.players) { people = leagues.people(in: event) }
    if keys.contains(.innings) { period = description.period(of: data) }
  }
}

extension Score {
  /// The absolute difference of the scores.
  var margin: Int {
    let (lead, isTooFar) = away.subtractingReportingOverflow(home)
    return isTooFar ? .max : Int(clamping: lead.magnitude)
  }
}
