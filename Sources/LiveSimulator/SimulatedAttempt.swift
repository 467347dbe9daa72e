/// A game as it was played, or was to be played, on one official date. With the `gamePk`, the date is its identity.
public struct SimulatedAttempt: Sendable {
  /// `2026-07-13`
  public var officialDate: String
  /// The feed has this date from here on; seconds since 1970.
  public var since: Double
  /// From here on its plays are not in the feed any more; never, for the last attempt.
  public var until: Double
  /// What happened in it, in order.
  public var facts: [SimulatedFact]
  /// What its status went through, in order, for whoever misses nothing.
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
