/// When a game counts as final.
enum FinalRule {
  /// The decision on a game's end.
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

  /// A final that was told with certainty stands for as long as the status does, also while a correction has reached
  /// the linescore and not yet the plays.
  static func verdict(for snapshot: GameSnapshot, wasTold: Bool, doubt: FinalDoubt?) -> Verdict {
    if holds(for: snapshot) { return .certain }
    guard snapshot.status.phase == .final else { return .notYet }
    if let doubt { return doubt.isTold ? .unconfirmed : .notYet }
    return wasTold ? .certain : .notYet
  }
}

/// A game that the status calls over and whose linescore and play log do not agree: a tie that was decided otherwise
/// than by a play, or a play log that has holes or ends early.
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

/// How long a game is watched after its final: most scoring changes come within minutes of the last out, the others by
/// the next day's noon.
enum AfterFinal {
  static let span: Duration = .seconds(30 * 60)

  /// New York is this far behind UTC in summer.
  static let behind: Duration = .seconds(4 * 3600)

  /// Returns noon in New York's summer, of the day after the one on which the game ended. A game that was suspended
  /// keeps its official date and ends days or months later. Nil without a date to go by.
  static func finalCheck(_ snapshot: GameSnapshot) -> Timestamp? {
    var reader = DigitReader(snapshot.info.officialDate.utf8)
    let official = reader.date(separator: UInt8(ascii: "-"))
    let ended = snapshot.lastPlayTime.map { ($0 - behind).date }
    guard let day = [official, ended].compactMap({ $0?.daysSinceEpoch }).max() else { return nil }
    return Timestamp(seconds: Int64(day + 1) * 86_400) + .seconds(12 * 3600) + behind
  }

  /// Says whether nobody need look any more. `final` is when the end was first seen, by the run's clock.
  ///
  /// Both clocks must have passed the last look, for either may be wrong. A clock that stands far back does not keep
  /// the game for ever: the run's own time since the final is enough, once it is an hour longer than from the last play
  /// to the last look.
  static func isOver(since final: Timestamp, _ snapshot: GameSnapshot, at now: Tracker.Moment) -> Bool {
    let passed = now.monotonic - final
    guard passed >= span else { return false }
    guard let finalCheck = finalCheck(snapshot) else { return true }
    if min(now.wall, now.monotonic) >= finalCheck { return true }
    return snapshot.lastPlayTime.map { passed - .seconds(3600) >= finalCheck - $0 } ?? (passed >= RunSpan.longest)
  }
}

extension GameSnapshot {
  /// When the last play ended; never later than the answer itself was made, whatever the play says.
  fileprivate var lastPlayTime: Timestamp? {
    plays.last.flatMap { $0.endTime ?? $0.startTime }.map { min($0, timeStamp) }
  }
}
