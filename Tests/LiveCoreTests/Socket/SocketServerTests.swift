import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LivePlatform

/// Real Unix sockets over a real log.
@Suite struct SocketServerTests {
  @Test(arguments: [0, 1, 63, 64, 65, 199, 200]) func resumesAfterAnySequence(cursor: Int) async throws {
    try await SocketFixture.with(events: 200) { fixture in
      let client = try await fixture.client(after: .sequence(cursor))
      let backlog = cursor < 200 ? Array(cursor + 1...200).map(String.init) : []
      #expect(try await client.read(backlog.count + 1) == backlog + ["synced 200"])
      try await fixture.store.append([201])
      #expect(try await client.read(1) == ["201"])
    }
  }

  @Test func sendsTheLinesOfTheLogByteForByte() async throws {
    try await SocketFixture.with(events: 3) { fixture in
      let client = try await fixture.client(after: .oldest)
      for event in try fixture.log.events(after: 0, limit: 3) {
        #expect(try await client.next()?.bytes == WireFormat.check(event.line))
      }
    }
  }

  @Test func aClientThatOnlyReadsGetsEverythingSinceItConnected() async throws {
    var options = SocketOptions()
    options.grace = .milliseconds(20)
    try await SocketFixture.with(options, events: 2) { fixture in
      let client = try await fixture.client()
      try await fixture.store.append([3, 4])
      let lines = try await client.read(3)
      #expect(lines.filter { !$0.hasPrefix("synced") } == ["3", "4"])
      try await fixture.store.append([5])
      #expect(try await client.read(1) == ["5"])
    }
  }

  @Test func reportsRemovedEvents() async throws {
    try await SocketFixture.with(events: 10) { fixture in
      try await fixture.store.prune(upTo: 6)
      let client = try await fixture.client(after: .sequence(2))
      #expect(try await client.read(6) == ["gap pruned 6", "7", "8", "9", "10", "synced 10"])
      try client.subscribe(Subscription(after: .sequence(99)))
      #expect(try await client.read(2) == ["gap future 10", "synced 10"])
      try client.subscribe(Subscription(after: .sequence(9), log: "00000000"))
      #expect(try await client.read(6) == ["gap other_log 6", "7", "8", "9", "10", "synced 10"])
    }
  }

  @Test func filters() async throws {
    try await SocketFixture.with { fixture in
      try await fixture.store.append(1...100) { number in
        NumberedEvents.event(
          number, tags: number.isMultiple(of: 25) ? ["scoring"] : [], home: number < 60 ? "AZ" : "BOS")
      }
      let scoring = try await fixture.client(after: .oldest, filter: EventFilter(tags: ["scoring"]))
      #expect(try await scoring.read(5) == ["25", "50", "75", "100", "synced 100"])
      let boston = try await fixture.client(after: .oldest, filter: EventFilter(teams: ["BOS"], tags: ["scoring"]))
      #expect(try await boston.read(3) == ["75", "100", "synced 100"])
    }
  }

  /// About 4 MB for each client, far more than the kernel and the ring hold. One client reads at once, one only after
  /// everything is logged.
  @Test(arguments: [EventFilter(), EventFilter(tags: ["third"]), EventFilter(tags: ["other"])], [0, 16])
  func everyClientGetsTheLogWheneverItReads(filter: EventFilter, fewClients: Int) async throws {
    var options = SocketFixture.options
    (options.ring, options.fewClients) = (100_000, fewClients)
    @Sendable func tag(_ number: Int) -> String { number.isMultiple(of: 3) ? "third" : "other" }
    try await SocketFixture.with(options) { fixture in
      let wanted = (1...4000).filter { filter.isOpen || filter.conditions.names.contains(tag($0)) }
      let (prompt, late) = (try RawSubscriber(fixture.path, filter), try RawSubscriber(fixture.path, filter))
      try await prompt.readUntilSynced()
      try await late.readUntilSynced()
      async let read = prompt.events(wanted.count)
      for first in stride(from: 1, to: 4000, by: 50) {
        try await fixture.store.append(first...first + 49) { NumberedEvents.event($0, tags: [tag($0)]) }
      }
      let logged = try fixture.log.events(after: 0, limit: 4000)
      let expected = wanted.map { logged[$0 - 1].line }
      #expect(try await read == expected)
      #expect(try await late.events(wanted.count) == expected)
    }
  }

  @Test(arguments: [0, 16]) func concurrentCommitsStayInOrder(fewClients: Int) async throws {
    var options = SocketFixture.options
    options.fewClients = fewClients
    try await SocketFixture.with(options) { fixture in
      let client = try await fixture.client(after: .now)
      #expect(try await client.read(1) == ["synced 0"])
      try await withThrowingDiscardingTaskGroup { group in
        for number in 1...200 { group.addTask { try await fixture.store.append([number]) } }
      }
      #expect(try await client.read(200) == (1...200).map(String.init))
    }
  }

