import Testing

@testable import LivePlatform

@Suite struct WebSocketFrameTests {
  /// The masked examples of RFC 6455 §5.7.
  @Test func masksAsTheExamplesDo() {
    let masked: [UInt8] = [0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
    #expect(WebSocketFrame.text("Hello", mask: 0x37FA_213D) == [0x81, 0x85] + masked)
    #expect(WebSocketFrame.pong(Array("Hello".utf8), mask: 0x37FA_213D) == [0x8A, 0x85] + masked)
  }

  @Test func writesEachFormOfTheLength() {
    let lengths: [(Int, [UInt8])] = [
      (125, [0x81, 0xFD]), (126, [0x81, 0xFE, 0x00, 0x7E]), (65_535, [0x81, 0xFE, 0xFF, 0xFF]),
      (65_536, [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0]),
    ]
    for (length, head) in lengths {
      let frame = WebSocketFrame.text(String(repeating: "a", count: length), mask: 0)
      #expect(frame == head + [0, 0, 0, 0] + [UInt8](repeating: 0x61, count: length))
    }
  }

  @Test func writesACloseFrameWithAndWithoutACode() {
    #expect(WebSocketFrame.close(1000, mask: 0) == [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
    #expect(WebSocketFrame.close(nil, mask: 0) == [0x88, 0x80, 0, 0, 0, 0])
    #expect(WebSocketFrame.ping(mask: 0) == [0x89, 0x80, 0, 0, 0, 0])
  }

  @Test func aMaskIsNotRepeated() {
    #expect(Set((0..<20).map { _ in WebSocketFrame.ping() }).count > 1)
  }

  @Test func knowsTheCodesThatMayBeSent() {
    let valid = (0...70_000).filter(WebSocketCloseCode.isValid)
    #expect(valid == Array(1000...1003) + Array(1007...1014) + Array(3000...4999))
  }
}
