internal import LiveModel

/// The rule that decides when a game is final.
enum FinalRule {
  /// The decision about a game's end.
  enum Verdict: Sendable {
    case notYet
    /// The linescore and the play log agree, or the rules set the score (a forfeit).
    case certain
    /// The two have disagreed for too long. The final carries the linescore's score and the tag `unconfirmed`.
    case unconfirmed
  }

  /// Returns true at the first Game Over, Final or forfeit whose linescore equals the play log's score. Game Over may
  /// arrive one update before the last play's result, so an unfinished last play requires Final.
  static func holds(for snapshot: GameSnapshot) -> Bool {
    let status = snapshot.status
    guard status.phase == .final else { return false }
    if status.isForfeit { return true }
    // A game without play-by-play has only its linescore.
    if snapshot.plays.isEmpty { return status.codedGameState == "F" && snapshot.linescore.score != nil }
    guard let last = snapshot.plays.last, last.isComplete || status.codedGameState == "F" else { return false }
    return snapshot.linescore.score == snapshot.lastPlayScore
  }

  /// Returns the decision for a snapshot. A confirmed final stands as long as the status does, even while a correction
  /// has reached the linescore but not the plays. `wasTold` says whether the ledger holds the final.
  static func verdict(for snapshot: GameSnapshot, wasTold: Bool, doubt: FinalDoubt?) -> Verdict {
    if holds(for: snapshot) { return .certain }
    guard snapshot.status.phase == .final else { return .notYet }
    if let doubt { return doubt.isTold ? .unconfirmed : .notYet }
    return wasTold ? .certain : .notYet
  }
}

/// A disagreement between the linescore and the play log of a game whose status is final. Typical causes are a tie
/// decided by other means than a play, and a play log with holes or a missing end.
struct FinalDoubt: Equatable, Codable, Sendable {
  private var linescore: Score?
  private var plays: Score
  /// The start of the doubt, by the run's clock.
  private(set) var since: Timestamp
  /// Whether the doubt has lasted `maxWait`; the final is then logged as unconfirmed.
  private(set) var isTold = false

  /// The longest time after Final in which the feed brings the last plays and the linescore into agreement.
  static let maxWait: Duration = .seconds(300)

  /// Returns the doubt after a snapshot; nil when the two scores agree or the final is already logged as certain.
  /// `finalIsLogged` says whether the ledger holds the final.
  static func next(
    after known: FinalDoubt?, _ snapshot: GameSnapshot, finalIsLogged: Bool, at now: Timestamp
  ) -> FinalDoubt? {
    guard snapshot.status.phase == .final, !FinalRule.holds(for: snapshot) else { return nil }
    if finalIsLogged, known?.isTold != true { return nil }
    let (linescore, plays) = (snapshot.linescore.score, snapshot.lastPlayScore)
    var doubt = known ?? FinalDoubt(linescore: linescore, plays: plays, since: now)
    if doubt.linescore != linescore || doubt.plays != plays {
      (doubt.linescore, doubt.plays, doubt.since) = (linescore, plays, now)
    }
    // Game Over precedes Final, and may stand longer than `maxWait`.
    let needed = snapshot.status.codedGameState == "F" ? maxWait : AfterFinal.span
    doubt.isTold = doubt.isTold || now - doubt.since >= needed
    return doubt
  }

  /// Continues the span of an earlier run from `now`, without the time between the runs.
  mutating func resume(after last: Timestamp?, at now: Timestamp) {
    since = RunSpan.resumed(since, after: last, at: now)
  }

  /// Returns the fault that is reported to the operator.
  func fault(in snapshot: GameSnapshot) -> Fault {
    let info = snapshot.info
    let score = linescore.map { Summary.line($0, info) } ?? "no score"
    return Fault(
      .finalUnconfirmed,
      "the game is over by its status, but the linescore says \(score) and the play log \(Summary.line(plays, info))",
      hint: "the final has the linescore's score; a correction follows when the two agree")
  }
}

extension Fault.Code {
  static let finalUnconfirmed = Fault.Code("track.final-unconfirmed")
}

/// How long a game is polled after its final. Most scoring changes arrive within minutes of the last out, the others by
/// noon of the next day.
enum AfterFinal {
  static let span: Duration = .seconds(30 * 60)

  /// New York's offset from UTC in summer, subtracted from UTC to get local time.
  static let newYorkOffset: Duration = .seconds(4 * 3600)

  /// Returns 12:00 in New York (summer time) on the day after the game ended. A suspended game keeps its official date
  /// and ends days or months later, so the later of the two dates counts. Returns nil when both dates are unknown.
  static func finalCheck(_ snapshot: GameSnapshot) -> Timestamp? {
    var reader = DigitReader(snapshot.info.officialDate.utf8)
    let official = reader.date(separator: UInt8(ascii: "-"))
    let ended = snapshot.lastPlayTime.map { ($0 - newYorkOffset).date }
    guard let day = [official, ended].compactMap({ $0?.daysSinceEpoch }).max() else { return nil }
    return Timestamp(seconds: Int64(day + 1) * 86_400) + .seconds(12 * 3600) + newYorkOffset
  }

  /// Returns whether the game needs no further poll. `final` is when the end was first seen, by the run's clock.
  ///
  /// Both clocks must have passed the final check, since either may be wrong. A wall clock far in the past does not
  /// keep the game forever: the run's time since the final also suffices, once it exceeds the time from the last play
  /// to the final check by an hour.
  static func isOver(since final: Timestamp, _ snapshot: GameSnapshot, at now: Tracker.Moment) -> Bool {
    let passed = now.monotonic - final
    guard passed >= span else { return false }
    guard let finalCheck = finalCheck(snapshot) else { return true }
    if min(now.wall, now.monotonic) >= finalCheck { return true }
    return snapshot.lastPlayTime.map { passed - .seconds(3600) >= finalCheck - $0 } ?? (passed >= RunSpan.longest)
  }
}

extension GameSnapshot {
  /// The end of the last play, at most the snapshot's own `timeStamp`.
  fileprivate var lastPlayTime: Timestamp? {
    plays.last.flatMap { $0.endTime ?? $0.startTime }.map { min($0, timeStamp) }
  }
}
