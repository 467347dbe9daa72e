internal import LivePlatform

/// Reads the state of the log and its outbox for clients and for monitoring, on a thread of the event log. Counting the
/// waiting facts can take long, and would delay the lines that the server's thread sends. Each subject is read at most
/// once a second, and the result is shared by all that ask for it.
///
/// Bounds: one reading at a time; results are dropped when they expire (see `freshness`).
final class OutboxSurvey: Sendable {
  /// The subjects of a reading.
  enum Subject: Hashable, Sendable {
    /// The log, and every sink that is configured or has entries in the outbox.
    case overview
    /// The newest messages of one sink or of all: one more than a client may request, to know whether there are more.
    case entries(of: String?)
  }

  /// The result of a reading for one subject.
  enum Finding: Sendable {
    case overview(EventLog.Overview)
    case entries([OutboxEntry])
  }

  private struct State {
    var known: [Subject: (finding: Finding, until: SuspendingClock.Instant)] = [:]
    /// The error of the last reading; nil when it succeeded.
    var failure: (error: any Error, until: SuspendingClock.Instant)?
    var requested: Set<Subject> = []
    var isReading = false
    /// Incremented by each order, because results from before an order are outdated.
    var generation = 0
    /// Whether `bell` was called since the last `takeSignal()`.
    var isSignalled = false
  }

  private let log: EventLog
  private let sinks: @Sendable () -> [SinkInfo]
  private let now: @Sendable () -> SuspendingClock.Instant
  private let bell: @Sendable () -> Void
  private let state = Locked(State())
  /// The number of ended readings.
  private let readings = Watermark()

  /// The maximum age of an answer. An answer whose reading took longer stays valid for the duration of the reading.
  static let freshness: Duration = .seconds(1)

  /// Creates a survey without results; it reads nothing before the first question.
  ///
  /// - Parameters:
  ///   - log: the log that contains the outbox.
  ///   - sinks: returns the configured sinks.
  ///   - now: returns the current time.
  ///   - bell: called from any thread when a requested reading has ended.
  init(
    log: EventLog, sinks: @escaping @Sendable () -> [SinkInfo],
    now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }, bell: @escaping @Sendable () -> Void
  ) {
    (self.log, self.sinks, self.now, self.bell) = (log, sinks, now, bell)
  }

  /// Returns the state of the log and the sinks, or nil while it is being read: then ask again after `bell` is called.
  /// Throws the error of the log when the reading failed.
  func overview() throws -> EventLog.Overview? {
    guard case .overview(let overview)? = try finding(.overview) else { return nil }
    return overview
  }

  /// Returns the state of the log and the sinks, after reading it when needed. Throws the error of the log, and
  /// `CancellationError`.
  func awaitOverview() async throws -> EventLog.Overview { try await awaited(overview) }

  /// Returns the newest messages of one sink or of all, after reading them when needed. Throws like `awaitOverview()`.
  func awaitEntries(of sink: String?) async throws -> [OutboxEntry] { try await awaited { try entries(of: sink) } }

  private func awaited<Value>(_ finding: () throws -> Value?) async throws -> Value {
    while true {
      let ended = readings.value
      if let value = try finding() { return value }
      guard await readings.past(ended) != nil else { throw CancellationError() }
    }
  }

  /// Returns the newest messages, the oldest first. Returns nil and throws as `overview()` does.
  func entries(of sink: String?) throws -> [OutboxEntry]? {
    guard case .entries(let entries)? = try finding(.entries(of: sink)) else { return nil }
    return entries
  }

  /// Discards all results, including those of a reading in progress.
  func forget() {
    state.withLock { state in
      (state.known, state.failure) = ([:], nil)
      state.generation += 1
    }
  }

  /// Returns whether `bell` was called since the last call.
  func takeSignal() -> Bool {
    state.withLock { state in
      defer { state.isSignalled = false }
      return state.isSignalled
    }
  }

  private func finding(_ subject: Subject) throws -> Finding? {
    let now = now()
    let (finding, isDue): (Finding?, Bool) = try state.withLock { state in
      if let known = state.known[subject], now < known.until { return (known.finding, false) }
      if let failure = state.failure, now < failure.until { throw failure.error }
      state.requested.insert(subject)
      defer { state.isReading = true }
      return (nil, !state.isReading)
    }
    if isDue { read() }
    return finding
  }

  private func read() {
    let start = now()
    let (subjects, generation) = state.withLock { state in
      defer { state.requested = [] }
      return (state.requested, state.generation)
    }
    let sinkNames = subjects.compactMap { subject -> String?? in
      if case .entries(let sink) = subject { .some(sink) } else { nil }
    }
    log.viewOutbox(
      overviewOf: subjects.contains(.overview) ? sinks().map(\.name) : nil, entriesOf: Set(sinkNames),
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
        // This result also answers those that asked during the reading.
        state.requested.subtract(subjects)
        switch result {
        case .success(let view):
          state.failure = nil
          if let overview = view.overview { state.known[.overview] = (.overview(overview), end) }
          for (sink, entries) in view.entries { state.known[.entries(of: sink)] = (.entries(entries), end) }
        case .failure(let error): state.failure = (error, end)
        }
      } else {
        state.requested.formUnion(subjects)
      }
      (state.isReading, state.isSignalled) = (!state.requested.isEmpty, true)
      return state.requested.isEmpty
    }
    bell()
    readings.raise { $0 + 1 }
    if !isOver { read() }
  }
}
