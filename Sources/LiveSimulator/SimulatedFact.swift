/// A fact of a game, derived from its script, independently of the daemon that must log it.
public struct SimulatedFact: Hashable, Sendable {
  /// The name in `shared/tools/replay/truth.py`: `play_end`, `go_ahead`, `no_hitter`.
  public var kind: String
  /// The index of the plate appearance.
  public var atBatIndex: Int
  /// The index of the action or pitch, if the fact belongs to one.
  public var eventIndex: Int?
  /// The inning, from 1; 0 if the play log is empty.
  public var inning: Int
  /// `top` or `bottom`; empty if the play log is.
  public var half: String
  /// The away score after the fact; before it for a start.
  public var away: Int
  /// The home score, likewise.
  public var home: Int

  /// Creates the final of a game whose play log is empty.
  init(finalWithoutPlays score: ScriptedPlay.Runs) {
    (kind, atBatIndex, eventIndex, inning, half) = ("final", 0, nil, 0, "")
    (away, home) = (score.away, score.home)
  }

  init(_ kind: String, _ play: ScriptedPlay, _ score: ScriptedPlay.Runs, eventIndex: Int? = nil) {
    (self.kind, atBatIndex, self.eventIndex, inning) = (kind, play.atBatIndex, eventIndex, play.inning)
    (half, away, home) = (play.isTop ? "top" : "bottom", score.away, score.home)
  }
}

extension SimulatedGame {
  /// Returns every fact of the finished game in order; if it had two attempts, those of the last.
  public func facts() -> [SimulatedFact] { Self.facts(of: script.plays, day, isLast: true) }

  static func facts(of plays: [ScriptedPlay], _ day: GameDay, isLast: Bool) -> [SimulatedFact] {
    guard !plays.isEmpty else { return [] }
    return facts(
      of: plays, scheduledInnings: day.scheduledInnings, isFinished: isLast,
      score: day.award?.score ?? plays.last?.scoreAfter)
  }

  /// Returns every fact of these plays in order.
  /// - Parameters:
  ///   - plays: all plays, complete and in their final form.
  ///   - scheduledInnings: the inning from which the home side can win at any moment.
  ///   - isFinished: whether the game ended with the last play.
  ///   - score: the final score of the linescore; nil if it is that of the play log.
  /// - Returns: the facts that `truth.py` finds in the final feed.
  static func facts(
    of plays: [ScriptedPlay], scheduledInnings: Int, isFinished: Bool = true, score: ScriptedPlay.Runs? = nil
  ) -> [SimulatedFact] {
    var witness = Witness(scheduledInnings: scheduledInnings)
    for play in plays where play.record != .none { witness.see(play) }
    if isFinished { witness.finish(score) }
    return witness.facts
  }
}

/// One attempt to play a game, on one official date. `gamePk` and date identify it.
public struct SimulatedAttempt: Sendable {
  /// The date, such as `2026-07-13`.
  public var officialDate: String
  /// The second since 1970 from which the feed has this date.
  public var since: Double
  /// The second from which its plays are removed from the feed; infinite for the last attempt.
  public var until: Double
  /// Its facts, in order.
  public var facts: [SimulatedFact]
  /// Its changes of status, in order, for an observer that misses none.
  public var statuses: [SimulatedStatusFact]
}

/// A change of a game's status, by its codes.
public struct SimulatedStatusFact: Hashable, Sendable {
  /// `warmup`, `delay`, `resume`, `suspended`, `postponed` or `cancelled`.
  public var kind: String
  /// Seconds since 1970.
  public var time: Double
}

extension SimulatedGame {
  /// One attempt for each official date in the schedule; the last one counts.
  public var attempts: [SimulatedAttempt] {
    let dates = day.start.changes.map { ($0.time, $0.value.officialDate) }
    let moved = dates.first { $0.1 != day.start[-.infinity].officialDate }
    guard let (since, date) = moved else {
      return [attempt(date: day.start[-.infinity].officialDate, from: -.infinity, to: .infinity, script.plays)]
    }
    let ends = washedOut?.vanishes ?? since
    let first = washedOut?.log.plays ?? []
    return [
      attempt(date: day.start[-.infinity].officialDate, from: -.infinity, to: ends, first, isLast: false, next: since),
      attempt(date: date, from: since, to: .infinity, script.plays),
    ]
  }

  private func attempt(
    date: String, from since: Double, to until: Double, _ plays: [ScriptedPlay], isLast: Bool = true,
    next: Double = .infinity
  ) -> SimulatedAttempt {
    let begun = plays.first { $0.record != .none }?.start ?? .infinity
    let codes = statusCodes.filter { since <= $0.time && $0.time < next }
    return SimulatedAttempt(
      officialDate: date, since: since, until: until,
      facts: isLast ? facts() : Self.facts(of: plays, day, isLast: false),
      statuses: StatusWitness(begun: begun).facts(of: codes))
  }
}

/// Turns the status codes of an attempt into facts.
private struct StatusWitness {
  /// When the first play entered the play log.
  let begun: Double

  func facts(of codes: [(time: Double, code: String)]) -> [SimulatedStatusFact] {
    var facts: [SimulatedStatusFact] = []
    var (last, isWaiting) = ("", false)
    for (time, code) in codes {
      let kind = Self.kind(of: code)
      if kind == "suspended" || (kind == "delay" && begun <= time) { isWaiting = true }
      if kind == "live", isWaiting {
        facts.append(SimulatedStatusFact(kind: "resume", time: time))
        isWaiting = false
      }
      if kind != last, !["", "live"].contains(kind) { facts.append(SimulatedStatusFact(kind: kind, time: time)) }
      last = kind
    }
    return facts
  }

  /// Returns the kind of fact for a code; empty if plays express it or if it is none.
  private static func kind(of code: String) -> String {
    switch code.first {
    case "P" where code == "PW": "warmup"
    case "P" where code.count > 1: "delay"
    case "I" where code.count > 1 && code != "IH": "delay"
    case "I", "M", "N": "live"
    case "U", "T": "suspended"
    case "D": "postponed"
    case "C": "cancelled"
    default: ""
    }
  }
}
