/// What every event found in one snapshot shares.
struct EventContext {
  let snapshot: GameSnapshot
  /// The previous accepted snapshot's time; nil when there was none.
  let previous: Timestamp?
  let observedAt: Timestamp

  /// Feed time without a poll after which what happened meanwhile is `late`.
  static let gap: Duration = .seconds(120)

  func event(for draft: Draft, of game: GameID, revision: Int) -> Event {
    let time = draft.time ?? snapshot.timeStamp
    let data = EventData(
      fact: draft.fact, revision: revision, late: isLate(time), league: game.league, game: eventGame,
      inning: draft.inning, outs: draft.outs, score: draft.score, bases: draft.bases, play: draft.play,
      players: draft.players, importance: draft.importance, tags: draft.tags, summary: draft.summary,
      observedAt: observedAt, feedAt: snapshot.timeStamp)
    return Event(type: draft.type, time: time, data: data)
  }

  private func isLate(_ time: Timestamp) -> Bool {
    let wasAway = previous.map { snapshot.timeStamp - $0 > Self.gap } ?? true
    return wasAway && snapshot.timeStamp - time > Self.gap
  }

  private var eventGame: EventGame {
    EventGame(
      id: snapshot.gamePk, date: snapshot.info.officialDate, number: snapshot.info.gameNumber,
      type: snapshot.info.type, status: snapshot.status.phase, away: snapshot.info.away, home: snapshot.info.home)
  }
}
