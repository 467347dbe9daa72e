internal import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite(.timeLimit(.minutes(2))) struct CurlTransportTests {
  let transport: CurlTransport

  init() throws { transport = try CurlTransport() }

  @Test func returnsTheHeadAndTheBody() async throws {
    let server = try LoopbackServer { _ in .json(#"{"inning":5}"#) }
    let answer = try await transport.collect(HTTPRequest(url: server.url("/feed?fields=a,b")))
    #expect(answer.head.status == 200)
    #expect(answer.head.headers["content-type"] == "application/json")
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"inning":5}"#)
    #expect(server.requests.map(\.target) == ["/feed?fields=a,b"])
  }

  @Test func deliversEachPartOfABodyAsItArrives() async throws {
    let server = try LoopbackServer { _ in
      LoopbackAnswer(.send(LoopbackAnswer.head(200) + Array("first".utf8)), .hold, .send(Array("second".utf8)), .close)
    }
    let parts = Locked<[String]>([])
    // The server sends the second part only after the first was received here.
    let head = try await transport.send(HTTPRequest(url: server.url())) { head, chunk in
      #expect(head.status == 200)
      let text = chunk.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      parts.withLock { $0.append(text) }
      server.release()
    }
    #expect(head.status == 200)
    #expect(parts.withLock { $0 } == ["first", "second"])
  }

  @Test func joinsABodySentInChunks() async throws {
    let server = try LoopbackServer { _ in .chunked([Array("a".utf8), Array("bc".utf8), Array("def".utf8)]) }
    let answer = try await transport.collect(HTTPRequest(url: server.url()))
    #expect(answer.body == Array("abcdef".utf8))
  }

  @Test func decodesGzip() async throws {
    let server = try LoopbackServer { _ in
      .response(headers: [("Content-Encoding", "gzip")], body: GzipSample.bytes)
    }
    let answer = try await transport.collect(HTTPRequest(url: server.url()))
    #expect(String(decoding: answer.body, as: UTF8.self) == GzipSample.text)
    #expect(server.requests.first?["accept-encoding"]?.contains("gzip") == true)
  }

  @Test(arguments: [HTTPRequest.Method.post, .patch])
  func sendsMethodHeadersAndBody(_ method: HTTPRequest.Method) async throws {
    let server = try LoopbackServer { _ in .response(204) }
    // Over 1 MiB libcurl would send 'Expect: 100-continue' by default.
    let body = [0, 1, 10, 13, 255] + [UInt8](repeating: 7, count: 2 << 20)
    let headers = [
      ("Content-Type", "application/octet-stream"), ("X-Twice", "1"), ("X-Twice", "2"), ("X-Empty", ""),
    ]
    let answer = try await transport.collect(
      HTTPRequest(method: method, url: server.url("/hook"), headers: headers.map { (name: $0, value: $1) }, body: body))
    let request = try #require(server.requests.first)
    #expect(answer.head.status == 204)
    #expect(request.method == method.rawValue)
    #expect(request.body == body)
    #expect(request["content-type"] == "application/octet-stream")
    #expect(request.headers.filter { $0.name == "x-twice" }.map(\.value) == ["1", "2"])
    #expect(request["x-empty"] == "")
    #expect(request["expect"] == nil)
    #expect(request["user-agent"] == Version.userAgent)
  }

  @Test func sendsAnEmptyBody() async throws {
    let server = try LoopbackServer { _ in .response(200) }
    _ = try await transport.collect(HTTPRequest(method: .post, url: server.url()))
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request["content-length"] == "0")
    #expect(request["content-type"] == nil)
  }

  @Test func keepsOnlyTheFinalHead() async throws {
    let early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    let final = "HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a:  2 \r\nContent-Length: 2\r\n\r\nok"
    let server = try LoopbackServer { _ in LoopbackAnswer(.send(Array((early + final).utf8))) }
    let head = try await transport.collect(HTTPRequest(url: server.url())).head
    #expect(head == HTTPResponseHead(status: 200, headers: ["x-a": "2", "content-length": "2"]))
  }

  @Test(arguments: [204, 304, 403, 404, 429, 500, 503])
  func everyStatusIsAnAnswer(_ status: Int) async throws {
    let page = status == 204 || status == 304 ? "" : "<html>no</html>"
    let server = try LoopbackServer { _ in
      .response(status, headers: [("Content-Type", "text/html")], body: Array(page.utf8))
    }
    let answer = try await transport.collect(HTTPRequest(url: server.url()))
    #expect(answer.head.status == status)
    #expect(answer.body == Array(page.utf8))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func returnsARedirectInsteadOfFollowingIt(_ status: Int) async throws {
    let server = try LoopbackServer { _ in .response(status, headers: [("Location", "/elsewhere")]) }
    let head = try await transport.collect(HTTPRequest(url: server.url())).head
    #expect(head.status == status)
    #expect(head.headers["location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test func leavesTruncatedJSONToTheDecoder() async throws {
    let server = try LoopbackServer { _ in .json(#"{"liveData":{"plays":["#) }
    let answer = try await transport.collect(HTTPRequest(url: server.url()))
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"liveData":{"plays":["#)
  }

  @Test func ignoresProxiesOfTheEnvironment() async throws {
    await #expect(processExitsWith: .success) {
      for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] { setenv(name, "http://127.0.0.1:1", 1) }
      let server = try LoopbackServer { _ in .response(200) }
      _ = try await CurlTransport().collect(HTTPRequest(url: server.url()))
    }
  }
}
