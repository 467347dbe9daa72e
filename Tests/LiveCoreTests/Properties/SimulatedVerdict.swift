import LiveSimulator

@testable import LiveCore
@testable import LiveModel

/// The differences between the events of a simulated game and its script.
struct SimulatedVerdict {
  /// Facts of the script that were not logged.
  private(set) var missing: [String] = []
  /// Facts that were logged more often than they happened, or under an id that was used before.
  private(set) var repeated: [String] = []
  /// Events that are not in the script, or have wrong content.
  private(set) var wrong: [String] = []

  var isRight: Bool { missing.isEmpty && repeated.isEmpty && wrong.isEmpty }

  /// Compares the events with the script.
  /// - Parameters:
  ///   - events: in the order in which they were logged.
  ///   - game: the game that was followed.
  ///   - missesNothing: whether every change of the feed was polled, so that statuses and a first attempt are complete.
  init(_ events: [Event], of game: SimulatedGame, missesNothing: Bool = false) {
    let attempts = game.attempts
    let dates = Set(attempts.map(\.officialDate))
    wrong += events.filter { !dates.contains($0.data.game.date) }.map { "\($0.id) on \($0.data.game.date)" }
    for (position, attempt) in attempts.enumerated() {
      let isLast = position == attempts.count - 1
      let own = events.filter { $0.data.game.date == attempt.officialDate }
      compare(own, with: attempt, game, isWhole: isLast || missesNothing)
      compareOrder(own)
    }
    compareStatuses(events, with: attempts.flatMap(\.statuses), game, isWhole: missesNothing)
    compareIdentities(events)
    let counting = events.filter { $0.data.game.date == attempts.last?.officialDate }
    wrong += SimulatedFinalCheck(counting, of: game).faults
  }

  private mutating func compare(
    _ events: [Event], with attempt: SimulatedAttempt, _ game: SimulatedGame, isWhole: Bool
  ) {
    let shifts = game.corrections.contains { [.playRemoved, .actionRemoved, .actionInserted].contains($0.kind) }
    let script = Self.compared(SimulatedFactKey.counted(attempt.facts), withoutIndexes: shifts)
    // A provisional event without a later revision makes no claim.
    let reported = Self.compared(
      SimulatedFactKey.counted(isWhole ? events : Self.settled(events)), withoutIndexes: shifts)
    for (key, count) in script where isWhole && reported[key, default: 0] < count { missing.append("\(key)") }
    for (key, count) in reported where count > script[key, default: 0] {
      if script[key] == nil { wrong.append("\(key)") } else { repeated.append("\(key)") }
    }
  }

  private static func compared(
    _ keys: [SimulatedFactKey: Int], withoutIndexes: Bool
  ) -> [SimulatedFactKey: Int] {
    guard withoutIndexes else { return keys }
    return Dictionary(keys.map { ($0.key.withoutIndexes, $0.value) }) { left, right in left + right }
  }

  /// Returns the events without facts whose newest revision is provisional.
  private static func settled(_ events: [Event]) -> [Event] {
    let newest = Dictionary(events.map { ($0.data.fact, $0) }) { $1.data.revision > $0.data.revision ? $1 : $0 }
    return events.filter { newest[$0.data.fact]?.data.provisional != true }
  }

  /// Compares statuses over all dates: a game that is called off may get its new date before its new status.
  private mutating func compareStatuses(
    _ events: [Event], with statuses: [SimulatedStatusFact], _ game: SimulatedGame, isWhole: Bool
  ) {
    var kinds: Set<String> = ["warmup", "delay", "resume", "suspended", "postponed", "cancelled"]
    // Without a play log, the linescore decides whether the game had begun when it was delayed.
    if game.anomalies.contains(.noLog) { kinds.remove("resume") }
    let first = events.filter { $0.type == .status && $0.data.revision == 1 }
    let reported = first.flatMap { $0.data.tags.map(\.rawValue) }.filter(kinds.contains)
    for kind in kinds {
      let (count, most) = (reported.count { $0 == kind }, statuses.count { $0.kind == kind })
      let text = "\(kind), \(count) for \(most)"
      if count > most, most == 0 { wrong.append(text) } else if count > most { repeated.append(text) }
      if isWhole, count < most { missing.append(text) }
    }
  }

  /// Checks that no game resumes before it began, and that no lineup is posted after that.
  private mutating func compareOrder(_ events: [Event]) {
    guard let start = events.firstIndex(where: { $0.data.tags.contains(.start) }) else { return }
    wrong += events[..<start].filter { $0.data.tags.contains(.resume) }.map { "\($0.id) before the start" }
    wrong += events[start...].filter { $0.type == .lineup }.map { "\($0.id) after the start" }
  }

  /// Checks that the newest content of each valid fact equals that of the final feed; ids do not matter.
  mutating func compareContent(of reported: PolledGame, with end: PolledGame, _ game: SimulatedGame) {
    let (own, last) = (reported.standing(of: game).values.sorted(), end.standing(of: game).values.sorted())
    if own != last { wrong.append("content of \(Set(own).symmetricDifference(last).count) facts") }
  }

  /// Records events that were logged while nothing happened.
  mutating func note(unasked events: [Event]) { wrong += events.map { "\($0.id) while the feed stands still" } }

  private mutating func compareIdentities(_ events: [Event]) {
    var ids: Set<String> = []
    // A game that is moved to another day before its first pitch is the same game.
    let hasBegunTwice = Set(events.filter { $0.data.tags.contains(.start) }.map(\.data.game.date)).count > 1
    repeated += events.filter { !ids.insert($0.id).inserted }.map { "id \($0.id)" }
    for (fact, own) in Dictionary(grouping: events, by: \.data.fact) {
      if own.map(\.data.revision) != Array(1...own.count) { wrong.append("revisions of \(fact)") }
      if hasBegunTwice, Set(own.map(\.data.game.date)).count > 1 { wrong.append("\(fact) under two dates") }
    }
  }
}
