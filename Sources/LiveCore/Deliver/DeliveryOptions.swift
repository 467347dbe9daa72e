/// How the operator wants one sink served.
struct DeliveryOptions: Equatable, Sendable {
  /// How long a fact waits before it is told.
  var delay = Duration.zero
  /// How long the first fact of a burst waits for the others.
  var group = Duration.zero
  /// How long a message that is not a final is tried, from when it was due.
  var expires = Retry.standardExpiry
  /// Attempts at one time.
  var maxInFlight = 1
  /// Messages in any minute; nil for no limit.
  var maxPerMinute: Int?
  var quiet: QuietHours?

  /// From when a fact is logged until it is due.
  var lag: Duration { delay + group }
}
