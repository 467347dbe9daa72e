internal import LiveModel

/// A short answer continues the last snapshot as long as only the newest plate appearance and the linescore change.
extension GameSnapshot {
  /// Returns this short snapshot with everything else of the last one; nil if more may have changed.
  ///
  /// The result is the snapshot of a whole answer of the same time, unless an earlier plate appearance was corrected.
  func continuing(_ last: GameSnapshot) -> GameSnapshot? {
    guard gamePk == last.gamePk, info == last.info, status == last.status, status.phase == .live,
      let play = plays.last, let known = last.plays.last, play.atBatIndex == known.atBatIndex,
      play.inning == known.inning,
      // Runs without a result may be those of a corrected play.
      play.isComplete != known.isComplete || linescore.score == last.linescore.score,
      play.numbers.subtracting(known.numbers).isSubset(of: last.names.keys)
    else { return nil }
    var whole = self
    whole.plays = last.plays.dropLast() + [play]
    (whole.lineups, whole.names, whole.isShort) = (last.lineups, last.names, false)
    return whole
  }
}

extension Play {
  /// The ids of players whom the play names by number only.
  fileprivate var numbers: Set<Int> {
    Set(
      actions.flatMap { [$0.player, $0.replacedPlayer].compactMap(\.self) }
        + runners.flatMap { $0.credits.map(\.fielder) })
  }
}
