internal import LiveModel

/// The retained state of a team. Absent values are null, so that a template of Home Assistant finds every member.
struct MQTTState: Equatable, Sendable {
  /// The status of the game in the words of events, or `none`.
  var status = "none"
  var game: Int?
  var date: String?
  var home: Bool?
  var opponent: String?
  var opponentAbbreviation: String?
  var score: Int?
  var opponentScore: Int?
  /// The time of play, such as `Top 5th` or `Q4 2:10`.
  var period: String?
  var outs: Int?
  /// The runners on first, second and third base; nil for a league without bases.
  var runners: [String?]?
  /// Whether the team is at bat.
  var batting = false
  /// The chance to win, in percent.
  var chance: Double?
  var leverage: Double?
  var lastPlay: String?
  /// The id of the newest event in it.
  var event: String?
  var updated: Timestamp?

  /// The values of `status`.
  static let statuses = ["none"] + GameStatus.Phase.allCases.map(\.rawValue)
}

extension MQTTState: Encodable {
  private enum CodingKeys: String, CodingKey {
    case status, game, date, home, opponent, score, period, outs, runners, batting, chance, leverage, event, updated
    case opponentAbbreviation = "opponent_abbreviation"
    case opponentScore = "opponent_score"
    case lastPlay = "last_play"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    try container.encode(game, forKey: .game)
    try container.encode(date, forKey: .date)
    try container.encode(home, forKey: .home)
    try container.encode(opponent, forKey: .opponent)
    try container.encode(opponentAbbreviation, forKey: .opponentAbbreviation)
    try container.encode(score, forKey: .score)
    try container.encode(opponentScore, forKey: .opponentScore)
    try container.encode(period, forKey: .period)
    try container.encode(outs, forKey: .outs)
    try container.encode(runners, forKey: .runners)
    try container.encode(batting, forKey: .batting)
    try container.encode(chance, forKey: .chance)
    try container.encode(leverage, forKey: .leverage)
    try container.encode(lastPlay, forKey: .lastPlay)
    try container.encode(event, forKey: .event)
    try container.encode(updated, forKey: .updated)
  }
}
