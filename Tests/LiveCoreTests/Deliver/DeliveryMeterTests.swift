internal import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct DeliveryMeterTests {
  private let fixture: DeliveryFixture
  private let meters = Meters()

  init() throws { fixture = try DeliveryFixture() }

  private func worker(_ transport: ScriptedTransport, _ options: DeliveryOptions = DeliveryOptions()) throws
    -> SinkWorker<ManualClock>
  {
    SinkWorker(
      ConfiguredSink(sink: try fixture.webhook(transport), options: options, address: "here"), log: fixture.log,
      hosts: HostRateLimiter(clock: fixture.clock), clock: fixture.clock, now: fixture.now,
      logger: fixture.logged.logger,
      meters: meters
    ) { _ in }
  }

  private func count(_ outcome: String) -> Double? {
    meters.value(of: #"livegamed_deliveries_total{sink="hook",outcome="\#(outcome)"}"#)
  }

  private func sent(_ part: String) -> Double? {
    meters.value(of: #"livegamed_logged_to_sent_seconds_\#(part){sink="hook"}"#)
  }

  @Test func anAttemptIsCountedByItsOutcome() async throws {
    let transport = ScriptedTransport(.status(500), .status(200), .status(413), .status(410))
    try await fixture.storage.append("a", "b", "c")
    try await fixture.during(try worker(transport).run) {
      await fixture.pass(.seconds(1))
      await transport.whenAsked(4)
      while try fixture.log.standing(of: "hook").disabled == nil { await Task.yield() }
    }
    #expect(["accepted", "retried", "given_up", "disabled"].map(count) == [1, 1, 1, 1])
  }

  /// The time of the event survives a retry, for which it is read from the log again.
  @Test func latencyIsMeasuredFromWhenTheEventWasDue() async throws {
    let transport = ScriptedTransport(.status(500), .status(200))
    try await fixture.storage.append("a", at: SampleEvents.start - .seconds(4))
    try await fixture.during(try worker(transport).run) {
      await fixture.pass(.seconds(1))
      await transport.whenAsked(2)
      try await fixture.whenSettled("hook")
      while count("accepted") != 1 { await Task.yield() }
    }
    #expect(sent("count") == 1 && sent("sum") == 5)
  }

  @Test func theConfiguredDelayIsNotPartOfTheLatency() async throws {
    let transport = ScriptedTransport(.status(200))
    try await fixture.storage.append("a")
    try await fixture.during(try worker(transport, DeliveryOptions(delay: .seconds(35))).run) {
      await fixture.pass(.seconds(37))
      await transport.whenAsked(1)
      while count("accepted") != 1 { await Task.yield() }
    }
    #expect(sent("sum") == 2)
  }

  @Test func journalEntriesAreCountedAndTimed() async throws {
    let fails = Locked(true)
    let journal = JournalSink(
      log: fixture.log, clock: fixture.clock, now: fixture.now, logger: fixture.logged.logger, meters: meters
    ) { _, _ in
      if fails.withLock({ fails in
        defer { fails = false }; return fails
      }) {
        throw Fault(.journalAbsent, "none")
      }
    }
    try await fixture.storage.append("a")
    try await fixture.during(journal.run) {
      await fixture.pass(.seconds(1))
      while try await fixture.log.cursor(of: "journal") < 1 { await Task.yield() }
    }
    #expect(meters.value(of: #"livegamed_journal_entries_total{outcome="failed"}"#) == 1)
    #expect(meters.value(of: #"livegamed_journal_entries_total{outcome="written"}"#) == 1)
    #expect(meters.value(of: #"livegamed_logged_to_sent_seconds_sum{sink="journal"}"#) == 1)
  }
}
