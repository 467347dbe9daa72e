/// How one sink stands.
struct SinkStanding: Equatable, Sendable {
  /// Facts that it has not been told.
  var waiting = 0
  /// Of those, how many no message tells yet: their time has not come, or others of their game go first.
  var uncomposed = 0
  /// Dead letters.
  var dead = 0
  /// When a message was last taken.
  var lastTold: Timestamp?
  /// Why nothing is sent any more, and since when; nil when all is well.
  var disabled: String?
  var disabledSince: Timestamp?
}
