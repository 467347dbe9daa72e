internal import LiveModel
internal import LivePlatform

/// Reads answers from the log for clients, one at a time and in the order of the questions, on a thread of the event log.
///
/// Bounds: one reading at a time, and a waiting question for each client at most. At most `mostAnswers` answers wait to
/// be fetched; a client whose answer was removed asks again.
final class LogReader: Sendable {
  private struct Answer {
    var query: Query
    var result: Result<QueryAnswer, any Error>
    var read: SuspendingClock.Instant
  }

  private struct State {
    var waiting: [Query] = []
    var answers: [Answer] = []
    var isReading = false
    /// Whether `bell` was called since the last `takeSignal()`.
    var isSignalled = false
  }

  private let log: EventLog
  private let explain: @Sendable (EventRecord) -> EventExplanation
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())
  private let players: PlayerNameReader

  /// The maximum number of answers that wait to be fetched.
  static let mostAnswers = 8
  /// The maximum age of an answer: one that its client did not fetch serves no later question.
  static let freshness: Duration = .seconds(1)

  /// Creates a reader that has read nothing.
  ///
  /// - Parameters:
  ///   - log: the log to read.
  ///   - explain: explains what became of an event.
  ///   - now: returns the current time.
  ///   - bell: called from any thread when a reading has ended.
  init(
    log: EventLog, explain: @escaping @Sendable (EventRecord) -> EventExplanation,
    now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }, bell: @escaping @Sendable () -> Void
  ) {
    (self.log, self.explain, self.now, self.bell) = (log, explain, now, bell)
    players = PlayerNameReader(log: log, now: now) { [state] in
      state.withLock { $0.isSignalled = true }
      bell()
    }
  }

  /// Returns the answer to a query, or nil while it is being read: then ask again after `bell` is called. Each answer is
  /// returned once. Throws the error of the log, and
  /// `unknown_event`.
  func answer(to query: Query) throws -> QueryAnswer? {
    let now = now()
    let (result, isDue): (Result<QueryAnswer, any Error>?, Bool) = state.withLock { state in
      state.answers.removeAll { now - $0.read >= Self.freshness }
      if let index = state.answers.firstIndex(where: { $0.query == query }) {
        return (state.answers.remove(at: index).result, false)
      }
      if !state.waiting.contains(query) { state.waiting.append(query) }
      defer { state.isReading = true }
      return (nil, !state.isReading)
    }
    if isDue { readNext() }
    return try result?.get()
  }

  /// Returns a sentence about each name in the conditions that means nothing, or nil while players are looked up:
  /// then ask again after `bell` is called.
  func warnings(about conditions: Conditions) -> [String]? {
    players.advice(on: conditions.players).map { Vocabulary.known.warnings(about: conditions) + $0 }
  }

  /// Returns whether `bell` was called since the last call.
  func takeSignal() -> Bool {
    state.withLock { state in
      defer { state.isSignalled = false }
      return state.isSignalled
    }
  }

  private func readNext() {
    guard let query = state.withLock({ $0.waiting.first }) else { return }
    read(query) { [self] result in
      let now = now()
      let isOver = state.withLock { state in
        state.waiting.removeAll { $0 == query }
        state.answers.append(Answer(query: query, result: result, read: now))
        if state.answers.count > Self.mostAnswers { state.answers.removeFirst() }
        (state.isReading, state.isSignalled) = (!state.waiting.isEmpty, true)
        return state.waiting.isEmpty
      }
      bell()
      if !isOver { readNext() }
    }
  }

  /// Reads the answer to a query about the log, and passes it to `take`.
  private func read(_ query: Query, then take: @escaping @Sendable (Result<QueryAnswer, any Error>) -> Void) {
    switch query {
    case .log(let question):
      log.readPage(question.range, limits: question.limits, isWanted: question.isWanted) { take($0.map { .log($0) }) }
    case .explain(let question):
      log.readRecord(of: question.selection) { [explain] result in
        take(
          Result {
            guard let record = try result.get() else { throw question.refusal }
            return .explain(explain(record))
          })
      }
    case .games, .game, .scoreboard, .status: take(.failure(CancellationError()))
    }
  }
}

extension EventQuestion {
  /// The refusal of an event that the log does not hold.
  fileprivate var refusal: Request.Refusal {
    let event =
      switch selection {
      case .sequence(let sequence): "number \(sequence)"
      case .id(let id): quoted(id)
      }
    return Request.Refusal(
      code: .unknownEvent, message: "the log holds no event \(event): it has not been logged yet, or was removed")
  }
}
