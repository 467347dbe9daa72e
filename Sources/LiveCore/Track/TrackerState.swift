/// What is remembered of a game between two snapshots; written to the log as the game's checkpoint.
///
/// Bound: `bytes` stays within the limit that the tracker has. Past it no new play is told, but the game's end is.
struct TrackerState: Equatable, Codable, Sendable {
  /// Of the last accepted snapshot; nil before the first.
  var timeStamp: Timestamp?
  /// The last accepted answer was no newer than the one before it: we were there, and nothing happened.
  var isStill = false
  /// What to do with the facts that the first snapshot holds.
  var baseline: Baseline
  var ledger = Ledger()
  /// The newest action while it may still change.
  var unsettled: UnsettledAction?
  /// It has not settled yet.
  var isUnsettled: Bool {
    get { unsettled?.isOpen == true }
    set { unsettled?.isOpen = newValue }
  }
  var absence = MissingFacts()
  var status: StatusMemory
  /// The answers that are refused now.
  var refusals: RejectedSnapshots?
  var correction: Correction?
  var source = SourceMemory()
  /// When the game was first seen to be over, by the run's clock.
  var finalAt: Timestamp?
  /// When the last answer came in, by the run's clock.
  var monotonic: Timestamp?
  /// The feed's time until which whatever it showed counts as told; nil but for a state that was rebuilt and not told from
  /// the game's beginning.
  var knownUntil: Timestamp?
  /// A game over whose score is in doubt.
  var finalDoubt: FinalDoubt?
  /// The official date of the game that the facts are of; nil before the first answer, and in what older versions wrote.
  var date: String?
  /// The game was begun anew on that date, after another one under its `gamePk` had been washed out. It stands in its
  /// facts.
  var replayDate: String?
  /// The feed's time of the last answer of that other game; nil for the first game.
  var playedBefore: Timestamp?
  /// A play found no room in the ledger; no new one is told any more.
  var isFull: Bool?
  /// Nothing more is expected of this game.
  var isOver = false

  /// The last fact that was corrected, for what follows from it an answer later.
  struct Correction: Equatable, Codable, Sendable {
    var fact: Fact
    /// The feed's time.
    var at: Timestamp

    /// What changes later than this has another cause.
    static let span: Duration = .seconds(60)
  }

  init(baseline: Baseline, scheduledStart: Timestamp? = nil) {
    self.baseline = baseline
    status = StatusMemory(scheduledStart: scheduledStart)
  }
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
