import Testing

@testable import LiveModel

/// Shortcuts by bytes give what a comparison of characters gives.
@Suite struct TextBytesTests {
  private static let pieces = [
    " ", "  ", "a", "Ramírez", "Núñez", "Žižek", "ß", "\t", "\r\n", "\u{A0}", "\u{2003}", "\u{3000}", "\u{85}",
    "e\u{301}",
    " \u{301}", "大谷", "⚾️", ".", "\u{0}", "x ",
  ]

  @Test func wordsAreSeparatedBySingleSpaces() {
    var dice = SystemRandomNumberGenerator()
    for _ in 1...5_000 {
      let text = (0..<Int.random(in: 0...6, using: &dice)).map { _ in Self.pieces.randomElement(using: &dice) ?? "" }
        .joined()
      let expected = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.singleSpaced == expected, "\(Array(text.unicodeScalars))")
      #expect(text[...].singleSpaced == expected)
    }
  }

  @Test(arguments: ["", "e", "error", "rerror", "f_fielding_error", "f_putout", "erro"]) func aPartIsFoundAnywhere(
    text: String
  ) {
    for part in ["error", "e", "", "f_fielding_error_"] {
      #expect(text.hasBytes(of: part) == (part.isEmpty || text.contains(part)))
    }
  }
}
