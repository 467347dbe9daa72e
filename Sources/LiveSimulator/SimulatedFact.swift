/// A fact of a game, derived from its script, independently of the daemon that must log it.
public struct SimulatedFact: Hashable, Sendable {
  /// As `shared/tools/replay/truth.py` names it: `play_end`, `go_ahead`, `no_hitter`.
  public var kind: String
  /// Of the plate appearance.
  public var atBatIndex: Int
  /// Of the action or pitch, where the fact belongs to one.
  public var eventIndex: Int?
  /// From 1; 0 where the play log is empty.
  public var inning: Int
  /// `top` or `bottom`; empty where the play log is.
  public var half: String
  /// The score after it; before it for a start.
  public var away: Int
  /// The same of the home side.
  public var home: Int

  /// The end of a game whose play log is empty.
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
  /// Every fact of the finished game, in order; of its last attempt, where it had two.
  public func facts() -> [SimulatedFact] { Self.facts(of: script.plays, day, isLast: true) }

  static func facts(of plays: [ScriptedPlay], _ day: GameDay, isLast: Bool) -> [SimulatedFact] {
    guard !plays.isEmpty else { return [] }
    return facts(
      of: plays, scheduledInnings: day.scheduledInnings, isFinished: isLast,
      score: day.award?.score ?? plays.last?.scoreAfter)
  }

  /// Every fact of these plays, in order.
  ///
  /// - Parameters:
  ///   - plays: as they stand in the end, all of them complete.
  ///   - scheduledInnings: the inning from which on the home side can win at any moment.
  ///   - isFinished: whether the game ended with the last of them.
  ///   - score: by the linescore, in the end; nil where it is the play log's.
  /// - Returns: what `truth.py` finds in their final feed.
  static func facts(
    of plays: [ScriptedPlay], scheduledInnings: Int, isFinished: Bool = true, score: ScriptedPlay.Runs? = nil
  ) -> [SimulatedFact] {
    var witness = Witness(scheduledInnings: scheduledInnings)
    for play in plays where play.record != .none { witness.see(play) }
    if isFinished { witness.finish(score) }
    return witness.facts
  }
}

/// A game as it was played, or was to be played, on one official date. With the `gamePk`, the date is its identity.
public struct SimulatedAttempt: Sendable {
  /// `2026-07-13`
  public var officialDate: String
  /// The feed has this date from here on; seconds since 1970.
  public var since: Double
  /// From here on its plays are not in the feed any more; never, for the last attempt.
  public var until: Double
  /// Its facts, in order.
  public var facts: [SimulatedFact]
  /// Its changes of status, in order, as an observer that misses none sees them.
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
  /// One for each official date on which it stood in the schedule; the last is the one that counts.
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

/// Reads the status codes of an attempt, and says what they tell.
private struct StatusWitness {
  /// When the first play came into the play log.
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

  /// Empty for what is told by the plays, or not at all.
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
