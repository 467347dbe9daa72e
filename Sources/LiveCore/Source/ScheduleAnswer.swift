/// The rows of a schedule that could be read.
struct ScheduleAnswer: Equatable, Sendable {
  var games: [ScheduledGame]
  /// How many rows could not, and the first reason.
  var unreadable = 0
  var reason: String?
}
