internal import LiveModel

/// The state of a game between two snapshots. The log stores it as the game's checkpoint.
///
/// Bound: `bytes` stays within the tracker's limit. Beyond it no new play is logged; the game's end still is.
package struct TrackerState: Equatable, Codable, Sendable {
  /// The feed's time of the last accepted snapshot; nil before the first.
  var timeStamp: Timestamp?
  /// Whether the last accepted snapshot was no newer than the one before: the game was polled and nothing had happened.
  var isStill = false
  /// How to treat the facts of the first snapshot.
  var baseline: Baseline
  var ledger = Ledger()
  /// The newest action of the play log, as long as it may change.
  var unsettled: UnsettledAction?
  /// Whether the newest action is not yet stable.
  var isUnsettled: Bool {
    get { unsettled?.isOpen == true }
    set { unsettled?.isOpen = newValue }
  }
  var absence = MissingFacts()
  var status: StatusMemory
  /// The current run of rejected snapshots.
  var refusals: RejectedSnapshots?
  var correction: Correction?
  var source = SourceMemory()
  /// When the game's end was first seen, by the run's clock.
  var finalAt: Timestamp?
  /// When the last answer arrived, by the run's clock.
  var monotonic: Timestamp?
  /// The feed's time until which every fact counts as logged. Set only in a state that was rebuilt for a game whose
  /// start is not in the log.
  var knownUntil: Timestamp?
  /// The doubt about the score of a game whose status is final.
  var finalDoubt: FinalDoubt?
  /// The pitchers of record of a final, as known last.
  var decisions: Decisions?
  /// The prediction of the game as logged last; nil without one.
  var prediction: BaseballPrediction?
  /// The official date of the game that the facts belong to; nil before the first answer, and in checkpoints of older
  /// versions.
  var date: String?
  /// The date of a replay that started afresh after a game under the same `gamePk` was washed out; nil for the first
  /// game. The replay's facts contain it.
  var replayDate: String?
  /// The feed's time of the last answer about the washed-out game; nil for the first game.
  var playedBefore: Timestamp?
  /// Whether a play did not fit in the ledger. No new play is logged then.
  var isFull: Bool?
  /// Whether the game needs no further poll.
  var isOver = false

  init(baseline: Baseline, scheduledStart: Timestamp? = nil) {
    self.baseline = baseline
    status = StatusMemory(scheduledStart: scheduledStart)
  }
}

/// The memory bound of a game's state.
extension TrackerState {
  /// The default limit. A game of thirty innings with its corrections fits.
  static let mostBytes = 64 << 10

  /// The bytes of memory that the state takes, including everything it refers to.
  var bytes: Int { MemoryLayout<TrackerState>.size + ledger.bytes + others }

  /// The bytes of everything but the ledger and the value itself.
  private var others: Int {
    var texts = [unsettled?.fact.rawValue, correction?.fact.rawValue, date, replayDate].compactMap { $0 }
    if let game = source.game {
      texts += [game.date, game.type, game.away.abbreviation, game.away.name, game.home.abbreviation, game.home.name]
    }
    return texts.reduce(0) { $0 + $1.heapBytes } + absence.bytes + status.bytes + (decisions?.bytes ?? 0)
      + (prediction?.bytes ?? 0)
  }

  /// Returns the memory that the ledger may take so that the whole state stays within `limit`.
  func room(within limit: Int) -> LedgerRoom {
    let free = limit - MemoryLayout<TrackerState>.size - others + absence.bytes - MissingFacts.mostBytes
    return LedgerRoom(bytes: max(0, free), isFull: isFull == true)
  }

  /// The trouble as the operator sees it; nil when there is none.
  var trouble: String? {
    if isFull == true { return "the game has more facts than fit in its memory: new plays are no longer logged" }
    return finalDoubt?.isTold == true ? "the play log does not confirm the final score" : nil
  }

  /// Returns the fault that is reported once, when the first play does not fit.
  static func fullFault(limit: Int) -> Fault {
    Fault(
      .gameTooLarge, "the game has more facts than fit in \(limit) bytes; new plays are no longer logged, its end is",
      hint: "if the game is a real one, raise 'poll.game_memory'")
  }
}

