/// How far a live game is from its next result, in words that every league has. The league's own code derives it from a
/// snapshot; the cadence knows nothing else of what happens on the field.
///
/// `results` is the number of results that the feed holds already, so that two situations on either side of a result are
/// never equal.
enum Situation: Equatable, Sendable {
  /// A play is under way and nothing of it decides it yet. `step` changes with each part of it. With `mayMove` something
  /// may happen before the play is decided that nothing announces.
  case count(results: Int, step: Int, mayMove: Bool = false)
  /// The feed shows what decides the play; its result follows within seconds.
  case due(results: Int, Outcome)
  /// The next play has not begun.
  case between(results: Int)
  /// Nothing is played, as between two halves: the next result is minutes away.
  case pause(results: Int)
  /// Somebody who takes part in every play is replaced, which takes minutes too.
  case change(results: Int)

  /// What kind of result is due: each takes a time of its own until somebody has written it down.
  enum Outcome: String, CaseIterable, Sendable {
    /// Sure at once, and only to be written down.
    case other
    case inPlay = "in_play"
    /// In play, and it is known that it changes the score.
    case scoring
  }

  var results: Int {
    switch self {
    case .count(let results, _, _), .due(let results, _), .between(let results), .pause(let results),
      .change(let results):
      results
    }
  }

  var isDue: Bool { due != nil }

  /// The kind of the result that is due; nil while none is.
  var due: Outcome? {
    guard case .due(_, let outcome) = self else { return nil }
    return outcome
  }
}
