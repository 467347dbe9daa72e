/// Order of the requests that wait for a turn at a host.
///
/// Games whose result is due come first, because that result is news at once. Next comes the longest wait. After a wait
/// of `patience` only the age counts, so that many due results starve neither a quiet game nor the schedule. Lookups for
/// a user come after all polls, however long they have waited.
package enum TurnOrder {
  package struct Candidate: Equatable, Sendable {
    package var isDue: Bool
    /// Whether a user asked for the answer, and no event depends on it.
    package var isLookup: Bool
    /// Time since the request was ready.
    package var waited: Duration

    package init(isDue: Bool, isLookup: Bool = false, waited: Duration) {
      (self.isDue, self.isLookup, self.waited) = (isDue, isLookup, waited)
    }
  }

  /// Returns whether the left candidate goes first; false if both are equal.
  package static func comesFirst(_ left: Candidate, _ right: Candidate, patience: Duration) -> Bool {
    let (leftRank, rightRank) = (rank(left, patience), rank(right, patience))
    return leftRank == rightRank ? left.waited > right.waited : leftRank < rightRank
  }

  private static func rank(_ candidate: Candidate, _ patience: Duration) -> Int {
    if candidate.isLookup { return 3 }
    if candidate.waited >= patience { return 0 }
    return candidate.isDue ? 1 : 2
  }
}
