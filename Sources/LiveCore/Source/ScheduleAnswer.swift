/// The rows of a schedule that could be read.
struct ScheduleAnswer: Equatable, Sendable {
  var games: [ScheduledGame]
  /// How many rows could not, and the first reason.
  var unreadable = 0
  var reason: String?
}

/// A schedule that has rows, of which none can be read.
struct UnreadableSchedule: Error, CustomStringConvertible {
  var reason: String

  var description: String { "none of its rows can be read: \(reason)" }
}
