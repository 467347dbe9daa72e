import GRDB

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A log, a manual clock and a recorded log output, on which sinks can be run.
struct DeliveryFixture {
  static let address = "https://example.org/hooks/token-0123456789"

  let storage: TemporaryLog
  let clock = ManualClock()
  let logged = RecordedLog()

  init() throws { storage = try TemporaryLog() }

  var log: EventLog { storage.log }
  var outbox: Outbox { outbox("hook") }

  func outbox(_ sink: String) -> Outbox { Outbox(log: log, sink: sink) }

  /// Wall time, which follows the clock.
  var now: @Sendable () -> Timestamp { { [clock] in SampleEvents.start + clock.now.offset } }

  func worker(
    _ transport: ScriptedTransport, sink name: String = "hook", options: DeliveryOptions = DeliveryOptions()
  ) throws -> SinkWorker<ManualClock> {
    worker(for: try webhook(transport, name), options: options)
  }

  func worker(
    for sink: any Sink, options: DeliveryOptions = DeliveryOptions(), address: String = "here",
    announce: @escaping SinkWorker<ManualClock>.Announce = { _ in },
    announceFailure: @escaping SinkWorker<ManualClock>.AnnounceFailure = { _ in }
  ) -> SinkWorker<ManualClock> {
    SinkWorker(
      ConfiguredSink(sink: sink, options: options, address: address), log: log, hosts: HostRateLimiter(clock: clock),
      clock: clock,
      now: now, logger: logged.logger, announceFailure: announceFailure, announce: announce)
  }

  func webhook(_ transport: ScriptedTransport, _ name: String = "hook") throws -> WebhookSink {
    try WebhookSink(
      name: name, endpoint: Endpoint(url: Secret(Self.address), timeout: .seconds(15), transport: transport),
      secrets: [])
  }

  func service(_ sinks: [any Sink]) -> DeliveryService<ManualClock> {
    service(Reloadable(DeliveryConfig(sinks: sinks.map { ConfiguredSink(sink: $0) }, hasJournal: true)))
  }

  func service(
    _ plan: Reloadable<DeliveryConfig>, journal write: @escaping JournalSink<ManualClock>.Write = { _, _ in },
    announce: @escaping @Sendable (String, String?) async -> Void = { _, _ in }
  ) -> DeliveryService<ManualClock> {
    DeliveryService(
      plan: plan, journal: journal(write), log: log, clock: clock, now: now, wall: now, logger: logged.logger,
      attempts: InFlightDeadlines(), announce: announce)
  }

  func journal(_ write: @escaping JournalSink<ManualClock>.Write) -> JournalSink<ManualClock> {
    JournalSink(log: log, clock: clock, now: now, logger: logged.logger, write: write)
  }

  /// Advances the clock as soon as some task sleeps on it.
  func pass(_ span: Duration) async {
    await clock.whenSleeping()
    clock.advance(by: span)
  }

  /// Runs `work` until `script` has returned, then cancels it and waits for its end.
  func during(_ work: @escaping @Sendable () async -> Void, _ script: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await work() }
      try await script()
      group.cancelAll()
    }
  }

  /// Returns the sequences of waiting deliveries, whether due or not.
  func waiting(sink: String = "hook") async throws -> [Int] { try await sequences(.waiting, sink) }

  /// Returns when no delivery of a sink waits.
  func whenSettled(_ sink: String) async throws {
    while try await !waiting(sink: sink).isEmpty { try await next() }
  }

  /// Lets other tasks run before a condition is checked again.
  func next() async throws {
    try Task.checkCancellation()
    await Task.yield()
  }

  func sequences(_ state: DeliveryState, _ sink: String = "hook") async throws -> [Int] {
    try await log.pool.read { database in
      let sql = "SELECT sequence FROM delivery WHERE sink = ? AND state = ? ORDER BY sequence"
      return try Int.fetchAll(database, sql: sql, arguments: [sink, state.rawValue])
    }
  }

  /// Returns the number of failed attempts of the oldest waiting message.
  func attempts(sink: String = "hook") throws -> Int? { try log.outboxEntries(of: sink, limit: 1).first?.attempts }
}

extension ConfiguredSink {
  /// Creates a sink as if it were configured.
  init(sink: any Sink, options: DeliveryOptions = DeliveryOptions(), address: String = "here", host: String? = nil) {
    let settings = SinkSettings(name: sink.name, kind: .webhook, url: Secret(address))
    self.init(sink: sink, settings: settings, options: options, address: address, host: host)
  }
}
