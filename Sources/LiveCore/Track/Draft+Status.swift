extension Draft {
  /// One fact a game: its first plate appearance has begun.
  static func start(game: GameID, first: Play, snapshot: GameSnapshot) -> Draft {
    Draft(
      fact: .status(.start, in: game), type: .status, time: first.startTime, inning: first.inning, outs: 0,
      score: .zero, importance: 3, tags: [.start], summary: Summary.start(snapshot.info))
  }

  /// One fact a game. The score is the linescore's, which a forfeit sets by rule.
  static func final(game: GameID, snapshot: GameSnapshot) -> Draft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    return Draft(
      fact: .status(.final, in: game), type: .status, time: last.flatMap { $0.endTime ?? $0.startTime },
      inning: last?.inning, outs: last?.outs, score: score, importance: 4,
      tags: score.leader == nil ? [.final, .tied] : [.final],
      summary: Summary.final(score, inning: last?.inning.number, snapshot))
  }

  /// Where a game stands that was under way before this daemon knew it.
  static func catchUp(game: GameID, snapshot: GameSnapshot) -> Draft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    return Draft(
      fact: .status(.catchUp, in: game), type: .status, time: snapshot.timeStamp, inning: last?.inning,
      outs: last?.outs, score: score, importance: 2, tags: [.catchUp],
      summary: Summary.catchUp(score, inning: last?.inning, snapshot))
  }
}
