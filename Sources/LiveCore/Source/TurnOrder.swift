/// Who of those that wait for a turn at a host is asked next.
///
/// A game whose result is due goes first, for its result is news at once. Then comes whoever has waited longest beyond
/// its instant. Nobody waits for ever: past `patience` the age alone counts, so that many results that are due at one time
/// starve neither a quiet game nor the schedule.
enum TurnOrder {
  struct Candidate: Equatable, Sendable {
    var isDue: Bool
    /// Since the instant at which it wanted to ask.
    var waited: Duration
  }

  /// Whether the left one goes first; false when both stand alike.
  static func comesFirst(_ left: Candidate, _ right: Candidate, patience: Duration) -> Bool {
    let (leftRank, rightRank) = (rank(left, patience), rank(right, patience))
    return leftRank == rightRank ? left.waited > right.waited : leftRank < rightRank
  }

  private static func rank(_ candidate: Candidate, _ patience: Duration) -> Int {
    if candidate.waited >= patience { return 0 }
    return candidate.isDue ? 1 : 2
  }
}
