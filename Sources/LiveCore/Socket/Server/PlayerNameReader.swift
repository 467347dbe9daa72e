internal import LiveModel
internal import LivePlatform

/// Reads the names of the players in the log for clients that name players, and compares them with the clients' names.
/// Both take too long for the server's thread, which only fetches the results.
///
/// Bounds: one question at a time, and one reading in `freshness`; the 10,000 names of a reading; `mostQuestions`
/// questions that wait, and as many answers. A client whose answer was removed asks again.
final class PlayerNameReader: Sendable {
  private struct Answer {
    var players: [PlayerName]
    var advice: [String]
    var time: SuspendingClock.Instant
  }

  /// The names of the last reading; empty if it failed, so that nobody gets advice.
  private struct Reading {
    var names: Set<String>
    /// The same names, without case and accents.
    var folded: Set<FoldedName>
    var time: SuspendingClock.Instant
  }

  private struct State {
    var reading: Reading?
    /// Those without an answer, in the order of asking.
    var waiting: [[PlayerName]] = []
    var answers: [Answer] = []
    var isWorking = false
  }

  private let log: EventLog
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// The age up to which a reading can miss a name: less than this after his first event, a player can be reported as
  /// unknown. An answer is kept as long.
  static let freshness: Duration = .seconds(10)
  /// The maximum number of questions that wait. With so many, another client gets no advice.
  static let mostQuestions = 64

  /// Creates a reader that has read nothing. `bell` is called from any thread after each answer.
  init(log: EventLog, now: @escaping @Sendable () -> SuspendingClock.Instant, bell: @escaping @Sendable () -> Void) {
    (self.log, self.now, self.bell) = (log, now, bell)
  }

  /// Returns a sentence about each player whose name no event in the log has, or nil while there is no answer: then ask
  /// again after `bell` is called. Returns none if the log cannot be read.
  func advice(on players: [PlayerName]) -> [String]? {
    let named = players.compactMap { if case .name(let name) = $0 { FoldedName(name) } else { nil } }
    guard !named.isEmpty else { return [] }
    let now = now()
    let (advice, isDue): ([String]?, Bool) = state.withLock { state in
      if let reading = state.reading, named.allSatisfy(reading.folded.contains) { return ([], false) }
      state.answers.removeAll { now - $0.time >= Self.freshness }
      if let answer = state.answers.first(where: { $0.players == players }) { return (answer.advice, false) }
      if !state.waiting.contains(players) {
        guard state.waiting.count < Self.mostQuestions else { return ([], false) }
        state.waiting.append(players)
      }
      defer { state.isWorking = true }
      return (nil, !state.isWorking)
    }
    guard isDue else { return advice }
    do {
      // The thread ends when no question waits.
      _ = try DedicatedThread(name: "livegamed-names") { self.answerWaiting() }
      return advice
    } catch {
      state.withLock { ($0.waiting, $0.isWorking) = ([], false) }
      bell()
      return []
    }
  }

  /// Answers the questions that wait, one after the other. Reads the log first when the last reading is too old.
  private func answerWaiting() {
    while let players = next() {
      let names = reading().names
      let answer = Answer(players: players, advice: Suggestion.advice(on: players, among: names), time: now())
      state.withLock { state in
        state.waiting.removeFirst()
        state.answers = (state.answers + [answer]).suffix(Self.mostQuestions)
      }
      bell()
    }
  }

  /// Returns the question that has waited longest; nil ends the work.
  private func next() -> [PlayerName]? {
    state.withLock { state in
      if state.waiting.isEmpty { state.isWorking = false }
      return state.waiting.first
    }
  }

  private func reading() -> Reading {
    let start = now()
    if let last = state.withLock({ $0.reading }), start - last.time < Self.freshness { return last }
    let names = Set(((try? log.readPlayers()) ?? []).map(\.name))
    let reading = Reading(names: names, folded: Set(names.map { FoldedName($0) }), time: now())
    state.withLock { $0.reading = reading }
    return reading
  }
}
