internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Commands that arrive while a message is in flight.
@Suite(.timeLimit(.minutes(1))) struct OutboxOrdersTests {
  private let fixture: DeliveryFixture

  init() throws { fixture = try DeliveryFixture() }

  /// The status that the receiver answers, and the state of the fact that was dropped meanwhile.
  @Test(arguments: [
    (200, DeliveryState.delivered), (413, .skipped), (503, .skipped), (410, .skipped), (404, .skipped),
  ])
  func aDropWhileAMessageIsInFlightHolds(status: Int, expected: DeliveryState) async throws {
    let log = fixture.log
    let transport = ScriptedTransport { _, number in
      if number == 1 { _ = try? log.drop(.sink("hook"), onlyDead: false, at: SampleEvents.start) }
      return .status(number == 1 ? status : 200)
    }
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a")
    try await fixture.during(worker.run) {
      await transport.whenAsked(1)
      try await fixture.storage.append("b", game: 2)
      if status == 410 {
        while try fixture.log.standing(of: "hook").disabled == nil { await Task.yield() }
        #expect(try fixture.log.enable("hook", at: fixture.now()).wasDisabled)
      }
      await transport.whenAsked(2)
      try await fixture.whenSettled("hook")
    }
    #expect(transport.sent == ["1/a", "2/b"])
    #expect(try await fixture.sequences(expected) == (expected == .delivered ? [1, 2] : [1]))
    #expect(try fixture.log.outboxEntries(of: nil, limit: 9).isEmpty)
  }

  @Test func aFactThatIsDroppedBeforeItsTurnIsNotSent() async throws {
    let transport = ScriptedTransport(.status(429, headers: ["retry-after": "30"]), .status(200))
    let worker = try fixture.worker(transport)
    try await fixture.storage.append("a", game: 1)
    try await fixture.storage.append("x", game: 2)
    try await fixture.during(worker.run) {
      await transport.whenAsked(1)
      // The first fact is to be retried; the second is composed after the end of the pause.
      while try fixture.log.outboxEntries(of: "hook", limit: 9).isEmpty {
        try Task.checkCancellation()
        await Task.yield()
      }
      await fixture.clock.whenSleeping()
      let dropped = try fixture.log.drop(.sink("hook"), onlyDead: false, at: fixture.now())
      #expect(dropped == .init(messages: 1, facts: ["hook": 2]))
      try await fixture.storage.append("c", game: 3)
      await fixture.pass(.seconds(30))
      await transport.whenAsked(2)
      try await fixture.whenSettled("hook")
    }
    #expect(transport.sent == ["1/a", "3/c"])
    #expect(try await fixture.sequences(.skipped) == [1, 2])
  }

  @Test func aFactThatIsDroppedWhileItIsComposedIsNotStored() async throws {
    try await fixture.storage.append("a", "b")
    #expect(
      try fixture.log.drop(.all, onlyDead: false, at: SampleEvents.start) == .init(messages: 0, facts: ["hook": 2]))
    var draft = StoredMessage(
      lane: "mlb/1", id: WebhookID(rawValue: "msg_x"), message: Message(body: [1]), due: SampleEvents.start,
      deadline: SampleEvents.start + .seconds(9), sequences: [1, 2])
    let stored = try await fixture.outbox.store(draft, at: SampleEvents.start)
    #expect(try await fixture.outbox.message(stored.number, dueBy: SampleEvents.start) == nil)
    draft.sequences = []
    let notice = try await fixture.outbox.store(draft, at: SampleEvents.start)
    #expect(try await fixture.outbox.message(notice.number, dueBy: SampleEvents.start) != nil)
  }

  /// No outcome of an attempt restores a dropped or given-up message.
  @Test func aDroppedMessageStaysDropped() async throws {
    let (outbox, start) = (OutboxFixture(log: fixture.log), SampleEvents.start)
    let message = try await outbox.store("a", to: "hook")
    _ = try fixture.log.drop(.number(message.number), onlyDead: false, at: start)
    try await fixture.outbox.postpone(message.number, until: start, because: FailedAttempt("503"), at: start)
    try await fixture.outbox.recompose(message, due: start, because: "404", at: start)
    try await fixture.outbox.deadLetter(message.number, because: "413", at: start)
    #expect(try fixture.log.outboxEntry(message.number) == nil)
    #expect(try await fixture.sequences(.skipped) == [1])
    #expect(try await fixture.outbox.heads(lag: .zero).isEmpty)
    #expect(try fixture.log.retry(.all, expires: ["hook": .seconds(60)], at: start).messages == 0)
  }

  @Test func concurrentCommandsWakeEveryWaiter() async throws {
    let seen = fixture.log.orders.newest
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { [log = fixture.log] in log.orders.advance() } }
    }
    #expect(fixture.log.orders.newest == seen + 8)
  }
}
