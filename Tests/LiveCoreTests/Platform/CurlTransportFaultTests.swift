import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct CurlTransportFaultTests {
  let transport: CurlTransport

  init() throws { transport = try CurlTransport() }

  /// Returns the fault of a request that must fail.
  private func fault(_ request: HTTPRequest) async throws -> HTTPFault {
    try #require(await #expect(throws: HTTPFault.self) { try await transport.collect(request, limit: .max) })
  }

  private func fault(_ answer: LoopbackAnswer, limits: HTTPLimits = HTTPLimits()) async throws -> HTTPFault {
    let server = try LoopbackServer { _ in answer }
    return try await fault(HTTPRequest(url: server.url(), limits: limits))
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/", "127.0.0.1/", "", "http:", "http://", "http:/a",
    "http://127.0.0.1:99999/", "http://ho st/", "http://a\u{0}b/", "http://a/\r\nX: 1", "httpx://a/",
  ])
  func refusesOtherSchemes(_ url: String) async throws {
    #expect(try await fault(HTTPRequest(url: url)).kind == .badURL)
  }

  @Test(arguments: [("X-A", "1\r\nX-B: 2"), ("X-A", "1\n"), ("X-A", "1\u{0}"), ("X A", "1"), ("X-A:", "1"), ("", "1")])
  func refusesHeaderInjection(_ name: String, _ value: String) async throws {
    let server = try LoopbackServer { _ in .response(200) }
    let fault = try await fault(HTTPRequest(url: server.url(), headers: [(name, value)]))
    #expect(fault.kind == .broken)
    #expect(server.connections == 0)
  }

  @Test func reportsARefusedConnection() async throws {
    let fault = try await fault(HTTPRequest(url: "http://127.0.0.1:1/"))
    #expect(fault == HTTPFault(kind: .refused, description: "connection refused"))
  }

  @Test func reportsAnUnknownHost() async throws {
    #expect(try await fault(HTTPRequest(url: "http://nowhere.invalid/")).kind == .unresolved)
  }

  @Test func reportsATruncatedBody() async throws {
    let head = LoopbackAnswer.head(200, headers: [("Content-Length", "81312")])
    let fault = try await fault(LoopbackAnswer(.send(head + [UInt8](repeating: 32, count: 20480)), .close))
    #expect(fault == HTTPFault(kind: .truncated, description: "answer ended after 20480 of 81312 bytes"))
  }

  @Test func reportsATruncatedChunkedBody() async throws {
    var answer = LoopbackAnswer.chunked([Array("0123456789".utf8)])
    answer.steps[answer.steps.count - 1] = .close
    let fault = try await fault(answer)
    #expect(fault == HTTPFault(kind: .truncated, description: "answer ended after 10 bytes, before its end"))
  }

  @Test func reportsAResetInABody() async throws {
    let head = LoopbackAnswer.head(200, headers: [("Content-Length", "100")])
    let server = try LoopbackServer { _ in LoopbackAnswer(.send(head + [1, 2, 3]), .hold, .reset) }
    let fault = await #expect(throws: HTTPFault.self) {
      try await transport.send(HTTPRequest(url: server.url())) { _, _ in server.release() }
    }
    #expect(fault == HTTPFault(kind: .truncated, description: "answer ended after 3 of 100 bytes"))
  }

  @Test func reportsAConnectionClosedWithoutAnAnswer() async throws {
    let fault = try await fault(LoopbackAnswer(.close))
    #expect(fault == HTTPFault(kind: .broken, description: "connection closed before an answer"))
  }

  @Test func reportsAConnectionResetWithoutAnAnswer() async throws {
    let fault = try await fault(LoopbackAnswer(.reset))
    #expect(fault == HTTPFault(kind: .broken, description: "connection reset before an answer"))
  }

  @Test func reportsAnAnswerThatIsNotHTTP() async throws {
    let fault = try await fault(LoopbackAnswer(.send(Array("220 mail.example\r\n\r\n".utf8)), .close))
    #expect(fault == HTTPFault(kind: .broken, description: "the answer is not HTTP"))
  }

  @Test func reportsDamagedCompression() async throws {
    let bytes = GzipSample.bytes.prefix(10) + [UInt8](repeating: 0xFF, count: 40)
    let fault = try await fault(.response(headers: [("Content-Encoding", "gzip")], body: Array(bytes)))
    #expect(fault == HTTPFault(kind: .broken, description: "the answer's compression is damaged"))
  }

  @Test func reportsAServerWithoutTLS() async throws {
    let server = try LoopbackServer(greeting: .send(Array("220 mail.example\r\n".utf8))) { _ in .response(200) }
    let fault = try await fault(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
    #expect(fault.kind == .tls)
    #expect(!fault.description.isEmpty)
  }

  @Test(.enabled(if: UntrustedTLSServer.isPossible, "needs /usr/bin/openssl"))
  func refusesASelfSignedCertificate() async throws {
    let server = try UntrustedTLSServer()
    try #require(server.port != 0)
    let fault = try await fault(HTTPRequest(url: "https://127.0.0.1:\(server.port)/"))
    #expect(fault.kind == .tls)
    #expect(fault.description.contains("certificate"))
  }

  @Test func aHandshakeHasATimeout() async throws {
    let server = try LoopbackServer(greeting: .stall) { _ in .response(200) }
    var limits = HTTPLimits()
    limits.connect = .milliseconds(200)
    let fault = try await fault(HTTPRequest(url: "https://127.0.0.1:\(server.port)/", limits: limits))
    #expect(fault == HTTPFault(kind: .timeout, description: "no connection within 200 ms"))
  }

  @Test func anAnswerHasATimeout() async throws {
    var limits = HTTPLimits()
    limits.total = .milliseconds(300)
    let head = LoopbackAnswer.head(200, headers: [("Content-Length", "100")])
    let fault = try await fault(LoopbackAnswer(.send(head), .stall), limits: limits)
    #expect(fault.kind == .timeout && fault.description == "no whole answer within 300 ms; 0 bytes came")
    #expect(fault.head?.status == 200)
  }

  /// A byte now and then does not extend the timeout.
  @Test func anEndlessAnswerHasATimeout() async throws {
    var limits = HTTPLimits()
    (limits.total, limits.body) = (.milliseconds(300), .max)
    let head = LoopbackAnswer.head(200, headers: [("Content-Length", "1000000000000")])
    let fault = try await fault(LoopbackAnswer(.send(head), .endless([0x20])), limits: limits)
    #expect(fault.kind == .timeout)
  }

  @Test func aSlowAnswerIsRefused() async throws {
    var limits = HTTPLimits()
    (limits.lowSpeed, limits.lowSpeedBytes) = (.seconds(1), 1000)
    let head = LoopbackAnswer.head(200, headers: [("Content-Length", "100")])
    let fault = try await fault(LoopbackAnswer(.send(head + [1, 2]), .stall), limits: limits)
    #expect(fault == HTTPFault(kind: .slow, description: "under 1000 bytes a second for 1 s; 2 bytes came"))
  }

  @Test(arguments: ["2147483648", "1000000000000000000000000000000"])
  func refusesAnAnnouncedLengthBeforeTheFirstByte(_ length: String) async throws {
    let head = LoopbackAnswer.head(200, headers: [("Content-Length", length)])
    let zeros = [UInt8](repeating: 0, count: 64 << 10)
    let server = try LoopbackServer { _ in LoopbackAnswer(.send(head), .endless(zeros)) }
    let fault = await #expect(throws: HTTPFault.self) {
      try await transport.send(HTTPRequest(url: server.url())) { _, _ in Issue.record("a byte was given") }
    }
    #expect(fault?.kind == .tooLarge)
  }

  @Test func refusesAnEndlessBodyAtItsLimit() async throws {
    let zeros = [UInt8](repeating: 0, count: 64 << 10)
    let server = try LoopbackServer { _ in LoopbackAnswer(.send(LoopbackAnswer.head(200)), .endless(zeros)) }
    var limits = HTTPLimits()
    limits.body = 1 << 20
    let received = Locked(0)
    let fault = await #expect(throws: HTTPFault.self) {
      try await transport.send(HTTPRequest(url: server.url(), limits: limits)) { _, chunk in
        let count = chunk.count
        received.withLock { $0 += count }
      }
    }
    #expect(fault == HTTPFault(kind: .tooLarge, description: "answer grew over the limit of 1048576 bytes"))
    #expect(received.withLock { $0 } <= 1 << 20)
  }

  @Test func theLimitCountsDecodedBytes() async throws {
    var limits = HTTPLimits()
    limits.body = 99_999
    let answer = LoopbackAnswer.response(headers: [("Content-Encoding", "gzip")], body: GzipSample.zeros)
    #expect(try await fault(answer, limits: limits).kind == .tooLarge)
    let server = try LoopbackServer { _ in answer }
    let whole = try await transport.collect(HTTPRequest(url: server.url()), limit: 100_000)
    #expect(whole.body == [UInt8](repeating: 0, count: 100_000))
  }

  @Test func collectsNoMoreThanItsLimit() async throws {
    let server = try LoopbackServer { _ in .chunked([[1, 2], [3, 4]]) }
    #expect(try await transport.collect(HTTPRequest(url: server.url()), limit: 4).body == [1, 2, 3, 4])
    await #expect(throws: HTTPFault.self) { try await transport.collect(HTTPRequest(url: server.url()), limit: 3) }
  }

  @Test func refusesEndlessHeaders() async throws {
    let start = Array("HTTP/1.1 200 OK\r\n".utf8)
    let fault = try await fault(LoopbackAnswer(.send(start), .endless(Array("X-A: 1\r\n".utf8))))
    #expect(fault == HTTPFault(kind: .tooLarge, description: "headers over the limit of 65536 bytes"))
  }

  @Test func neverShowsASecretOfTheAddress() async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(.close) }
    let port = server.port
    var limits = HTTPLimits()
    limits.connect = .milliseconds(200)
    for authority in ["127.0.0.1:1", "127.0.0.1:\(port)", "nowhere.invalid", "127.0.0.1:99999", "ho st"] {
      for scheme in ["http", "https", "file"] {
        let url = "\(scheme)://u:hidden@\(authority)/hidden?token=hidden"
        let fault = try await fault(HTTPRequest(url: url, limits: limits))
        #expect(!fault.description.contains("hidden"))
      }
    }
  }
}
