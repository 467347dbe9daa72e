extension GameSummary {
  init(_ snapshot: GameSnapshot, observedAt: Timestamp) {
    let info = snapshot.info
    self.init(
      league: .mlb,
      game: Game(
        id: snapshot.gamePk, date: info.officialDate, number: info.gameNumber, type: info.type,
        status: snapshot.status.phase, away: Club(info.away), home: Club(info.home)),
      start: info.scheduledStart, reason: snapshot.status.reason, feedAt: snapshot.timeStamp, observedAt: observedAt)
    guard snapshot.status.isUnderway else { return }
    inning = snapshot.linescore.half
    score = snapshot.linescore.score ?? snapshot.lastPlayScore
    // The linescore keeps the last pitch of a game that is over.
    if !snapshot.status.isOver { takeSituation(of: snapshot) }
  }

  private mutating func takeSituation(of snapshot: GameSnapshot) {
    let (line, play) = (snapshot.linescore, snapshot.plays.last)
    (inningState, outs, balls, strikes) = (line.inningState, line.outs, line.balls, line.strikes)
    bases = line.bases ?? snapshot.basesByPlays
    let current = play?.isComplete == false ? play : nil
    batter = line.batter ?? current?.batter
    pitcher = line.pitcher ?? current?.pitcher
  }
}

extension Linescore {
  fileprivate var half: HalfInning? {
    guard let currentInning else { return nil }
    let isTop = isTopInning ?? inningState.map { ["Top", "Middle"].contains($0) }
    return isTop.map { HalfInning(number: currentInning, half: $0 ? .top : .bottom) }
  }
}

extension GameSnapshot {
  /// For a feed whose linescore names no runners: where the last complete play of the half-inning left them.
  fileprivate var basesByPlays: Bases? {
    guard let last = plays.last else { return nil }
    guard let complete = plays.last(where: \.isComplete), complete.inning == last.inning, complete.outs < 3 else {
      return .empty
    }
    return complete.basesAfter
  }
}
