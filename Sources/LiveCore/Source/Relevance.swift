/// Judges whether a game that the schedule does not list is still worth a request.
struct Relevance: Sendable {
  private var revision: Timestamp?
  private var movedAt: Timestamp
  private var absences = 0

  /// So many answers in a row that there is no such game are enough: with the waits after failures, some ten minutes.
  static let absences = 10
  /// A game that goes on after a longer pause stands in the schedule of that day.
  static let stillSpan: Duration = .seconds(24 * 3600)

  /// All instants are the run's.
  init(at now: Timestamp) { movedAt = now }

  mutating func answered(_ pulse: PollHints, at now: Timestamp) {
    absences = 0
    if pulse.revision != revision { (revision, movedAt) = (pulse.revision, now) }
  }

  /// Takes what a request brought instead of an answer; nil for what is not the feed's.
  mutating func failed(_ fault: FeedFault?) { absences = fault?.isAbsence == true ? absences + 1 : 0 }

  /// Why nobody need ask any more; nil while it is worth it.
  func reasonToLeave(at now: Timestamp) -> String? {
    if absences >= Self.absences { return "the source has no such game any more, and its schedule does not list it" }
    if now - movedAt >= Self.stillSpan { return "nothing new for a day, and the schedule does not list the game" }
    return nil
  }
}

extension Fault.Code {
  static let sourceGameGone = Fault.Code("source.game-gone")
}
