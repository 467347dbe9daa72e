/// When a game counts as final (DESIGN §11, Tracking 4).
enum FinalRule {
  /// What is said of a game's end.
  enum Verdict: Sendable {
    case notYet
    /// The linescore and the play log agree, or the score is set by rule.
    case certain
    /// They have disagreed for too long to wait any more: the linescore's score is told, and that it is in doubt.
    case unconfirmed
  }

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

  /// A final that was told with certainty stands for as long as the status does, also while a correction has reached the
  /// linescore and not yet the plays.
  static func verdict(for snapshot: GameSnapshot, wasTold: Bool, doubt: FinalDoubt?) -> Verdict {
    if holds(for: snapshot) { return .certain }
    guard snapshot.status.phase == .final else { return .notYet }
    if let doubt { return doubt.isTold ? .unconfirmed : .notYet }
    return wasTold ? .certain : .notYet
  }
}

/// A game that the status calls over and whose linescore and play log do not agree: a tie that was decided otherwise than
/// by a play, or a play log that has holes or ends early.
struct FinalDoubt: Equatable, Codable, Sendable {
  private var linescore: Score?
  private var plays: Score
  /// By the run's clock.
  private(set) var since: Timestamp
  /// It has lasted: the final is told all the same.
  private(set) var isTold = false

  /// The longest time that the feed takes after Final to bring the last plays and the linescore together.
  static let patience: Duration = .seconds(300)

  /// Returns what is in doubt after an answer; nil when nothing is. `finalWasTold` says that a final stands.
  static func next(
    after known: FinalDoubt?, _ snapshot: GameSnapshot, finalWasTold: Bool, at now: Timestamp
  ) -> FinalDoubt? {
    guard snapshot.status.phase == .final, !FinalRule.holds(for: snapshot) else { return nil }
    if finalWasTold, known?.isTold != true { return nil }
    let (linescore, plays) = (snapshot.linescore.score, snapshot.lastPlayScore)
    var doubt = known ?? FinalDoubt(linescore: linescore, plays: plays, since: now)
    if doubt.linescore != linescore || doubt.plays != plays {
      (doubt.linescore, doubt.plays, doubt.since) = (linescore, plays, now)
    }
    // Game Over is followed by Final, and may stand there for longer.
    let patience = snapshot.status.codedGameState == "F" ? patience : AfterFinal.span
    doubt.isTold = doubt.isTold || now - doubt.since >= patience
    return doubt
  }

  /// The time that it has lasted for in an earlier run counts on from `now`.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    since = RunSpan.resumed(since, after: last, at: now)
  }

  /// As the operator reads it.
  func fault(in snapshot: GameSnapshot) -> Fault {
    let info = snapshot.info
    let score = linescore.map { Summary.line($0, info) } ?? "no score"
    return Fault(
      .finalUnconfirmed,
      "the game is over by its status, but the linescore says \(score) and the play log \(Summary.line(plays, info))",
      hint: "the final was told with the linescore's score and is corrected when they agree")
  }
}

extension Fault.Code {
  static let finalUnconfirmed = Fault.Code("track.final-unconfirmed")
}
