/// The state of a game between two snapshots; written to the log as the game's checkpoint.
///
/// Bound: `bytes` stays within the limit that the tracker has. Past it no new play is told, but the game's end is.
struct TrackerState: Equatable, Codable, Sendable {
  /// Of the last accepted snapshot; nil before the first.
  var timeStamp: Timestamp?
  /// The last accepted answer was no newer than the one before it: we were there, and nothing happened.
  var isStill = false
  /// The treatment of facts in the first snapshot.
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
  /// The feed's time until which whatever it showed counts as told; nil but for a state that was rebuilt and not told
  /// from the game's beginning.
  var knownUntil: Timestamp?
  /// A game over whose score is in doubt.
  var finalDoubt: FinalDoubt?
  /// The official date of the game that the facts are of; nil before the first answer, and in what older versions
  /// wrote.
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

    /// Changes later than this have another cause.
    static let span: Duration = .seconds(60)
  }

  init(baseline: Baseline, scheduledStart: Timestamp? = nil) {
    self.baseline = baseline
    status = StatusMemory(scheduledStart: scheduledStart)
  }
}

/// The treatment of a game that has begun before its first snapshot.
enum Baseline: String, Codable, Sendable {
  /// Every fact: the game was known before its first pitch, or the user wants it so.
  case tellAll
  /// Nothing of what has been.
  case silent
  /// One `livegame.status` tagged `catch_up`.
  case summary
}

/// The memory of one game between two polls.
extension TrackerState {
  /// Unless the configuration says otherwise. A game of thirty innings with its corrections fits in it.
  static let mostBytes = 64 << 10

  /// Bytes of memory that the state takes, with everything that it refers to.
  var bytes: Int { MemoryLayout<TrackerState>.size + ledger.bytes + others }

  /// Beside the ledger.
  private var others: Int {
    var texts = [unsettled?.fact.rawValue, correction?.fact.rawValue, date, replayDate].compactMap { $0 }
    if let game = source.game {
      texts += [game.date, game.type, game.away.abbreviation, game.away.name, game.home.abbreviation, game.home.name]
    }
    return texts.reduce(0) { $0 + $1.heapBytes } + absence.bytes + status.bytes
  }

  /// Returns the room for the ledger that keeps the whole within `limit`.
  func room(within limit: Int) -> LedgerRoom {
    let free = limit - MemoryLayout<TrackerState>.size - others + absence.bytes - MissingFacts.mostBytes
    return LedgerRoom(bytes: max(0, free), isFull: isFull == true)
  }

  /// As the operator reads it; nil while nothing is in doubt.
  var trouble: String? {
    if isFull == true { return "more facts than may be kept: no new plays are told" }
    return finalDoubt?.isTold == true ? "the play log does not confirm the final score" : nil
  }

  /// Told once, when no more plays fit.
  static func fullFault(limit: Int) -> Fault {
    Fault(
      .gameTooLarge, "the game has more facts than fit in \(limit) bytes; no new plays are told of it, its end is",
      hint: "if the game is a real one, raise 'poll.game_memory'")
  }
}

extension String {
  /// Short strings take no memory of their own.
  var heapBytes: Int { utf8.count > 15 ? utf8.count + 33 : 0 }
}

extension Fault.Code {
  static let gameTooLarge = Fault.Code("track.game-too-large")
}

/// Spans of time by the clock of one run (`RunClock`), which no step of the wall clock disturbs.
enum RunSpan {
  /// No span that the tracker measures is longer.
  static let longest: Duration = .seconds(7 * 86_400)

  /// Finds the instant from which a span of an earlier run counts on in this one.
  ///
  /// The clocks of two runs have nothing to do with each other: either may have begun with a wrong wall clock. What had
  /// passed when the earlier run last looked is kept, the time between the runs is not counted.
  ///
  /// - Parameters:
  ///   - since: when the span began, by the clock of the earlier run.
  ///   - last: when the earlier run last looked; nil when it did not say.
  ///   - now: the present instant of this run.
  /// - Returns: the instant, by the clock of this run.
  static func resumed(_ since: Timestamp, after last: Timestamp?, at now: Timestamp) -> Timestamp {
    now - min(max((last ?? since) - since, .zero), longest)
  }
}

extension TrackerState {
  /// Carries the spans that were being measured in an earlier run over to this one. Called once with a state that was
  /// read from the log.
  mutating func resume(at now: Timestamp) {
    let last = monotonic
    unsettled = unsettled.map { action in
      var action = action
      action.observedSince = RunSpan.resumed(action.observedSince, after: last, at: now)
      return action
    }
    absence.resume(after: last, at: now)
    refusals?.resume(after: last, at: now)
    finalDoubt = finalDoubt.map { doubt in
      var doubt = doubt
      doubt.resume(after: last, at: now)
      return doubt
    }
    finalAt = finalAt.map { RunSpan.resumed($0, after: last, at: now) }
    monotonic = now
  }
}