  /// The server's thread is blocked meanwhile.
  @Test func fewClientsGetLinesFromTheThreadThatHasLoggedThem() async throws {
    let store = try NumberedLog()
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    let (server, release) = (try fixture.server(), try Doorbell())
    try await fixture.running(server) {
      defer { release.ring() }
      let clients = [
        try await fixture.client(after: .now), try await fixture.client(after: .now, filter: EventFilter(tags: ["x"])),
      ]
      for client in clients { #expect(try await client.read(1) == ["synced 0"]) }
      await withCheckedContinuation { isBlocked in
        server.ping {
          isBlocked.resume()
          release.wait()
        }
      }
      try await fixture.store.append(1...4) { NumberedEvents.event($0, tags: $0 == 3 ? ["x"] : []) }
      #expect(try await clients[0].read(4) == ["1", "2", "3", "4"])
      #expect(try await clients[1].read(1) == ["3"])
    }
  }

  @Test func aClientThatFloodsRequestsDelaysNoOther() async throws {
    try await SocketFixture.with { fixture in
      let flood = Array(String(repeating: #"{"op":"ping"}"# + "\n", count: 1000).utf8)
      var loud: [RawSubscriber] = []
      for _ in 0..<100 { loud.append(try RawSubscriber(fixture.path, EventFilter(), saying: flood)) }
      let client = try await fixture.client(after: .now)
      #expect(try await client.read(1) == ["synced 0"])
      for subscriber in loud { try await subscriber.readUntilSynced() }
    }
  }

  @Test func eventsPrunedWhileAClientIsBehindAreReportedAsAGap() async throws {
    var options = SocketFixture.options
    options.ring = 10_000
    try await SocketFixture.with(options) { fixture in
      let late = try RawSubscriber(fixture.path, EventFilter())
      try await late.readUntilSynced()
      try await fixture.store.append(1...2000)
      try await fixture.store.prune(upTo: 1500)
      try await fixture.store.append([2001])
      let (sequences, gap) = try await late.sequences(through: 2001)
      let before = sequences.count { $0 <= 1500 }
      #expect(sequences == Array(1...2001).filter { $0 <= before || $0 > 1500 })
      #expect(gap == #"{"op":"gap","reason":"pruned","from":\#(before + 1),"to":1500,"after":1500}"#)
    }
  }

  @Test func aRequestMayArriveByteByByte() async throws {
    try await SocketFixture.with(events: 3) { fixture in
      let client = try await fixture.client()
      for byte in Array(#"{"op":"subscribe","after":1}"#.utf8) + [0x0A] { try client.send([byte]) }
      #expect(try await client.read(3) == ["2", "3", "synced 3"])
    }
  }

  @Test func invalidRequestsAreAnsweredAndTheConnectionStays() async throws {
    try await SocketFixture.with { fixture in
      let client = try await fixture.client()
      try client.send([0xFF, 0xFE, 0x00, 0x0A] + Array("GET / HTTP/1.1\r\n{\"op\":\"ping\"}\n".utf8))
      #expect(try await client.read(3) == ["error malformed", "error malformed", "pong"])
    }
  }

  @Test func aRequestThatIsTooLongClosesTheConnection() async throws {
    try await SocketFixture.with(events: 1) { fixture in
      let client = try await fixture.client()
      try client.send([UInt8](repeating: 0x78, count: 80 << 10))
      #expect(try await client.read(9) == ["error too_long", "closed request"])
    }
  }

  @Test func aHalfClosedConnectionKeepsItsSubscription() async throws {
    try await SocketFixture.with(events: 1) { fixture in
      let client = try await fixture.client(after: .oldest)
      client.endRequests()
      #expect(try await client.read(2) == ["1", "synced 1"])
      try await fixture.store.append([2])
      #expect(try await client.read(1) == ["2"])
    }
  }

  @Test func aHalfClosedConnectionGetsItsAnswer() async throws {
    try await SocketFixture.with { fixture in
      let client = try await fixture.client()
      try client.send(Array(#"{"op":"ping","id":"x"}"#.utf8))
      client.endRequests()
      #expect(try await client.read(9) == ["pong", "closed idle"])
    }
  }

  @Test func heartbeatsComeWhenNoEventsDo() async throws {
    var options = SocketFixture.options
    options.heartbeat = .milliseconds(20)
    try await SocketFixture.with(options, events: 4) { fixture in
      let client = try await fixture.client(after: .now)
      #expect(try await client.read(3) == ["synced 4", "heartbeat 4", "heartbeat 4"])
    }
  }

  @Test func aClientTooManyGetsTheReason() async throws {
    var options = SocketFixture.options
    options.clients = 1
    try await SocketFixture.with(options, events: 4) { fixture in
      let first = try await fixture.client(after: .now)
      let second = try SocketClient(path: fixture.path)
      #expect(try await second.read(2) == ["closed full"])
      #expect(try await first.read(1) == ["synced 4"])
    }
  }

  @Test func aCancelledReadEnds() async throws {
    try await SocketFixture.with { fixture in
      let client = try await fixture.client(after: .now)
      #expect(try await client.read(1) == ["synced 0"])
      let reader = Task { try await client.next() }
      reader.cancel()
      await #expect(throws: CancellationError.self) { try await reader.value }
      try await fixture.store.append([1])
      #expect(try await client.read(1) == ["1"])
    }
  }
}
