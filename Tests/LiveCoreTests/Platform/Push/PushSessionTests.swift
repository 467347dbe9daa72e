import Testing

@testable import LiveModel
@testable import LivePlatform

@Suite struct PushSessionTests {
  private static let start = Timestamp(seconds: 1_800_000_000)
  private static let handshake = WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==")
  private static let accepted = WebSocketPeer.answer(WebSocketHandshake.answer(to: handshake.key))

  private static func session() -> PushSession {
    let endpoint = PushEndpoint(url: "http://127.0.0.1/push", heartbeat: "alive")
    var session = PushSession(endpoint, PushTiming(), handshake: handshake, at: start)
    #expect(session.takeOutput() == handshake.request(for: endpoint.url))
    return session
  }

  private static func openSession() -> PushSession {
    var session = session()
    #expect(session.receive(accepted, at: start) == [.opened])
    return session
  }

  /// The opcodes and payloads of short frames of a client.
  private static func frames(_ bytes: [UInt8]) -> [WebSocketServer.Frame] {
    var (rest, frames) = (bytes[...], [WebSocketServer.Frame]())
    while rest.count >= 6 {
      let head = Array(rest.prefix(6))
      let payload = rest.dropFirst(6).prefix(Int(head[1] & 0x7F))
      rest = rest.dropFirst(6 + payload.count)
      let plain = payload.enumerated().map { $0.element ^ head[2 + $0.offset & 3] }
      frames.append(
        WebSocketServer.Frame(connection: 0, opcode: WebSocketOpcode(rawValue: head[0] & 15), payload: plain))
    }
    return frames
  }

  private static func frame(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> WebSocketServer.Frame {
    WebSocketServer.Frame(connection: 0, opcode: opcode, payload: payload)
  }

  @Test func readsFramesThatComeWithTheHandshake() {
    var session = Self.session()
    let events = session.receive(Self.accepted + WebSocketPeer.frame(0x81, Array("a".utf8)), at: Self.start)
    #expect(events == [.opened, .message(Array("a".utf8))])
  }

  @Test func sendsHeartbeatsAndPings() {
    var session = Self.openSession()
    session.pass(Self.start)
    #expect(Self.frames(session.takeOutput()) == [Self.frame(.text, Array("alive".utf8))])
    #expect(session.deadline == Self.start + .seconds(10))
    session.pass(Self.start + .seconds(20))
    let frames = Self.frames(session.takeOutput())
    #expect(frames == [Self.frame(.text, Array("alive".utf8)), Self.frame(.ping, [])])
  }

  @Test func answersAPingWithItsPayload() {
    var session = Self.openSession()
    #expect(session.receive(WebSocketPeer.frame(0x89, [1, 2, 3]), at: Self.start).isEmpty)
    #expect(Self.frames(session.takeOutput()) == [Self.frame(.pong, [1, 2, 3])])
  }

  @Test func aPongKeepsItOpen() {
    var session = Self.openSession()
    session.pass(Self.start + .seconds(20))
    _ = session.receive([0x8A, 0x00], at: Self.start + .seconds(31))
    session.pass(Self.start + .seconds(31))
    #expect(session.ending == nil)
  }

  @Test func endsWithoutAPong() {
    var session = Self.openSession()
    session.pass(Self.start + .seconds(20))
    session.pass(Self.start + .seconds(30))
    #expect(session.ending == .silent)
    #expect(session.deadline == nil)
  }

  @Test func ignoresBinaryMessages() {
    var session = Self.openSession()
    #expect(session.receive(WebSocketPeer.frame(0x82, [1, 2]), at: Self.start).isEmpty)
    #expect(session.ending == nil)
  }

  @Test func answersACloseFrameWithItsCode() {
    var session = Self.openSession()
    _ = session.receive(WebSocketPeer.frame(0x88, [0x11, 0x30] + Array("over".utf8)), at: Self.start)
    #expect(session.ending == .closed(code: 4400, reason: "over"))
    #expect(Self.frames(session.takeOutput()) == [Self.frame(.close, [0x11, 0x30])])
  }

  @Test func messagesBeforeAViolationAreDelivered() {
    var session = Self.openSession()
    let events = session.receive(WebSocketPeer.frame(0x81, [0x61]) + [0xFF, 0xFF], at: Self.start)
    #expect(events == [.message([0x61])])
    #expect(Self.frames(session.takeOutput()) == [Self.frame(.close, [0x03, 0xEA])])
    #expect(session.ending == nil && session.deadline == Self.start + .seconds(1))
    #expect(session.receive(WebSocketPeer.frame(0x81, [0x62]), at: Self.start).isEmpty)
    session.pass(Self.start + .seconds(1))
    #expect(session.ending == .violated(code: 1002, description: "a reserved bit is set"))
  }

  @Test func closesWithTheServersHelp() {
    var session = Self.openSession()
    session.close(.reopened, at: Self.start)
    session.close(.silent, at: Self.start)
    #expect(Self.frames(session.takeOutput()) == [Self.frame(.close, [0x03, 0xE8])])
    session.lost(HTTPFault(kind: .broken, description: "the connection was closed"))
    #expect(session.ending == .reopened)
  }

  @Test func aHandshakeHasATimeout() {
    var session = Self.session()
    #expect(session.deadline == Self.start + .seconds(10))
    _ = session.receive(Self.accepted.dropLast(), at: Self.start)
    session.pass(Self.start + .seconds(10))
    let fault = HTTPFault(kind: .timeout, description: "no answer to the handshake in time")
    #expect(session.ending == .failed(fault))
  }

  @Test func aRefusalHasItsRetryAfter() {
    var session = Self.session()
    _ = session.receive(LoopbackAnswer.head(429, headers: [("Retry-After", "7")]), at: Self.start)
    #expect(session.ending == .refused(status: 429, retryAfter: .seconds(7)))
  }

  @Test func aForeignAnswerEndsIt() {
    var session = Self.session()
    _ = session.receive(WebSocketPeer.answer("x"), at: Self.start)
    let fault = HTTPFault(kind: .broken, description: "the answer belongs to another handshake")
    #expect(session.ending == .failed(fault))
  }

  @Test func aReasonFitsOnALine() {
    let ending = PushEnding.closed(code: 1011, reason: "a\nb\u{1B}[31m\u{202E}c")
    #expect(ending.description == "the server closed the connection with 1011: a b [31m c")
    #expect(ending.closeCode == 1011)
  }
}
