import Testing

@testable import LiveJSON

@Suite struct JSONSkipperTests {
  /// Returns where the skipper stops, after the value's first byte was read.
  private func end(of bytes: [UInt8], cutAt size: Int) throws -> Int? {
    var skipper = JSONSkipper()
    skipper.begin(isObject: bytes[0] == UInt8(ascii: "{"), room: 64)
    var start = 1
    while start < bytes.count {
      let chunk = Array(bytes[start..<min(start + size, bytes.count)])
      var index = 0
      try chunk.withUnsafeBufferPointer { try skipper.skip($0, from: &index) }
      if skipper.depth == 0 { return start + index }
      start += chunk.count
    }
    return nil
  }

  /// Returns the same end, computed byte by byte.
  private func plainEnd(of bytes: [UInt8]) -> Int? {
    var depth = 0
    var isInText = false
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "{") where !isInText, UInt8(ascii: "[") where !isInText: depth += 1
      case UInt8(ascii: "}") where !isInText, UInt8(ascii: "]") where !isInText:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }

  private static let texts = [#"\""#, #"\\"#, "}]{[", "plain text of some length", #"\\\""#, ""]
  private static let words = ["1", "null", "-2.5e3 "]

  private func randomValue(_ generator: inout SplitMix, depth: Int = 0) -> String {
    switch depth > 5 ? 2 : Int.random(in: 0...3, using: &generator) {
    case 0: return "[" + (0..<3).map { _ in randomValue(&generator, depth: depth + 1) }.joined(separator: ",") + "]"
    case 1:
      return #"{"a":\#(randomValue(&generator, depth: depth + 1)),"b}":\#(randomValue(&generator, depth: depth + 1))}"#
    case 2: return "\"\(Self.texts[Int.random(in: 0..<Self.texts.count, using: &generator)])\""
    default: return Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
    }
  }

  @Test(arguments: [1, 2, 15, 16, 17, 64, 10_000])
  func stopsAtTheEndOfTheValue(size: Int) throws {
    var generator = SplitMix(seed: UInt64(size))
    for _ in 0..<100 {
      let value = Array("[\(randomValue(&generator)),\(randomValue(&generator))]".utf8)
      let bytes = value + Array(#","next":"]}""#.utf8)
      #expect(try end(of: bytes, cutAt: size) == value.count)
      #expect(plainEnd(of: bytes) == value.count)
      #expect(try end(of: Array(value.dropLast()), cutAt: size) == nil)
    }
  }

  @Test(arguments: ["[}", "{]", "[[}]", "[{]}", "[0123456789abcdef{\"a\":\"]\"]]"])
  func refusesBracketsThatDoNotMatch(text: String) {
    for size in [1, 16, 100] {
      #expect(throws: JSONFault.self) { try end(of: Array(text.utf8), cutAt: size) }
    }
  }
}
