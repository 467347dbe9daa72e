extension FactDraft {
  /// One fact a game: its first plate appearance has begun.
  static func start(game: GameID, first: Play, snapshot: GameSnapshot) -> FactDraft {
    FactDraft(
      fact: .status(.start, in: game), type: .status, time: first.beginning, inning: first.inning, outs: 0,
      score: .zero, importance: 3, tags: [.start], summary: Summary.start(snapshot.info))
  }

  /// One fact a game. The score is the linescore's, which a forfeit sets by rule.
  ///
  /// With `isUnconfirmed` the play log says something else: what only it can know is not said.
  static func final(game: GameID, snapshot: GameSnapshot, _ feats: Feats, isUnconfirmed: Bool = false) -> FactDraft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    var tags: [Tag] = [.final] + (snapshot.status.isForfeit ? [] : tags(of: score, feats))
    if isUnconfirmed { tags = tags.filter { $0 != .noHitter && $0 != .perfectGame } + [.unconfirmed] }
    return FactDraft(
      fact: .status(.final, in: game), type: .status, time: last.flatMap { $0.endTime ?? $0.startTime },
      inning: last?.inning, outs: last?.outs, score: score, importance: 4,
      tags: tags, summary: Summary.final(score, tags: tags, inning: last?.inning.number, snapshot))
  }

  private static func tags(of score: Score, _ feats: Feats) -> [Tag] {
    guard let winner = score.leader else { return [.tied] }
    let loser = winner.other
    var tags: [Tag] = score[loser] == 0 ? [.shutout] : []
    let hitless = [loser, winner].first { feats.isHitless($0) && feats.hasBattedNine($0) }
    if let hitless { tags += feats.isSpotless(hitless) ? [.noHitter, .perfectGame] : [.noHitter] }
    return tags
  }

  /// Where a game stands that was under way before this daemon knew it.
  static func catchUp(game: GameID, snapshot: GameSnapshot) -> FactDraft {
    let score = snapshot.linescore.score ?? snapshot.lastPlayScore
    let last = snapshot.plays.last
    return FactDraft(
      fact: .status(.catchUp, in: game), type: .status, time: snapshot.timeStamp, inning: last?.inning,
      outs: last?.outs, score: score, importance: 2, tags: [.catchUp],
      summary: Summary.catchUp(score, inning: last?.inning, snapshot))
  }
}
