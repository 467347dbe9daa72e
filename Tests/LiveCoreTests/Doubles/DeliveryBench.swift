@testable import LiveCore

/// A log, a clock and a record of what is said, for sinks to work on.
struct DeliveryBench {
  static let address = "https://example.org/hooks/token-0123456789"

  let storage: TemporaryLog
  let clock = ManualClock()
  let said = RecordedLog()

  init() throws { storage = try TemporaryLog() }

  var log: EventLog { storage.log }
  var outbox: Outbox { Outbox(log: log, sink: "hook") }

  /// Wall time goes with the clock.
  var now: @Sendable () -> Timestamp { { [clock] in SampleEvents.start + clock.now.offset } }

  func worker(_ transport: ScriptedTransport, sink: String = "hook") throws -> SinkWorker<ManualClock> {
    let sink = try WebhookSink(
      name: sink, endpoint: Endpoint(url: Secret(Self.address), timeout: .seconds(15), transport: transport),
      secrets: [])
    return SinkWorker(sink, log: log, clock: clock, now: now, logger: said.logger)
  }

  func journal(_ write: @escaping JournalSink<ManualClock>.Write) -> JournalSink<ManualClock> {
    JournalSink(log: log, clock: clock, now: now, logger: said.logger, write: write)
  }

  /// Lets time pass as soon as somebody waits for it.
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

  /// Sequences that still wait, however far their time is.
  func waiting(sink: String = "hook") async throws -> [Int] {
    try await Outbox(log: log, sink: sink).due(at: Timestamp(milliseconds: .max), limit: 100).map(\.event.sequence)
  }
}
