internal import LiveModel
internal import LivePlatform

/// Reads the names of the players in the log for clients that name players, and compares them with the clients' names.
/// Both take too long for the server's thread, which only fetches the results.
///
/// Bounds: one reading at a time, and one in `freshness`; the 10,000 names of a reading; `mostQuestions` questions that
/// wait, and as many answers. A client whose answer was removed asks again.
final class PlayerNameReader: Sendable {
  private struct Answer {
    var players: [PlayerName]
    var advice: [String]
  }

  private struct State {
    /// The names of the last reading; empty if it failed, so that nobody gets advice.
    var names: Set<String> = []
    /// The same names, without case and accents.
    var folded: Set<FoldedName> = []
    var read: SuspendingClock.Instant?
    var waiting: [[PlayerName]] = []
    /// Those that the last reading has given.
    var answers: [Answer] = []
    var isWorking = false

    func isFresh(at now: SuspendingClock.Instant) -> Bool { read.map { now - $0 < freshness } ?? false }
  }

  private let log: EventLog
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// The age up to which a reading can miss a name: less than this after his first event, a player can be reported as
  /// unknown.
  static let freshness: Duration = .seconds(10)
  /// The maximum number of questions that wait. With so many, another client gets no advice.
  static let mostQuestions = 64

  /// Creates a reader that has read nothing. `bell` is called from any thread when there are answers.
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
      if named.allSatisfy(state.folded.contains) { return ([], false) }
      if !state.isFresh(at: now) { state.answers = [] }
      if let answer = state.answers.first(where: { $0.players == players }) { return (answer.advice, false) }
      if !state.waiting.contains(players) {
        guard state.waiting.count < Self.mostQuestions else { return ([], false) }
        state.waiting.append(players)
      }
      defer { state.isWorking = true }
      return (nil, !state.isWorking)
    }
    if isDue { work() }
    return advice
  }

  /// Answers the questions that wait, after a reading if the last one is too old.
  private func work() {
    let now = now()
    if state.withLock({ $0.isFresh(at: now) }) { return log.runOnReader { self.answerWaiting() } }
    log.readPlayers { [self] result in
      let names = (try? result.get()).map { Set($0.map(\.name)) } ?? []
      let (folded, read) = (Set(names.map { FoldedName($0) }), self.now())
      state.withLock { ($0.names, $0.folded, $0.read, $0.answers) = (names, folded, read, []) }
      answerWaiting()
    }
  }

  private func answerWaiting() {
    let (waiting, names) = state.withLock { ($0.waiting, $0.names) }
    let answers = waiting.map { Answer(players: $0, advice: Suggestion.advice(on: $0, among: names)) }
    let isOver = state.withLock { state in
      state.waiting.removeFirst(waiting.count)
      state.answers = (state.answers + answers).suffix(Self.mostQuestions)
      state.isWorking = !state.waiting.isEmpty
      return !state.isWorking
    }
    bell()
    if !isOver { work() }
  }
}
