/// What is next in one lane: one sink's messages of one game, or of its quiet hours.
struct NextInLane: Equatable, Sendable {
  var lane: String
  /// The message that waits there; nil when the next one is still to be composed.
  var message: Int?
  var due: Timestamp
}
