/// How one sink stands.
struct SinkStanding: Equatable, Sendable {
  /// Deliveries and messages that wait.
  var waiting = 0
  /// Dead letters.
  var dead = 0
  /// When a message was last taken.
  var lastTold: Timestamp?
  /// Why nothing is sent any more; nil when all is well.
  var disabled: String?
}
