import GRDB
import Testing

@testable import LiveCore
@testable import LivePlatform

/// Outbox statistics are computed at most once a second for all clients, and never on the thread that sends lines.
@Suite(.timeLimit(.minutes(1))) struct OutboxSurveyTests {
  /// A survey with a manual clock, and a count of its bell.
  private struct Fixture {
    let storage: TemporaryLog
    let survey: OutboxSurvey
    private let clock: Locked<SuspendingClock.Instant>
    let rung: Watermark

    init() throws {
      let (storage, clock, rung) = (try TemporaryLog(), Locked(SuspendingClock.now), Watermark())
      survey = OutboxSurvey(log: storage.log, sinks: { OutboxFixture.sinks }, now: { clock.withLock { $0 } }) {
        rung.raise { $0 + 1 }
      }
      (self.storage, self.clock, self.rung) = (storage, clock, rung)
    }

    var readings: Int { rung.value }

    func pass(_ span: Duration) { clock.withLock { $0 += span } }

    /// Returns the result of `ask` as soon as there is one.
    func found<Found>(_ ask: (OutboxSurvey) throws -> Found?) async throws -> Found {
      while true {
        let before = rung.value
        if let found = try ask(survey) { return found }
        _ = await rung.past(before)
      }
    }

    func waiting(for sink: String = "hook") async throws -> Int? {
      try await found { try $0.overview() }.sinks[sink]?.waiting
    }
  }

  @Test func aResultIsReusedForASecond() async throws {
    let fixture = try Fixture()
    #expect(try await fixture.waiting() == 0)
    try await fixture.storage.append("a")
    fixture.pass(.milliseconds(999))
    for _ in 0..<100 { #expect(try fixture.survey.overview()?.sinks["hook"]?.waiting == 0) }
    #expect(fixture.readings == 1)
    fixture.pass(.milliseconds(1))
    #expect(try await fixture.waiting() == 1 && fixture.readings == 2)
  }

  @Test func monitoringWaitsForTheSameReading() async throws {
    let fixture = try Fixture()
    let survey = fixture.survey
    async let first = survey.awaitOverview()
    async let second = survey.awaitOverview()
    #expect(try await first == second)
    // The bell follows the result.
    _ = await fixture.rung.past(0)
    #expect(try await fixture.waiting() == 0 && fixture.readings == 1)
    fixture.pass(.seconds(1))
    try await fixture.storage.log.pool.write { try $0.execute(sql: "ALTER TABLE delivery RENAME TO away") }
    await #expect(throws: DatabaseError.self) { try await fixture.survey.awaitOverview() }
    #expect(fixture.storage.log.health.trouble != nil)
  }

  @Test func aCommandInvalidatesTheResult() async throws {
    let fixture = try Fixture()
    try await fixture.storage.append("a")
    #expect(try await fixture.waiting() == 1)
    _ = try fixture.storage.log.drop(.all, onlyDead: false, at: SampleEvents.start)
    fixture.survey.forget()
    #expect(try await fixture.waiting() == 0)
  }

  @Test func messagesAreCachedForEachSink() async throws {
    let fixture = try Fixture()
    let outbox = OutboxFixture(log: fixture.storage.log)
    let (den, hook) = (try await outbox.deadLetter("a", to: "den"), try await outbox.deadLetter("b", to: "hook"))
    #expect(try await fixture.found { try $0.entries(of: nil) }.map(\.number) == [den, hook])
    #expect(try await fixture.found { try $0.entries(of: "hook") }.map(\.number) == [hook])
    #expect(fixture.readings == 2)
    try await outbox.deadLetter("c", to: "hook")
    #expect(try fixture.survey.entries(of: "hook")?.count == 1)
    fixture.pass(.seconds(1))
    #expect(try await fixture.found { try $0.entries(of: "hook") }.count == 2)
  }

  /// A log that cannot be read is not read again for every client.
  @Test func aFailureIsReusedForASecondToo() async throws {
    let fixture = try Fixture()
    try await fixture.storage.log.pool.write { try $0.execute(sql: "ALTER TABLE delivery RENAME TO away") }
    await #expect(throws: DatabaseError.self) { try await fixture.waiting() }
    try await fixture.storage.log.pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO delivery") }
    for _ in 0..<10 { #expect(throws: DatabaseError.self) { try fixture.survey.overview() } }
    #expect(fixture.storage.log.health.trouble != nil)
    fixture.pass(.seconds(1))
    #expect(try await fixture.waiting() == 0)
  }

  /// A hundred concurrent requests cost as much as one, and each is answered.
  @Test func concurrentRequestsShareOneReading() async throws {
    try await SocketFixture.with(OutboxFixture.options) { fixture in
      try await OutboxFixture(log: fixture.log).deadLetter("a", to: "den")
      var clients: [SocketClient] = []
      for _ in 0..<30 { clients.append(try await fixture.client()) }
      for client in clients {
        try client.send(request: OutboxRequest.sinks)
        try client.send(Array("{\"op\":\"status\"}\n{\"op\":\"outbox\",\"sink\":\"den\"}\n{\"op\":\"ping\"}\n".utf8))
      }
      for client in clients { #expect(try await client.read(4) == ["sinks", "status", "outbox", "pong"]) }
    }
  }

  /// Lines continue while the answer is being read, and a disconnect before the answer does no harm.
  @Test func aWaitingClientStillGetsLinesAndMayDisconnect() async throws {
    try await SocketFixture.with(OutboxFixture.options, events: 3) { fixture in
      for _ in 0..<20 {
        let socket = try UnixSocket.connected(to: fixture.path)
        _ = try socket.send(Array("{\"op\":\"sinks\"}\n{\"op\":\"sinks\"}\n".utf8)[...])
      }
      let client = try await fixture.client(after: .oldest)
      try client.send(request: OutboxRequest.sinks)
      client.endRequests()
      let lines = Set(try await client.read(5))
      #expect(lines == ["1", "2", "3", "synced 3", "sinks"])
      try await fixture.store.append([4])
      #expect(try await client.read(1) == ["4"])
    }
  }
}
