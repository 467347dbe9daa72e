/// What the operator wants polled, and how often: the part of the configuration that a reload may replace while games are
/// on.
struct PollPlan: Sendable {
  var router: Router
  var bounds = Cadence.Bounds()
  /// To one host, over all games; above 0.
  var requestsPerSecond = 4.0
}
