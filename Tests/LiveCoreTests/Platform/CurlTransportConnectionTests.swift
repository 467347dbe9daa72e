import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct CurlTransportConnectionTests {
  @Test func reusesAConnection() async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { _ in .json("{}") }
    for _ in 0..<20 { _ = try await transport.collect(HTTPRequest(url: server.url())) }
    #expect(server.requests.count == 20)
    #expect(server.connections == 1)
  }

  @Test func reconnectsAfterTheServerClosed() async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { _ in
      LoopbackAnswer(.send(LoopbackAnswer.head(200, headers: [("Content-Length", "2")]) + Array("ok".utf8)), .close)
    }
    for _ in 0..<5 {
      #expect(try await transport.collect(HTTPRequest(method: .post, url: server.url(), body: [1])).body.count == 2)
    }
  }

  @Test func respectsTheLimitOfConnectionsPerHost() async throws {
    let transport = try CurlTransport(limits: CurlTransport.Limits(perHost: 3))
    let server = try LoopbackServer { _ in LoopbackAnswer(.hold, .send(LoopbackAnswer.response(204).bytes)) }
    let url = server.url()
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 { group.addTask { try await transport.collect(HTTPRequest(url: url)).head.status } }
      _ = await server.requests(atLeast: 3)
      server.release()
      for try await status in group { #expect(status == 204) }
    }
    #expect(server.requests.count == 20)
    #expect(server.connections <= 3)
  }

  @Test func theWaitForAConnectionCountsTowardsTheTimeout() async throws {
    let transport = try CurlTransport(limits: CurlTransport.Limits(perHost: 1))
    let server = try LoopbackServer { _ in LoopbackAnswer(.stall) }
    let url = server.url()
    let first = Task { try await transport.collect(HTTPRequest(url: url)) }
    _ = await server.requests(atLeast: 1)
    var limits = HTTPLimits()
    limits.total = .milliseconds(200)
    let fault = await #expect(throws: HTTPFault.self) {
      try await transport.collect(HTTPRequest(url: url, limits: limits))
    }
    #expect(fault == HTTPFault(kind: .timeout, description: "no whole answer within 200 ms; 0 bytes came"))
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func theNextRequestUsesTheConnectionOfACancelledOne() async throws {
    let transport = try CurlTransport(limits: CurlTransport.Limits(perHost: 1))
    let server = try LoopbackServer { $0.target == "/stall" ? LoopbackAnswer(.stall) : .response(204) }
    let (stalled, wanted) = (server.url("/stall"), server.url("/next"))
    let first = Task { try await transport.collect(HTTPRequest(url: stalled)) }
    _ = await server.requests(atLeast: 1)
    let second = Task { try await transport.collect(HTTPRequest(url: wanted)) }
    first.cancel()
    #expect(try await second.value.head.status == 204)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func doesNotMixConcurrentTransfers() async throws {
    let transport = try CurlTransport()
    let server = try LoopbackServer { .json($0.target) }
    try await withThrowingTaskGroup { group in
      for number in 0..<200 {
        let url = server.url("/\(number)")
        group.addTask {
          let body = try await transport.collect(HTTPRequest(url: url)).body
          #expect(String(decoding: body, as: UTF8.self) == "/\(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(server.connections <= 8)
  }
}
