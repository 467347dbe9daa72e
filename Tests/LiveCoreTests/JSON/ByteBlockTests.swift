import Testing

@testable import LiveJSON

@Suite struct ByteBlockTests {
  private func block(_ bytes: [UInt8]) -> ByteBlock { ByteBlock(SIMD16(bytes)) }

  @Test func findsEachPosition() {
    for place in 0..<16 {
      var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 16)
      bytes[place] = UInt8(ascii: "\"")
      let found = block(bytes).positions(of: UInt8(ascii: "\""))
      #expect(found.bits == 1 << UInt32(place) && found.first == place && !found.isEmpty)
      bytes[place] = 0x1F
      #expect(block(bytes).positions(below: 0x20).first == place)
      for bracket in "{}[]".utf8 {
        bytes[place] = bracket
        #expect(block(bytes).brackets.bits == 1 << UInt32(place))
      }
      bytes[place] = 0xFF
      #expect(block(bytes).positions(below: 0x20).isEmpty && block(bytes).positions(below: 0x20).first == 16)
    }
  }

  @Test func aKeyAtTheStartOfABlockEqualsTheKeyOfItsText() {
    for text in [Array("abcdefghijklmnop".utf8), Array(repeating: 0xC3, count: 16), Array(repeating: 0, count: 16)] {
      for length in 0..<16 {
        let key = ProjectionKey(block(text), length: length)
        #expect(text[..<length].withUnsafeBufferPointer { ProjectionKey($0) } == key)
        for place in 0..<length {
          var other = text
          other[place] ^= 1
          #expect(other[..<length].withUnsafeBufferPointer { ProjectionKey($0) } != key)
        }
      }
    }
  }

  @Test func fourBlocksHaveOneBitForEachByte() throws {
    for place in 0..<64 {
      var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 64)
      func blocks() throws -> ByteBlocks {
        try #require(bytes.withUnsafeBufferPointer { $0.baseAddress.map { ByteBlocks($0) } })
      }
      bytes[place] = UInt8(ascii: "\"")
      #expect(try blocks().quotes == 1 << UInt64(place) && blocks().brackets == 0 && !blocks().hasBackslashes)
      bytes[place] = UInt8(ascii: "]")
      #expect(try blocks().brackets == 1 << UInt64(place) && blocks().quotes == 0)
      bytes[place] = UInt8(ascii: "\\")
      #expect(try blocks().hasBackslashes && blocks().brackets == 0)
    }
  }
}
