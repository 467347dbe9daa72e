/// Distance of a live game from its next result, independent of the league. The league's code derives it from a
/// snapshot. The cadence uses nothing else of the play.
///
/// `results` is the number of results in the feed, so that situations before and after a result always differ.
package enum Situation: Equatable, Sendable {
  /// A play is in progress and undecided. `step` changes with each pitch. With `mayMove`, something may happen before
  /// the decision without an earlier sign, such as a stolen base.
  case count(results: Int, step: Int, mayMove: Bool = false)
  /// The feed shows what decides the play; its result follows within seconds.
  case due(results: Int, Outcome)
  /// The next play has not begun.
  case between(results: Int)
  /// Play is paused, as between two half-innings. The next result is minutes away.
  case pause(results: Int)
  /// A player who takes part in every play is being replaced, which takes minutes, too.
  case change(results: Int)

  /// Kind of a due result. Each kind has its own delay until the result is in the feed.
  package enum Outcome: String, CaseIterable, Sendable {
    /// Decided at once; only the entry into the feed takes time.
    case other
    case inPlay = "in_play"
    /// In play, and known to change the score.
    case scoring
  }

  package var results: Int {
    switch self {
    case .count(let results, _, _), .due(let results, _), .between(let results), .pause(let results),
      .change(let results):
      results
    }
  }

  package var isDue: Bool { due != nil }

  /// Kind of the due result; nil if none is due.
  package var due: Outcome? {
    guard case .due(_, let outcome) = self else { return nil }
    return outcome
  }
}
