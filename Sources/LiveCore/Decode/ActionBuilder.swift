/// Collects one play event. Its type may stand behind all else, so that a pitch is known for one only at its end.
struct ActionBuilder: Sendable {
  var index: Int
  var eventType = ""
  var event: String?
  var description: String?
  var score = ScoreBuilder()
  var isScoringPlay = false
  var startTime: String?
  var endTime: String?
  var player: Int?
  var replacedPlayer: Int?
  var playId: String?
  var call: String?
  var reviews: [Review] = []
  private var type = ""

  init(position: Int) { index = position }

  var isPitch: Bool { type == "pitch" }

  mutating func take(type text: JSONText) { type = text.string }

  /// Nil for an event of another type that nobody reviewed.
  var action: Action? {
    guard type == "action" || !reviews.isEmpty else { return nil }
    return Action(
      index: index, eventType: eventType, event: event, description: description, score: score.score,
      isScoringPlay: isScoringPlay, startTime: startTime.flatMap { Timestamp(rfc3339: $0) },
      endTime: endTime.flatMap { Timestamp(rfc3339: $0) }, player: player, replacedPlayer: replacedPlayer,
      type: type, playId: playId, reviews: reviews)
  }
}
