/// How one sink stands.
struct SinkStatus: Equatable, Sendable {
  /// Facts that it has not been told.
  var waiting = 0
  /// Of those, how many no message tells yet: their time has not come, or others of their game go first.
  var pending = 0
  /// Facts that were given up, until they are dropped or tried again.
  var dead = 0
  /// Why the last attempt failed of what is tried most often; nil when nothing that waits has failed.
  var trouble: String?
  /// The last silence that the receiver asked for; it may be over.
  var pause: SinkPause?
  /// When a message was last taken.
  var lastDelivered: Timestamp?
  /// Why nothing is sent any more, and since when; nil when all is well.
  var disabled: String?
  var disabledSince: Timestamp?
}
