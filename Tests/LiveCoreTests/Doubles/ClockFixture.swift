import GRDB

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// A log whose outbox uses its own clock, on a machine whose wall clock can be set, and which can sleep or restart.
/// Time passes only through `pass`.
final class ClockFixture {
  private struct Machine {
    /// Difference between the wall clock and the time that has passed since `start`.
    var skew = Duration.zero
    /// The offset at which the machine was started.
    var started = Duration.seconds(-1000)
  }

  let clock = ManualClock()
  let logged = RecordedLog()
  private let start: Timestamp
  private let machine = Locked(Machine())
  private let folder: TemporaryFolder
  private(set) var log: EventLog

  init(start: Timestamp = SampleEvents.start) throws {
    self.start = start
    folder = try TemporaryFolder()
    log = try Self.open(folder, clock, machine, start)
  }

  var wall: @Sendable () -> Timestamp {
    { [clock, machine, start] in start + clock.now.offset + machine.withLock { $0.skew } }
  }

  var now: Timestamp { log.outboxTime(at: wall()) }

  /// Sets the wall clock forward by a span, or lets the machine sleep for it.
  func step(_ span: Duration) { machine.withLock { $0.skew += span } }

  /// Opens the log again as another process does; with `anew` the machine was off in between.
  func restart(anew: Bool = false) throws {
    try log.close()
    if anew { machine.withLock { $0.started = clock.now.offset - .seconds(20) } }
    log = try Self.open(folder, clock, machine, start)
  }

  func worker(for sink: any Sink, options: DeliveryOptions = DeliveryOptions()) -> SinkWorker<ManualClock> {
    SinkWorker(
      ConfiguredSink(sink: sink, options: options), log: log, hosts: HostRateLimiter(clock: clock), clock: clock,
      now: { [log, wall] in log.outboxTime(at: wall()) }, wall: wall, logger: logged.logger
    ) { _ in }
  }

  /// Runs a worker until `script` has returned.
  func during(_ worker: SinkWorker<ManualClock>, _ script: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await worker.run() }
      try await script()
      group.cancelAll()
    }
  }

  /// Lets the workers finish what is due, then advances the clock. A sink with quiet hours checks once a minute and
  /// is only waited for after longer spans.
  func pass(_ span: Duration, _ workers: [SinkWorker<ManualClock>]) async throws {
    try await whenIdle(workers.filter { $0.options.quiet == nil })
    clock.advance(by: span)
    try await whenIdle(workers.filter { $0.options.quiet == nil || span > .seconds(60) })
  }

  /// Returns when no sink that may send has due messages.
  private func whenIdle(_ workers: [SinkWorker<ManualClock>]) async throws {
    for worker in workers {
      while try await isBusy(worker) {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  private func isBusy(_ worker: SinkWorker<ManualClock>) async throws -> Bool {
    guard worker.quietTimeLeft() == nil, let head = try await worker.outbox.heads(lag: worker.options.lag).first else {
      return false
    }
    return head.due <= now
  }

  func append(_ names: String..., game: Int = 1, sinks: [String] = ["hook"]) async throws {
    let entries = names.map { LogEntry(event: SampleEvents.event($0, game: game), sinks: sinks) }
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: game), state: [], isOver: false)
    try await log.append(LogAppend(checkpoint: checkpoint, events: entries), at: wall())
  }

  /// Returns the number of a sink's deliveries in a state.
  func count(_ state: DeliveryState, of sink: String) async throws -> Int {
    try await log.pool.read { database in
      let sql = "SELECT COUNT(*) FROM delivery WHERE sink = ? AND state = ?"
      return try Int.fetchOne(database, sql: sql, arguments: [sink, state.rawValue]) ?? 0
    }
  }

  private static func open(
    _ folder: TemporaryFolder, _ clock: ManualClock, _ machine: Locked<Machine>, _ start: Timestamp
  ) throws -> EventLog {
    try EventLog(path: "\(folder.path)/log.sqlite") { last, lastAlive in
      RunClock(
        continuing: last, notBefore: lastAlive ?? Timestamp(seconds: 0),
        wall: { start + clock.now.offset + machine.withLock { $0.skew } },
        uptime: { clock.now.offset - machine.withLock { $0.started } })
    }
  }
}
