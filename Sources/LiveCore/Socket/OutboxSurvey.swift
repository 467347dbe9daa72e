/// Answers to outbox queries, read from the log on a thread of its own: each subject at most once a second, for all
/// clients. Counting can take a while, and must not delay the server's thread.
///
/// Bound: one reading at a time; of what was read, what is not older than a second.
final class OutboxSurvey: Sendable {
  /// The subjects of a query.
  enum Subject: Hashable, Sendable {
    /// How every sink stands that is served or of which the outbox knows something.
    case standings
    /// The newest messages of a sink that the outbox knows, or of all; one more than a client may ask for.
    case entries(of: String?)
  }

  /// The result of one query.
  enum Finding: Sendable {
    case standings([String: SinkStatus])
    case entries([OutboxEntry])
  }

  private struct State {
    var known: [Subject: (finding: Finding, until: SuspendingClock.Instant)] = [:]
    /// The last reading, where it failed.
    var failure: (error: any Error, until: SuspendingClock.Instant)?
    var wanted: Set<Subject> = []
    var isReading = false
    /// Rises with every order: what was read before one is not what is so after it.
    var generation = 0
    /// `bell` was called, and nobody has looked since.
    var hasNews = false
  }

  private let log: EventLog
  private let sinks: @Sendable () -> [SinkInfo]
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())

  /// How old an answer may be; one that took longer to read is good for as long as it took.
  static let freshness: Duration = .seconds(1)

  /// - Parameters:
  ///   - log: whose outbox it is.
  ///   - sinks: those that the daemon serves.
  ///   - now: the time.
  ///   - bell: called from any thread when what somebody has asked for has been read.
  init(
    log: EventLog, sinks: @escaping @Sendable () -> [SinkInfo],
    now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }, bell: @escaping @Sendable () -> Void
  ) {
    (self.log, self.sinks, self.now, self.bell) = (log, sinks, now, bell)
  }

  /// How the sinks stand; nil when that is being read, and `bell` tells when to ask again. Throws why it cannot be
  /// read.
  func standings() throws -> [String: SinkStatus]? {
    guard case .standings(let standings)? = try finding(.standings) else { return nil }
    return standings
  }

  /// The newest messages; nil and an error as in `standings`.
  func entries(of sink: String?) throws -> [OutboxEntry]? {
    guard case .entries(let entries)? = try finding(.entries(of: sink)) else { return nil }
    return entries
  }

  /// Lets everything be read anew that is asked for from now on.
  func forget() {
    state.withLock { state in
      (state.known, state.failure) = ([:], nil)
      state.generation += 1
    }
  }

  /// True once after `bell` was called.
  func takeNews() -> Bool {
    state.withLock { state in
      defer { state.hasNews = false }
      return state.hasNews
    }
  }

  private func finding(_ subject: Subject) throws -> Finding? {
    let now = now()
    let (finding, isDue): (Finding?, Bool) = try state.withLock { state in
      if let known = state.known[subject], now < known.until { return (known.finding, false) }
      if let failure = state.failure, now < failure.until { throw failure.error }
      state.wanted.insert(subject)
      defer { state.isReading = true }
      return (nil, !state.isReading)
    }
    if isDue { read() }
    return finding
  }

  private func read() {
    let start = now()
    let (subjects, generation) = state.withLock { state in
      defer { state.wanted = [] }
      return (state.wanted, state.generation)
    }
    let receivers = subjects.compactMap { subject -> String?? in
      if case .entries(let sink) = subject { .some(sink) } else { nil }
    }
    log.viewOutbox(
      standingsOf: subjects.contains(.standings) ? sinks().map(\.name) : nil, entriesOf: Set(receivers),
      limit: OutboxRequest.mostEntries + 1
    ) { [self] result in
      let end = now()
      take(result, of: subjects, generation, at: end, goodUntil: end + max(Self.freshness, start.duration(to: end)))
    }
  }

  private func take(
    _ result: Result<EventLog.OutboxView, any Error>, of subjects: Set<Subject>, _ generation: Int,
    at now: SuspendingClock.Instant, goodUntil end: SuspendingClock.Instant
  ) {
    if case .failure(let error) = result { log.health.failed(error) }
    let isOver = state.withLock { state in
      if state.generation == generation {
        state.known = state.known.filter { now < $0.value.until }
        switch result {
        case .success(let view):
          state.failure = nil
          if let standings = view.standings { state.known[.standings] = (.standings(standings), end) }
          for (sink, entries) in view.entries { state.known[.entries(of: sink)] = (.entries(entries), end) }
        case .failure(let error): state.failure = (error, end)
        }
      } else {
        state.wanted.formUnion(subjects)
      }
      (state.isReading, state.hasNews) = (!state.wanted.isEmpty, true)
      return state.wanted.isEmpty
    }
    bell()
    if !isOver { read() }
  }
}
