import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite struct WebSocketHandshakeTests {
  /// The example of RFC 6455 §1.3.
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  private static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  @Test func answersTheExample() {
    #expect(WebSocketHandshake.answer(to: Self.key) == Self.accept)
  }

  @Test(arguments: [
    ("https://ws.example.com/api/v1/game/1", "ws.example.com", "/api/v1/game/1"),
    ("http://127.0.0.1:8080/a?b=c#d", "127.0.0.1:8080", "/a?b=c"), ("http://[::1]:80", "[::1]:80", "/"),
    ("http://user:secret@host?x", "host", "/?x"),
  ])
  func asksForAnUpgrade(url: String, host: String, target: String) {
    let lines = [
      "GET \(target) HTTP/1.1", "Host: \(host)", "User-Agent: \(Version.userAgent)", "Upgrade: websocket",
      "Connection: Upgrade", "Sec-WebSocket-Key: \(Self.key)", "Sec-WebSocket-Version: 13", "", "",
    ]
    let request = WebSocketHandshake(key: Self.key).request(for: url)
    #expect(String(decoding: request, as: UTF8.self) == lines.joined(separator: "\r\n"))
  }

  @Test func aKeyIsRandom() {
    let keys = Set((0..<10).map { _ in WebSocketHandshake().key })
    #expect(keys.count == 10 && keys.allSatisfy { $0.utf8.count == 24 && $0.hasSuffix("==") })
  }

  private static func head(_ changes: [String: String?] = [:]) -> HTTPResponseHead {
    var headers = ["upgrade": "websocket", "connection": "Upgrade", "sec-websocket-accept": accept]
    for (name, value) in changes { headers[name] = value }
    return HTTPResponseHead(status: 101, headers: headers)
  }

  @Test(arguments: [
    head(), head(["upgrade": "WebSocket", "connection": "keep-alive, UPGRADE"]), head(["connection": "upgrade\t, x"]),
  ])
  func acceptsAnAnswer(head: HTTPResponseHead) throws {
    try WebSocketHandshake(key: Self.key).verify(head)
  }

  @Test(arguments: [
    head(["upgrade": nil]), head(["upgrade": "h2c"]), head(["connection": nil]), head(["connection": "close"]),
    head(["sec-websocket-accept": nil]), head(["sec-websocket-accept": answer]),
    head(["sec-websocket-extensions": "permessage-deflate"]), head(["sec-websocket-protocol": "gameday"]),
  ])
  func refusesAnAnswer(head: HTTPResponseHead) {
    let fault = #expect(throws: HTTPFault.self) { try WebSocketHandshake(key: Self.key).verify(head) }
    #expect(fault?.kind == .broken)
  }

  private static let answer = WebSocketHandshake.answer(to: "another key")

  @Test(arguments: [1, 2, 7, 64, .max]) func readsAnAnswerInAnyChunks(chunk: Int) throws {
    let early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    let text = early + "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\nX: 1\r\n 2\r\n\r\n"
    var reader = WebSocketAnswerReader()
    var rest = (Array(text.utf8) + [0x81, 0x00])[...]
    var answer: (head: HTTPResponseHead, rest: [UInt8])?
    while answer == nil, !rest.isEmpty {
      answer = try reader.take(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
    }
    let headers = ["upgrade": "websocket", "x": "1 2"]
    #expect(answer?.head == HTTPResponseHead(status: 101, headers: headers))
    #expect(try #require(answer).rest + rest == [0x81, 0x00])
  }

  @Test(arguments: [1000, .max]) func refusesEndlessHeaders(chunk: Int) {
    let text = "HTTP/1.1 101 OK\r\n" + String(repeating: "X-A: 1\r\n", count: 3000)
    let fault = #expect(throws: HTTPFault.self) {
      var reader = WebSocketAnswerReader()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        _ = try reader.take(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
      }
    }
    #expect(fault == HTTPFault(kind: .tooLarge, description: "headers over the limit of 16384 bytes"))
  }

  @Test func refusesWhatIsNotHTTP() {
    var reader = WebSocketAnswerReader()
    #expect(throws: HTTPFault.self) { try reader.take(Array("220 mail.example\r\n".utf8)) }
  }

  @Test func anEndlessLineIsRefused() {
    var reader = WebSocketAnswerReader()
    #expect(throws: HTTPFault.self) { try reader.take([UInt8](repeating: 0x61, count: 16_385)) }
  }
}
