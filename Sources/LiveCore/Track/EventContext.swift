/// What every event found in one snapshot shares.
struct EventContext {
  let snapshot: GameSnapshot
  /// The previous accepted snapshot's time; nil when there was none.
  let previous: Timestamp?
  /// It was asked for in vain meanwhile.
  let wasStill: Bool
  let observedAt: Timestamp

  /// Feed time without a poll after which what happened meanwhile is `late`.
  static let gap: Duration = .seconds(120)

  func event(for change: Ledger.Change, of game: GameID) -> Event {
    let draft = change.draft
    let time = draft.time ?? snapshot.timeStamp
    let data = EventData(
      fact: draft.fact, revision: change.revision, provisional: draft.isProvisional, late: isLate(time),
      cause: change.cause, league: game.league, game: eventGame,
      inning: draft.inning, outs: draft.outs, score: draft.score, bases: draft.bases, play: draft.play,
      players: draft.players, importance: draft.importance, tags: tags(of: change),
      reason: draft.reason, scheduledStart: draft.scheduledStart, summary: summary(of: change),
      observedAt: observedAt, feedAt: snapshot.timeStamp)
    return Event(type: draft.type, time: time, data: data)
  }

  func retraction(of fact: Fact, _ entry: Ledger.Entry) -> Retraction {
    Retraction(
      fact: fact, revision: entry.revision, isProvisional: entry.isProvisional, game: eventGame,
      observedAt: observedAt, feedAt: snapshot.timeStamp)
  }

  private func tags(of change: Ledger.Change) -> [Tag] {
    change.draft.tags + (change.draft.type == .lineup && change.revision > 1 ? [.changed] : [])
  }

  /// What follows from another fact's correction is said as if it had been so.
  private func summary(of change: Ledger.Change) -> String {
    let isScorers = [.play, .action].contains(change.draft.type) || change.draft.tags.contains(.final)
    let corrects = change.isCorrection && change.cause == nil && isScorers
    return (corrects ? "Corrected: " : "") + change.draft.summary
  }

  private func isLate(_ time: Timestamp) -> Bool {
    let wasAway = previous.map { snapshot.timeStamp - $0 > Self.gap && !wasStill } ?? true
    return wasAway && snapshot.timeStamp - time > Self.gap
  }

  var eventGame: EventGame {
    EventGame(
      id: snapshot.gamePk, date: snapshot.info.officialDate, number: snapshot.info.gameNumber,
      type: snapshot.info.type, status: snapshot.status.phase, away: snapshot.info.away, home: snapshot.info.home)
  }
}
