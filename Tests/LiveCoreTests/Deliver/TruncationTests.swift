import Testing

@testable import LiveCore

@Suite struct TruncationTests {
  @Test(arguments: [
    ("short", 10, "short"), ("  spaced out \n", 20, "spaced out"), ("one two three four", 16, "one two three…"),
    ("one two three", 13, "one two three"), ("incomprehensibilities", 8, "incompr…"),
    ("a incomprehensible", 8, "a incom…"),
    ("abc", 0, ""), ("abc", 1, "…"), ("", 5, ""), ("   ", 5, ""),
  ])
  func cutsAtAWord(_ text: String, _ limit: Int, _ expected: String) {
    #expect(Truncation(limit: limit).fit(text) == expected)
  }

  @Test func countsAsThePlatformDoes() {
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 4)
    #expect(Truncation(limit: 15).fit(family) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
    #expect(Truncation(limit: 23, unit: .utf16).fit(family) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
    #expect(Truncation(limit: 53, unit: .utf8).fit(family) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
  }

  @Test func oneEndlessCharacterIsCutToo() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 5000)
    let cut = Truncation(limit: 100).fit(zalgo)
    #expect(cut.unicodeScalars.count <= 100 && cut.unicodeScalars.count > 90)
  }

  @Test func noEscapeIsTornApart() {
    let escape: (String) -> String = { $0.replacing("&", with: "&amp;") }
    for limit in 1...30 {
      let cut = Truncation(limit: limit).fit("a&b&c&d&e&f", escape: escape)
      #expect(cut.count <= limit)
      #expect(!cut.replacing("&amp;", with: "").contains("&"))
    }
    #expect(Truncation(limit: 31).fit("a&b&c&d&e&f", escape: escape) == "a&amp;b&amp;c&amp;d&amp;e&amp;f")
  }

  @Test(arguments: [Truncation.Unit.scalars, .utf16, .utf8]) func neverExceedsItsLimit(_ unit: Truncation.Unit) {
    var generator = SplitMix(seed: 3)
    for round in 0..<300 {
      let text = ChatSample.awkward(round % 90, by: &generator)
      let limit = Int.random(in: 0...120, using: &generator)
      let cut = Truncation(limit: limit, unit: unit).fit(text, escape: DiscordMarkdown.escape)
      #expect(unit.count(cut) <= limit)
      #expect(cut == cut.trimmed)
    }
  }
}
