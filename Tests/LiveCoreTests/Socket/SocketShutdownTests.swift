import Foundation
import ServiceLifecycle
import Testing

@testable import LiveCore
@testable import LivePlatform

/// The lines that clients get when the server stops, and how they continue with the next one.
@Suite struct SocketShutdownTests {
  @Test func eachClientGetsItsResumePoint() async throws {
    let store = try NumberedLog()
    try await store.append(1...3)
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    let clients = Locked<[SocketClient]>([])
    try await fixture.running(try fixture.server()) {
      let reader = try await fixture.client(after: .oldest)
      #expect(try await reader.read(4) == ["1", "2", "3", "synced 3"])
      let idler = try await fixture.client(after: .now)
      #expect(try await idler.read(1) == ["synced 3"])
      clients.withLock { $0 = [reader, idler] }
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.path))
    for client in clients.withLock({ $0 }) { #expect(try await client.read(9) == ["closed shutdown 3"]) }
  }

  @Test func aGracefulShutdownStopsTheServer() async throws {
    let store = try NumberedLog()
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    let configuration = ServiceGroupConfiguration(services: [try fixture.server()], logger: SocketFixture.logger)
    let group = ServiceGroup(configuration: configuration)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      let client = try await fixture.client(after: .now)
      #expect(try await client.read(1) == ["synced 0"])
      await group.triggerGracefulShutdown()
      #expect(try await client.read(9) == ["closed shutdown 0"])
      try await tasks.waitForAll()
    }
  }

  @Test func clientsContinueWithTheNextDaemon() async throws {
    let store = try NumberedLog()
    let fixture = SocketFixture(store: store, path: "\(store.folder)/live.sock")
    try await store.append(1...3)
    try await fixture.running(try fixture.server()) {
      let client = try await fixture.client(after: .sequence(1))
      #expect(try await client.read(3) == ["2", "3", "synced 3"])
    }
    try await store.append(4...5)
    try await fixture.running(try fixture.server()) {
      let client = try await fixture.client(after: .sequence(3))
      #expect(try await client.read(3) == ["4", "5", "synced 5"])
    }
  }

  /// One client reads all of 20,000 events. The other reads none, and delays neither the first nor the server.
  @Test func aClientThatNeverReadsDelaysNoOtherAndIsClosed() async throws {
    var options = SocketFixture.options
    options.stall = .seconds(2)
    try await SocketFixture.with(options) { fixture in
      let idle = try UnixSocket.connected(to: fixture.path)
      _ = try idle.send(Array(#"{"op":"subscribe","after":"oldest"}"#.utf8 + [0x0A])[...])
      let reader = try await fixture.client(after: .oldest)
      #expect(try await reader.read(1) == ["synced 0"])
      async let appended: Void = {
        for first in stride(from: 1, to: 20_000, by: 500) { try await fixture.store.append(first...first + 499) }
      }()
      for sequence in 1...20_000 {
        let line = try #require(try await reader.next())
        guard line.sequence == sequence else {
          Issue.record("expected \(sequence), got \(line.short)")
          break
        }
      }
      try await appended
      let epoll = try Epoll()
      try epoll.add(idle.descriptor, token: 0, for: [])
      #expect(try epoll.wait(atMost: .seconds(60)).first?.hasHungUp == true)
      // The last line has the resume point, and the lines before it are complete and without a gap.
      let inbox = try SocketInbox(idle, limit: 1 << 20)
      let thread = try DedicatedThread(name: "test") { inbox.run() }
      var (last, closed) = (0, WatchLine?.none)
      while case .piece(.line(let line)) = try await inbox.next() {
        let line = try WatchLine(bytes: line)
        if line.op == nil {
          #expect(line.sequence == last + 1)
          last = line.sequence ?? 0
        }
        closed = line
      }
      thread.join()
      #expect(closed?.short == "closed slow \(last)")
      let again = try await fixture.client(after: .sequence(last))
      #expect(try await again.read(1) == ["\(last + 1)"])
    }
  }
}
