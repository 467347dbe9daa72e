/// What the operator wants polled, and how often: the part of the configuration that a reload may replace while games are
/// on.
struct PollSettings: Sendable {
  var router: Router
  var bounds = Cadence.Bounds()
  /// To one host, over all games; within `RequestRate.bounds`.
  var requestsPerSecond = 4.0
  /// When others began to be followed than at the start: their games were not missed before.
  var followedSince: Timestamp?
}
