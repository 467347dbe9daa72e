/// What is remembered of a game between two snapshots; written to the log as the game's checkpoint.
///
/// Bound: one ledger line a fact, about 60 bytes each; a nine-inning game has some 200.
struct TrackerState: Equatable, Codable, Sendable {
  /// Of the last accepted snapshot; nil before the first.
  var timeStamp: Timestamp?
  /// What to do with the facts that the first snapshot holds.
  var baseline: Baseline
  var ledger = Ledger()
  /// The newest action while it may still change.
  var unsettled: Settling?
  /// Nothing more is expected of this game.
  var isOver = false

  init(baseline: Baseline) { self.baseline = baseline }
}

/// What is told of a game that has already begun when it is first seen.
enum Baseline: String, Codable, Sendable {
  /// Every fact: the game was known before its first pitch, or the user wants it so.
  case tellAll
  /// Nothing of what has been.
  case silent
  /// One `livegame.status` tagged `catch_up`.
  case summary
}
