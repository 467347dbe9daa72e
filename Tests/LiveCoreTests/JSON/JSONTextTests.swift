import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct JSONTextTests {
  private func reason(_ raw: [UInt8], _ chunking: Chunking) throws -> String? {
    let parts = FeedJSON.least().replacing(#""S""#, with: #""S","reason":"¦""#).split(separator: "¦")
    let body = Array(parts[0].utf8) + raw + Array(parts[1].utf8)
    return try chunking.snapshot(body).status.reason
  }

  @Test(arguments: [
    (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"), (#"\u0041\u00e9\u20AC\u0000"#, "Aé€\0"), (#"\ud83d\ude00!"#, "😀!"),
    (#"\uD83D"#, "\u{FFFD}"), (#"\ude00x"#, "\u{FFFD}x"), (#"\ud83dA"#, "\u{FFFD}A"),
    (#"\ud83d\u0041"#, "\u{FFFD}A"), (#"\ud83d\ud83d\ude00"#, "\u{FFFD}😀"), (#"\ud83d\n"#, "\u{FFFD}\n"),
    ("José 😀 – ok, sixteen bytes and more of it", "José 😀 – ok, sixteen bytes and more of it"), ("", ""),
  ])
  func resolvesEscapes(raw: String, text: String) throws {
    for chunking in Chunking.all { #expect(try reason(Array(raw.utf8), chunking) == text) }
  }

  @Test(arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98]] as [[UInt8]])
  func repairsInvalidUTF8(raw: [UInt8]) throws {
    for chunking in Chunking.all {
      let text = try reason(raw, chunking)
      #expect(text?.contains("\u{FFFD}") == true && text == String(decoding: raw, as: UTF8.self))
    }
  }

  @Test func recognizesAKeyWithEscapes() throws {
    let body = FeedJSON.least().replacing(#""gamePk""#, with: #""g\u0061me\u0050k""#)
    for chunking in Chunking.all { #expect(try chunking.snapshot(Array(body.utf8)).gamePk == 1) }
  }

  @Test(arguments: [1, 8, 15, 16, 17, 31, 32, 33, 100])
  func findsAQuoteAtAnyDistance(length: Int) throws {
    let text = String(repeating: "x", count: length)
    for chunking in Chunking.all { #expect(try reason(Array(text.utf8), chunking) == text) }
  }
}
