import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

/// The lines that clients get from a log that cannot be read in part or at all.
@Suite(.timeLimit(.minutes(1))) struct SocketLogFailureTests {
  /// Runs a server over a log of 300 events that reads old events from the disk.
  private func withServer(_ body: @Sendable (SocketFixture, DamagedLog, SocketOptions) async throws -> Void)
    async throws
  {
    var options = SocketFixture.options
    (options.meters, options.ring) = (Meters(), 10_000)
    try await SocketFixture.with(options, events: 300) { [options] fixture in
      try await body(fixture, DamagedLog(store: fixture.store), options)
    }
  }

  @Test func aDamagedPageClosesOnlyItsReaders() async throws {
    try await withServer { fixture, damaged, options in
      let live = try await fixture.client(after: .now)
      #expect(try await live.read(1) == ["synced 300"])
      let damage = try await damaged.damage(event: 150)
      for round in 1...3 {
        let old = try await fixture.client(after: .oldest)
        let lines = try await old.read(1000)
        // Each client has a prefix of the log and its resume point.
        let events = lines.dropLast().compactMap { Int($0) }
        #expect(events == Array(1...events.count) && events.count < 150)
        #expect(lines.last == "closed log \(events.count)")
        #expect(closings("log", options) == Double(round))
      }
      let late = try await fixture.client(after: .sequence(290))
      #expect(try await late.read(11) == (291...300).map(String.init) + ["synced 300"])
      try await fixture.store.append([301])
      #expect(try await live.read(1) == ["301"])
      #expect(try await late.read(1) == ["301"])
      // The status shows it to the operator and to every client.
      let status = try await live.answer(to: .status).text
      #expect(status.contains(#""log_error":"#) && status.contains(#""healthy":false,"problems":["#))
      try damaged.restore(damage)
      let restored = try await fixture.client(after: .oldest)
      #expect(try await restored.read(302) == (1...301).map(String.init) + ["synced 301"])
    }
  }

  /// Every read fails: no client can be served from the disk, and the daemon continues.
  @Test func anUnreadableLogIsReportedUntilItWorksAgain() async throws {
    try await withServer { fixture, _, _ in
      let live = try await fixture.client(after: .now)
      #expect(try await live.read(1) == ["synced 300"])
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE event RENAME TO away") }
      for _ in 0..<3 {
        let client = try await fixture.client(after: .sequence(5))
        #expect(try await client.read(9) == ["closed log 5"])
      }
      let status = try await live.answer(to: .status).text
      #expect(status.contains(#""log_error":"#) && status.contains(#""healthy":false,"problems":["#))
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO event") }
      let client = try await fixture.client(after: .sequence(298))
      #expect(try await client.read(3) == ["299", "300", "synced 300"])
      try await fixture.store.append([301])
      #expect(try await live.read(1) == ["301"])
      #expect(try await client.read(1) == ["301"])
    }
  }

  /// New lines that were too many to be handed over are read from the log too.
  @Test func unreadableNewLinesCloseOnlyClientsThatAreBehind() async throws {
    try await withServer { fixture, _, _ in
      let live = try await fixture.client(after: .now)
      #expect(try await live.read(1) == ["synced 300"])
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE event RENAME TO away") }
      fixture.log.tail.publish(301)
      #expect(try await live.read(9) == ["closed log 300"])
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO event") }
      let next = try await fixture.client(after: .sequence(299))
      #expect(try await next.read(1) == ["300"])
    }
  }

  @Test func requestsThatNeedTheLogFailAndTheConnectionStays() async throws {
    try await SocketFixture.with(OutboxFixture.options) { fixture in
      let client = try await fixture.client()
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE delivery RENAME TO away") }
      for request in [OutboxRequest.sinks, .outbox(sink: nil, limit: 9), .drop(.all, onlyDead: false)] {
        let fault = await #expect(throws: Fault.self) { try await client.answer(to: request) }
        #expect(fault?.message == "the event log could not be read or written")
      }
      let status = try await client.answer(to: .status).text
      #expect(status.contains(#""sinks":[],"healthy":false,"problems":["#))
      try await fixture.log.pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO delivery") }
      // A failure is cached for a second, like an answer; a command clears it.
      _ = try await client.answer(to: .drop(.all, onlyDead: false))
      _ = try await client.answer(to: .sinks)
    }
  }

  private func closings(_ reason: String, _ options: SocketOptions) -> Double? {
    options.meters.value(of: "livegamed_clients_closed_total{reason=\"\(reason)\"}")
  }
}