extension TrackerState {
  /// Carries the spans of an earlier run over to this one. Must be called once, with a state that was read from the
  /// log.
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

/// The identity of a game: its `gamePk` and its official date.
///
/// A game that is rescheduled before its first pitch, or suspended and resumed, stays the same game, whatever its date.
/// A game that was partly played and then starts afresh on a later date is another game. Its facts contain that date,
/// and no logged fact of the first game is retracted or changed.
extension TrackerState {
  /// Returns the state to continue with: this one, or a new one when the snapshot shows a replay that started afresh.
  func entered(by snapshot: GameSnapshot, of game: GameID) -> TrackerState {
    var next = self
    if isReplayed(snapshot, game) {
      next = TrackerState(baseline: .tellAll, scheduledStart: status.scheduledStart)
      (next.timeStamp, next.refusals, next.monotonic) = (timeStamp, refusals, monotonic)
      next.source.trouble = source.trouble
      next.replayDate = snapshot.info.officialDate
      next.playedBefore = timeStamp
    }
    // A game may be rescheduled until its first pitch and stays the same game.
    if !next.hasBegun(game) { next.date = snapshot.info.officialDate }
    next.date = next.date ?? next.replayDate ?? source.game?.date
    return next
  }

  /// Returns whether the ledger holds the game's start.
  func hasBegun(_ game: GameID) -> Bool { ledger.has(.status(.start, in: game.begun(anew: replayDate))) }

  private func isReplayed(_ snapshot: GameSnapshot, _ game: GameID) -> Bool {
    guard snapshot.gamePk == game.gamePk, hasBegun(game), timeStamp.map({ snapshot.timeStamp >= $0 }) ?? true,
      let known = (date ?? source.game?.date).flatMap(CivilDate.init(officialDate:)),
      let day = CivilDate(officialDate: snapshot.info.officialDate), day.daysSinceEpoch > known.daysSinceEpoch
    else { return false }
    // A suspended game that lists its earlier plays continues, whatever states it passes through before it resumes.
    if status.isWaiting, !status.wasCalledOff, let first = snapshot.firstDay, first.daysSinceEpoch < day.daysSinceEpoch
    {
      return false
    }
    switch snapshot.status.phase {
    // The washed-out game itself under its new date.
    case .postponed, .cancelled: return false
    case .scheduled, .warmup: return true
    case .delayed, .live, .suspended, .final:
      if !snapshot.status.isUnderway { return true }
      // A live game cannot start afresh before it has stopped: a snapshot without plays is incomplete. After an outage,
      // it may have stopped unseen.
      if snapshot.plays.isEmpty { return status.phase != .live || isOld(at: snapshot.timeStamp) }
      return snapshot.firstDay.map { $0.daysSinceEpoch >= day.daysSinceEpoch } ?? false
    }
  }

  /// Returns whether the last snapshot is at least six hours old by feed time, so that a game may have ended since.
  private func isOld(at feed: Timestamp) -> Bool { timeStamp.map { feed - $0 > .seconds(6 * 3600) } ?? true }
}

extension GameSnapshot {
  /// The day of the first plate appearance in New York's summer time; nil without a play or its time.
  fileprivate var firstDay: CivilDate? { plays.first?.startTime.map { ($0 - AfterFinal.newYorkOffset).date } }

  /// Returns the snapshot without the plays of the washed-out game. A feed may list them until the replay starts. They
  /// began before the replay's date and no later than the last answer about the washed-out game. The date alone does
  /// not suffice, because the replay may be moved to an earlier date.
  func withoutPlays(of state: TrackerState) -> GameSnapshot {
    guard let day = state.replayDate.flatMap(CivilDate.init(officialDate:)), let firstDay,
      firstDay.daysSinceEpoch < day.daysSinceEpoch, let began = plays.first?.startTime,
      state.playedBefore.map({ began <= $0 }) ?? true
    else { return self }
    var snapshot = self
    (snapshot.plays, snapshot.linescore) = ([], Linescore(scheduledInnings: linescore.scheduledInnings))
    return snapshot
  }
}

extension CivilDate {
  /// Parses a date such as `2024-07-12`; nil for any other text.
  fileprivate init?(officialDate text: String) {
    var reader = DigitReader(text.utf8)
    guard let date = reader.date(separator: UInt8(ascii: "-")), reader.isAtEnd else { return nil }
    self = date
  }
}
