/// Bounds of the waits between polls, with their defaults: `poll.live_min`, `poll.live_max` and `poll.idle_max`.
public struct PollBounds: Equatable, Sendable {
  /// The shortest time between two requests for one live game; at most one hour.
  public var liveMin = Duration.seconds(1)
  /// The longest time between two requests for one live game; from `liveMin` to one hour.
  public var liveMax = Duration.seconds(30)
  /// The longest time between two requests for the schedule; at most one day.
  public var idleMax = Duration.seconds(600)

  package init(
    liveMin: Duration = Duration.seconds(1), liveMax: Duration = Duration.seconds(30),
    idleMax: Duration = Duration.seconds(600)
  ) {
    (self.liveMin, self.liveMax, self.idleMax) = (liveMin, liveMax, idleMax)
  }
}
