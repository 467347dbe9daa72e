internal import LiveModel

/// One event as a team's event entity gets it: its type, and the rest as attributes.
struct MQTTEvent: Equatable, Sendable, Encodable {
  var eventType: String
  var id: String
  var fact: String
  var revision: Int
  var change: String
  var retracted: Bool
  var provisional: Bool
  var late: Bool
  var importance: Int
  var tags: [String]
  /// The abbreviation of the club whose event it is.
  var team: String?
  var opponent: String?
  var home: Bool?
  var score: Int?
  var opponentScore: Int?
  var period: String?
  var summary: String
  var time: Timestamp

  /// Makes the event of a team; of nobody's if `side` is nil.
  init(_ event: Event, as type: String, side: Side?, _ leagues: Leagues) {
    let data = event.data
    eventType = type
    (id, fact, revision, change) = (event.id, data.fact.rawValue, data.revision, data.change.rawValue)
    (retracted, provisional, late) = (data.retracted, data.provisional, data.late)
    (importance, tags, team) = (data.importance, data.tags.map(\.rawValue), data.team)
    (summary, time, period) = (data.summary, event.time, leagues[data.league].place(of: event))
    guard let side else { return }
    (opponent, home) = (data.game.team(side.other).name, side == .home)
    (score, opponentScore) = (data.score?[side], data.score?[side.other])
  }

  private enum CodingKeys: String, CodingKey {
    case id, fact, revision, change, retracted, provisional, late, importance, tags, team, opponent, home, score
    case period, summary, time
    case eventType = "event_type"
    case opponentScore = "opponent_score"
  }
}
