internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Writes the events of the log to the journal, in order. The position is stored, so that a restart continues there.
/// After a crash, at most one page (64 events) is repeated.
///
/// If the journal fails or blocks, retries without limit and never skips an event silently. On shutdown, abandons the
/// current page after one second; an event of it may then be written again after the next start.
struct JournalSink<C: Clock<Duration>>: Sendable {
  /// Writes one event with its sequence to the journal.
  typealias Write = @Sendable (Event, Int) async throws -> Void
  /// Returns true if the operator follows the game or a player of the event.
  typealias Follows = @Sendable (Event) -> Bool

  private enum Cause: Hashable { case journal, log }

  private let log: EventLog
  private let write: Write
  private let follows: Follows
  private let waiting: LogWaiter<C>
  private let now: @Sendable () -> Timestamp
  private let logger: Logger
  private let meters: Meters
  private var throttle = LogThrottle<Cause>()
  private var failures = 0

  /// The name of the cursor in the event log.
  private static var reader: String { EventLog.journalReader }
  private static var page: Int { 64 }
  /// The time limit for the current page on shutdown.
  private static var shutdownGrace: Duration { .seconds(1) }

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

  /// Writes until shutdown or cancellation. Finishes the current page and stores the position first.
  func run() async {
    var sink = self
    do throws(CancellationError) {
      while !Task.isCancelled && !Task.isShuttingDownGracefully { try await sink.round() }
    } catch {
      // Cancellation interrupts a wait or, after the grace period, the current page. The stored position stays valid.
    }
  }

  private mutating func round() async throws(CancellationError) {
    do {
      let cursor = try await log.cursor(of: Self.reader)
      let events = try await log.page(after: cursor, limit: Self.page)
      if events.isEmpty { return try await waiting.untilPast(.init(event: cursor), orUntil: nil) }
      logGap(after: cursor, before: events[0].sequence)
      let (reached, error) = await writePageInTime(events, from: cursor)
      if reached > cursor { try await log.setCursor(of: Self.reader, to: reached) }
      if error is CancellationError { throw CancellationError() }
      if let error { return try await backOff(.journal, because: error) }
      failures = 0
    } catch {
      if error is CancellationError || Task.isCancelled { throw CancellationError() }
      try await backOff(.log, because: error)
    }
  }

  /// Returns true for an event to write. Skips time-outs and advisories, which have importance 0, and provisional
  /// events, which follow again when confirmed.
  private func isForJournal(_ event: Event) -> Bool {
    event.data.importance > 0 && !event.data.provisional && follows(event)
  }

  /// Writes a page. After the start of a shutdown, stops within `shutdownGrace`, because the journal may block forever.
  ///
  /// - Returns: The last sequence that is written or skipped, and the error that stopped the page there.
  private func writePageInTime(_ events: [LoggedEvent], from cursor: Int) async -> (reached: Int, error: (any Error)?) {
    await withTaskGroup(of: (reached: Int, error: (any Error)?)?.self) { group in
      group.addTask { await writePage(events, from: cursor) }
      group.addTask {
        try? await gracefulShutdown()
        if !Task.isCancelled { try? await waiting.clock.sleep(for: Self.shutdownGrace) }
        return nil
      }
      var outcome: (reached: Int, error: (any Error)?)?
      while let next = await group.next() {
        // The first task to finish cancels the other.
        group.cancelAll()
        outcome = next ?? outcome
      }
      return outcome ?? (cursor, CancellationError())
    }
  }

  /// - Returns: The last sequence that is written or skipped, and the error that stopped the page there.
  private func writePage(_ events: [LoggedEvent], from cursor: Int) async -> (reached: Int, error: (any Error)?) {
    var reached = cursor
    for logged in events {
      if let event = readable(logged), isForJournal(event) {
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

  /// Decodes an event. Logs an error and returns nil if this version cannot read it; a retry would not help.
  private func readable(_ logged: LoggedEvent) -> Event? {
    do {
      return try logged.decoded()
    } catch {
      logger.error(
        "event skipped: unreadable", metadata: Fault.metadata(of: error, and: [LogKey.sequence: "\(logged.sequence)"]))
      return nil
    }
  }

  /// Logs a gap. The event log removes old events by age and size, even if the journal has not received them.
  private func logGap(after cursor: Int, before first: Int) {
    guard cursor > 0, first > cursor + 1 else { return }
    logger.error(
      "events lost: removed from the log before they were written to the journal",
      metadata: [LogKey.count: "\(first - cursor - 1)"])
  }

  private mutating func backOff(_ cause: Cause, because error: any Error) async throws(CancellationError) {
    let wait = Retry.backOff(afterFailures: failures, seed: Self.reader)
    failures += 1
    if let count = throttle.count(cause, at: RunClock.shared.now()) {
      logger.warning(
        cause == .journal ? "journal write failed" : "event log failed",
        metadata: Fault.metadata(
          of: cause == .journal ? error : Fault(eventLog: error),
          and: [LogKey.attempt: "\(failures)", LogKey.count: "\(count)"]))
    }
    try await waiting.pause(for: wait)
  }
}

/// A journal entry for one event. `docs/events.md` describes each field.
struct JournalEntry: Sendable {
  /// The fields in the order of writing. A field with several values is repeated; a field without a value is left out.
  private(set) var fields: [(field: String, value: String)] = []

  /// Creates the entry. `sequence` is the position of the event in the log with the id `logID`.
  init(_ event: Event, sequence: Int, logID: String, leagues: Leagues = .known) {
    let data = event.data
    fields = [
      (JournalField.message, data.summary),
      (JournalField.messageID, MessageID.of(event.type, in: leagues)),
      (JournalField.priority, Self.priority(ofImportance: data.importance)),
      (JournalField.identifier, JournalField.program),
      (JournalField.id, event.id),
      (JournalField.sequence, String(sequence)),
      (JournalField.log, logID),
      (JournalField.type, event.type.rawValue),
      (JournalField.fact, data.fact.rawValue),
      (JournalField.revision, String(data.revision)),
      (JournalField.change, data.change.rawValue),
      (JournalField.league, data.league.rawValue),
      (JournalField.gamePk, String(data.game.id)),
    ]
    if data.retracted { fields.append((JournalField.retracted, "1")) }
    append(JournalField.tags, data.tags.map(\.rawValue))
    append(JournalField.team, [data.game.away.abbreviation, data.game.home.abbreviation])
    append(JournalField.eventTeam, [data.team].compactMap { $0 })
    for (name, value) in leagues[data.league].fields(of: data) { append("LIVEGAME_\(name)", [value]) }
    append(JournalField.score, [data.score.map { "\($0.away)-\($0.home)" }].compactMap { $0 })
    append(JournalField.winExpectancy, [data.odds.map { "\($0.after)" }].compactMap { $0 })
    append(JournalField.leverage, [data.odds.map { "\($0.leverage)" }].compactMap { $0 })
    append(JournalField.playerID, data.players.map { String($0.id) })
  }

  /// Appends each distinct value once. Values can repeat: the batter of a home run is also its scorer.
  private mutating func append(_ field: String, _ values: [String]) {
    var seen: Set<String> = []
    for value in values where !value.isEmpty && seen.insert(value).inserted { fields.append((field, value)) }
  }

  /// Returns the syslog level: notice (5) from importance 3, info (6) for 2, debug (7) below. No play is a warning,
  /// because none requires an action of the operator.
  private static func priority(ofImportance importance: Int) -> String {
    switch importance {
    case 3...: "5"
    case 2: "6"
    default: "7"
    }
  }
}
