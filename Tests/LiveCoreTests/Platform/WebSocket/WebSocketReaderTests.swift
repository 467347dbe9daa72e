import Testing

@testable import LivePlatform

@Suite struct WebSocketReaderTests {
  /// Reads everything in chunks of one size.
  static func read(
    _ bytes: [UInt8], chunk: Int = .max, limit: Int = WebSocketReader.longestMessage
  ) throws(WebSocketFault) -> [WebSocketInput] {
    var reader = WebSocketReader(limit: limit)
    var inputs: [WebSocketInput] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(chunk))
      rest = rest.dropFirst(chunk)
      while let input = try reader.next() { inputs.append(input) }
    }
    return inputs
  }

  private static let hello = Array("Hello".utf8)

  /// The examples of RFC 6455 §5.7 that a server may send.
  static let vectors: [(bytes: [UInt8], input: WebSocketInput)] = [
    ([0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], .text(hello)),
    ([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F], .text(hello)),
    ([0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], .ping(hello)),
    ([0x8A, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F], .pong(hello)),
    ([0x82, 0x7E, 0x01, 0x00] + [UInt8](repeating: 7, count: 256), .binary([UInt8](repeating: 7, count: 256))),
    (
      [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 7, count: 65_536),
      .binary([UInt8](repeating: 7, count: 65_536))
    ),
    ([0x88, 0x00], .close(code: nil, reason: "")),
    ([0x88, 0x05, 0x11, 0x30, 0x6F, 0x66, 0x66], .close(code: 4400, reason: "off")),
    ([0x81, 0x00], .text([])),
  ]

  @Test(arguments: vectors.indices, [1, 2, 3, 7, 4096, .max])
  func readsTheExamplesInAnyChunks(index: Int, chunk: Int) throws {
    let vector = Self.vectors[index]
    #expect(try Self.read(vector.bytes, chunk: chunk) == [vector.input])
  }

  @Test(arguments: [1, 2, 5, .max]) func readsControlFramesBetweenFragments(chunk: Int) throws {
    let bytes: [UInt8] = [
      0x01, 0x01, 0x61, 0x89, 0x01, 0x70, 0x00, 0x00, 0x8A, 0x00, 0x80, 0x01, 0x62, 0x81, 0x01, 0x63,
    ]
    let inputs = try Self.read(bytes, chunk: chunk)
    #expect(inputs == [.ping([0x70]), .pong([]), .text([0x61, 0x62]), .text([0x63])])
  }

  @Test func ignoresWhatFollowsACloseFrame() throws {
    #expect(try Self.read([0x88, 0x02, 0x03, 0xE8, 0xFF, 0xFF, 0xFF]) == [.close(code: 1000, reason: "")])
  }

  static let violations: [(bytes: [UInt8], code: Int)] = [
    // A reserved bit, an unknown opcode, a mask.
    ([0xC1, 0x00], 1002), ([0xA1, 0x00], 1002), ([0x91, 0x00], 1002), ([0x83, 0x00], 1002), ([0x8B, 0x00], 1002),
    ([0x81, 0x80], 1002),
    // A control frame that is a fragment or too long.
    ([0x09, 0x00], 1002), ([0x89, 0x7E], 1002), ([0x88, 0x7F], 1002),
    // A continuation of nothing, and a new message inside another.
    ([0x80, 0x00], 1002), ([0x01, 0x00, 0x81, 0x00], 1002),
    // A length with the highest bit.
    ([0x82, 0x7F, 0x80, 0, 0, 0, 0, 0, 0, 0], 1002),
    // Half a close code, and codes that may not be sent.
    ([0x88, 0x01, 0x03], 1002), ([0x88, 0x02, 0x03, 0xED], 1002), ([0x88, 0x02, 0x00, 0x00], 1002),
    ([0x88, 0x02, 0x0B, 0xB7], 1002), ([0x88, 0x02, 0x13, 0x88], 1002),
    // Text that is not UTF-8: alone, cut, a surrogate, in a reason.
    ([0x81, 0x01, 0xFF], 1007), ([0x81, 0x01, 0xC3], 1007), ([0x81, 0x03, 0xED, 0xA0, 0x80], 1007),
    ([0x88, 0x03, 0x03, 0xE8, 0xFF], 1007),
    // Announced lengths over the limit, with no byte of the message.
    ([0x81, 0x7F, 0, 0, 0, 0, 0, 1, 0, 1], 1009), ([0x82, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], 1009),
  ]

  @Test(arguments: violations.indices, [1, .max]) func refusesAViolation(index: Int, chunk: Int) {
    let violation = Self.violations[index]
    let fault = #expect(throws: WebSocketFault.self) { try Self.read(violation.bytes, chunk: chunk) }
    #expect(fault?.code == violation.code)
  }

  @Test func aCharacterMayBeSplitBetweenFragments() throws {
    #expect(try Self.read([0x01, 0x01, 0xC3, 0x80, 0x01, 0xA9]) == [.text([0xC3, 0xA9])])
  }

  @Test func theLimitCountsAllFragments() throws {
    let first: [UInt8] = [0x01, 0x04, 1, 2, 3, 4]
    #expect(try Self.read(first + [0x80, 0x04, 5, 6, 7, 8], limit: 8) == [.text([1, 2, 3, 4, 5, 6, 7, 8])])
    let fault = #expect(throws: WebSocketFault.self) { try Self.read(first + [0x80, 0x05], limit: 8) }
    #expect(fault == WebSocketFault(code: 1009, description: "a message is over the limit of 8 bytes"))
  }

  @Test func storesNoMoreThanAMessageAndAChunk() throws {
    var reader = WebSocketReader(limit: 1000)
    for _ in 0..<50 {
      reader.append([0x01, 0x7E, 0x03, 0xE8])
      for _ in 0..<100 {
        reader.append([UInt8](repeating: 0x61, count: 10))
        #expect(try reader.next() == nil)
        #expect(reader.storedBytes <= 1004)
      }
      reader.append([0x80, 0x00])
      #expect(try reader.next() == .text([UInt8](repeating: 0x61, count: 1000)))
      #expect(reader.storedBytes == 0)
    }
  }
}
