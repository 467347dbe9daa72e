import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct CurlTransportCancelTests {
  let transport: CurlTransport

  init() throws { transport = try CurlTransport() }

  struct Refusal: Error, Equatable { var reason: String }

  @Test func rethrowsTheErrorOfTheBody() async throws {
    let zeros = [UInt8](repeating: 0, count: 64 << 10)
    let server = try LoopbackServer { _ in LoopbackAnswer(.send(LoopbackAnswer.head(200)), .endless(zeros)) }
    let calls = Locked(0)
    await #expect(throws: Refusal(reason: "not JSON")) {
      try await transport.send(HTTPRequest(url: server.url())) { _, _ in
        calls.withLock { $0 += 1 }
        throw Refusal(reason: "not JSON")
      }
    }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func sendsNothingForACancelledTask() async throws {
    let server = try LoopbackServer { _ in .response(200) }
    let url = server.url()
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask {
        await #expect(throws: CancellationError.self) { try await transport.collect(HTTPRequest(url: url)) }
      }
    }
    #expect(server.connections == 0)
  }

  @Test func endsInFlightWhenCancelled() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(.stall) }
    let url = server.url()
    let task = Task { try await transport.collect(HTTPRequest(url: url)) }
    _ = await server.requests(atLeast: 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func endsWhenTheBodyCancelsItsOwnTask() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(.hold, .send(LoopbackAnswer.head(200) + [1]), .stall) }
    let url = server.url()
    let itself = Locked<Task<Void, any Error>?>(nil)
    let task = Task {
      _ = try await transport.send(HTTPRequest(url: url)) { _, _ in itself.withLock { $0 }?.cancel() }
    }
    itself.withLock { $0 = task }
    server.release()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func returnsOnceHoweverCancellationAndAnswerRace() async throws {
    let server = try LoopbackServer { _ in .chunked([[1], [2], [3]]) }
    let url = server.url()
    let outcomes = try await withThrowingTaskGroup { group in
      for round in 0..<200 {
        group.addTask { try await Self.race(transport, url, yields: round % 50 * 4) }
      }
      return try await group.reduce(into: [Bool: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(outcomes.values.reduce(0, +) == 200)
    #expect(try await transport.collect(HTTPRequest(url: url)).body == [1, 2, 3])
  }

  /// Returns whether the answer came before the cancellation. Records an issue if the body is called after `send` has
  /// returned.
  private static func race(_ transport: CurlTransport, _ url: String, yields: Int) async throws -> Bool {
    let hasReturned = Locked(false)
    let task = Task {
      defer { hasReturned.withLock { $0 = true } }
      return try await transport.send(HTTPRequest(url: url)) { _, _ in
        if hasReturned.withLock({ $0 }) { Issue.record("the body was called after the return") }
      }
    }
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
    do {
      return try await task.value.status == 200
    } catch is CancellationError {
      return false
    }
  }

  @Test func closesWithTransfersInFlight() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(.stall) }
    let url = server.url()
    let tasks = (0..<20).map { _ in Task { try await transport.collect(HTTPRequest(url: url)) } }
    _ = await server.requests(atLeast: 8)
    transport.close()
    for task in tasks {
      // A request that had not begun before `close` throws too.
      let error = await #expect(throws: (any Error).self) { try await task.value }
      #expect(error is CancellationError || (error as? HTTPFault)?.kind == .broken)
    }
    transport.close()
    let late = await #expect(throws: HTTPFault.self) { try await transport.collect(HTTPRequest(url: url)) }
    #expect(late == HTTPFault(kind: .broken, description: "the transport is closed"))
  }

  @Test func mayBeReleasedOnItsOwnThread() async throws {
    let server = try LoopbackServer { _ in .response(body: [1]) }
    for _ in 0..<20 {
      let owner = Locked<CurlTransport?>(try CurlTransport())
      let transport = try #require(owner.withLock { $0 })
      _ = try await transport.send(HTTPRequest(url: server.url())) { _, _ in owner.withLock { $0 = nil } }
    }
    #expect(server.requests.count == 20)
  }
}
