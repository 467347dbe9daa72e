internal import Logging
internal import ServiceLifecycle

/// Writes every event of the log to the journal, in order. How far it has come is on record, so that a restart goes on
/// there; a crash repeats at most one page.
///
/// It waits for a journal that fails, or takes nothing, for as long as it takes, and skips nothing silently. Told to
/// stop meanwhile, it gives up the entry in hand after a second: that one may come again after the next start.
struct JournalSink<C: Clock<Duration>>: Sendable {
  /// Hands one event and its sequence to the journal.
  typealias Write = @Sendable (Event, Int) async throws -> Void
  /// Whether the operator follows what an event tells.
  typealias Follows = @Sendable (Event) -> Bool

  private enum Cause: Hashable { case journal, log }

  private let log: EventLog
  private let write: Write
  private let follows: Follows
  private let waiting: LogWaiter<C>
  private let now: @Sendable () -> Timestamp
  private let logger: Logger
  private let meters: Meters
  private var limit = LogThrottle<Cause>()
  private var failures = 0

  /// The name of its cursor.
  private static var reader: String { "journal" }
  private static var page: Int { 64 }
  /// How long the journal may take for the page in hand when the daemon stops.
  private static var respite: Duration { .seconds(1) }

  init(
    log: EventLog, clock: C, now: @escaping @Sendable () -> Timestamp, logger: Logger,
    meters: Meters = Meters(), follows: @escaping Follows = { _ in true }, write: @escaping Write
  ) {
    (self.log, self.write, self.follows, self.now, self.meters) = (log, write, follows, now, meters)
    waiting = LogWaiter(log: log, clock: clock)
    var logger = logger
    logger[metadataKey: LogKey.sink] = "\(Self.reader)"
    self.logger = logger
  }

  /// Works until it is told to stop; the page in hand is finished and written down first.
  func run() async {
    var sink = self
    do throws(CancellationError) {
      while !Task.isCancelled && !Task.isShuttingDownGracefully { try await sink.round() }
    } catch {
      // Only waiting is given up.
    }
  }

  private mutating func round() async throws(CancellationError) {
    do {
      let cursor = try await log.cursor(of: Self.reader)
      let events = try await log.page(after: cursor, limit: Self.page)
      if events.isEmpty { return try await waiting.untilPast(.init(event: cursor, order: .max), orUntil: nil) }
      tellOfGap(after: cursor, before: events[0].sequence)
      let (reached, error) = await handInTime(events, from: cursor)
      if reached > cursor { try await log.setCursor(of: Self.reader, to: reached) }
      if error is CancellationError { throw CancellationError() }
      if let error { return try await backOff(.journal, because: error) }
      failures = 0
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      try await backOff(.log, because: error)
    }
  }

  /// Time-outs and advisories are not worth an entry, and what is not sure yet comes again.
  private func wants(_ event: Event) -> Bool {
    event.data.importance > 0 && !event.data.provisional && follows(event)
  }

  /// Hands a page over, and gives up soon after the daemon was told to stop: a journal may take nothing without end.
  ///
  /// - Returns: the last sequence that is done with, and what stopped it there.
  private func handInTime(_ events: [LoggedEvent], from cursor: Int) async -> (reached: Int, error: (any Error)?) {
    await withTaskGroup(of: (reached: Int, error: (any Error)?)?.self) { group in
      group.addTask { await hand(over: events, from: cursor) }
      group.addTask {
        try? await gracefulShutdown()
        if !Task.isCancelled { try? await waiting.clock.sleep(for: Self.respite) }
        return nil
      }
      var outcome: (reached: Int, error: (any Error)?)?
      while let next = await group.next() {
        // The first of the two that ends cancels the other.
        group.cancelAll()
        outcome = next ?? outcome
      }
      return outcome ?? (cursor, CancellationError())
    }
  }

  /// - Returns: the last sequence that is done with, and what stopped it there.
  private func hand(over events: [LoggedEvent], from cursor: Int) async -> (reached: Int, error: (any Error)?) {
    var reached = cursor
    for logged in events {
      if let event = readable(logged), wants(event) {
        do {
          try await write(event, logged.sequence)
        } catch is CancellationError {
          return (reached, CancellationError())
        } catch {
          meters.journal(.failed)
          return (reached, error)
        }
        meters.journal(.written)
        meters.sent(to: Self.reader, dueAt: logged.logged, at: now())
      }
      reached = logged.sequence
    }
    return (reached, nil)
  }

  /// Nil, and said so, when this version cannot read what another one has written: no wait would mend it.
  private func readable(_ logged: LoggedEvent) -> Event? {
    do {
      return try logged.decoded()
    } catch {
      logger.error(
        "event skipped: unreadable", metadata: Fault.metadata(of: error, and: [LogKey.sequence: "\(logged.sequence)"]))
      return nil
    }
  }

  /// The log removes events by age and by size, whether or not the journal has taken them.
  private func tellOfGap(after cursor: Int, before first: Int) {
    guard cursor > 0, first > cursor + 1 else { return }
    logger.error(
      "events lost: removed from the log before the journal took them",
      metadata: [LogKey.count: "\(first - cursor - 1)"])
  }

  private mutating func backOff(_ cause: Cause, because error: any Error) async throws(CancellationError) {
    let wait = Retry.backOff(afterFailures: failures, seed: Self.reader)
    failures += 1
    if let count = limit.count(cause, at: RunClock.shared.now()) {
      logger.warning(
        cause == .journal ? "journal write failed" : "event log failed",
        metadata: Fault.metadata(
          of: cause == .journal ? error : Fault(eventLog: error),
          and: [LogKey.attempt: "\(failures)", LogKey.count: "\(count)"]))
    }
    try await waiting.pause(for: wait)
  }
}
