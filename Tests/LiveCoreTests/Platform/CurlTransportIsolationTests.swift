import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct CurlTransportIsolationTests {
  /// More requests than a poller may have in flight.
  @Test func blockedReceiversDelayNoOthersOnTheirHost() async throws {
    let transport = try CurlTransport(limits: .deliveries)
    let server = try LoopbackServer { $0.target == "/hang" ? LoopbackAnswer(.stall) : .response(204) }
    let (hanging, wanted) = (server.url("/hang"), server.url("/next"))
    let count = CurlTransport.Limits.polling.total + 6
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { _ = try await transport.collect(HTTPRequest(url: hanging)) } }
      _ = await server.requests(atLeast: count)
      let answer = try await transport.collect(HTTPRequest(url: wanted))
      #expect(answer.head.status == 204)
      group.cancelAll()
    }
  }

  @Test func aBlockedHandshakeDelaysNoOthersOnItsHost() async throws {
    let transport = try CurlTransport(limits: .deliveries)
    let server = try LoopbackServer(greeting: .stall) { _ in .response(204) }
    let url = "https://127.0.0.1:\(server.port)/"
    var limits = HTTPLimits()
    (limits.connect, limits.total) = (.milliseconds(200), .milliseconds(200))
    let hasty = HTTPRequest(url: url, limits: limits)
    (limits.connect, limits.total) = (.seconds(600), .seconds(600))
    let patient = HTTPRequest(url: url, limits: limits)
    let first = Task { try await transport.collect(patient) }
    while server.connections == 0 { await Task.yield() }
    await #expect(throws: HTTPFault.self) { try await transport.collect(hasty) }
    await #expect(throws: HTTPFault.self) { try await transport.collect(hasty) }
    // Each request connects by itself instead of waiting for the first.
    while server.connections < 3 { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }
}
