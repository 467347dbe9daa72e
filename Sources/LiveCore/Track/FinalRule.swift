/// When a game counts as final (DESIGN §11, Tracking 4).
enum FinalRule {
  /// At the first Game Over, Final or forfeit whose linescore equals the play log's score. Game Over may come in the
  /// update before the last play's result, so that an unfinished last play waits for Final.
  static func holds(for snapshot: GameSnapshot) -> Bool {
    let status = snapshot.status
    guard status.phase == .final else { return false }
    if status.isForfeit { return true }
    // A game without play-by-play has nothing but its linescore.
    if snapshot.plays.isEmpty { return status.codedGameState == "F" && snapshot.linescore.score != nil }
    guard let last = snapshot.plays.last, last.isComplete || status.codedGameState == "F" else { return false }
    return snapshot.linescore.score == snapshot.lastPlayScore
  }
}
