/// A game is known by its `gamePk` and its official date.
///
/// A game that is rescheduled before its first pitch, or suspended and resumed, stays the same game, whatever its date.
/// A game of which something was played, and which is begun anew on a later date, is another one: its facts have that
/// date in them, and nothing that was told of the first game is taken back or changed.
extension TrackerState {
  /// Returns the state to go on with: this one, or a new one when the answer is of a game that was begun anew.
  func entered(by snapshot: GameSnapshot, of game: GameID) -> TrackerState {
    var next = self
    if isReplayed(snapshot, game) {
      next = TrackerState(baseline: .tellAll, scheduledStart: status.scheduledStart)
      (next.timeStamp, next.refusals, next.monotonic) = (timeStamp, refusals, monotonic)
      next.source.trouble = source.trouble
      next.replayDate = snapshot.info.officialDate
      next.playedBefore = timeStamp
    }
    // Until its first pitch it may be moved again, and stays the same game.
    if !next.hasBegun(game) { next.date = snapshot.info.officialDate }
    next.date = next.date ?? next.replayDate ?? source.game?.date
    return next
  }

  /// Something was played that has been told.
  func hasBegun(_ game: GameID) -> Bool { ledger.has(.status(.start, in: game.begun(anew: replayDate))) }

  private func isReplayed(_ snapshot: GameSnapshot, _ game: GameID) -> Bool {
    guard snapshot.gamePk == game.gamePk, hasBegun(game), timeStamp.map({ snapshot.timeStamp >= $0 }) ?? true,
      let known = (date ?? source.game?.date).flatMap(CivilDate.init(officialDate:)),
      let day = CivilDate(officialDate: snapshot.info.officialDate), day.daysSinceEpoch > known.daysSinceEpoch
    else { return false }
    // A suspended game that lists its plays goes on, whatever states it passes before it does.
    if status.isWaiting, !status.wasCalledOff, let first = snapshot.firstDay, first.daysSinceEpoch < day.daysSinceEpoch
    {
      return false
    }
    switch snapshot.status.phase {
    // The washed-out game itself, under its new date.
    case .postponed, .cancelled: return false
    case .scheduled, .warmup: return true
    case .delayed, .live, .suspended, .final:
      if !snapshot.status.isUnderway { return true }
      // A game that is being played is not begun anew before it has stopped: the answer lacks its plays. After an
      // outage it may have stopped unseen.
      if snapshot.plays.isEmpty { return status.phase != .live || isOld(at: snapshot.timeStamp) }
      return snapshot.firstDay.map { $0.daysSinceEpoch >= day.daysSinceEpoch } ?? false
    }
  }

  /// The last answer was so long ago, by the feed, that a game may have ended since.
  private func isOld(at feed: Timestamp) -> Bool { timeStamp.map { feed - $0 > .seconds(6 * 3600) } ?? true }
}

extension GameID {
  /// The game under this `gamePk` that was begun on that date; nil stands for the first one.
  func begun(anew date: String?) -> GameID {
    var game = self
    game.date = date
    return game
  }
}

extension GameSnapshot {
  /// The day of the first plate appearance in New York's summer; nil where there is none or it has no time.
  fileprivate var firstDay: CivilDate? { plays.first?.startTime.map { ($0 - AfterFinal.behind).date } }

  /// The answer without the plays of the game that was washed out, which a feed may list until it is begun anew: they
  /// began on an earlier day than the one it was begun anew for, and before the last answer of that other game. The day
  /// alone would not do, because the new game may be moved forward.
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
  /// Nil when it is no `2024-07-12`.
  fileprivate init?(officialDate text: String) {
    var reader = DigitReader(text.utf8)
    guard let date = reader.date(separator: UInt8(ascii: "-")), reader.isAtEnd else { return nil }
    self = date
  }
}
