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

  @Test func countsInTheUnitOfThePlatform() {
    let family = String(repeating: "👨‍👩‍👧‍👦", count: 4)
    #expect(Truncation(limit: 15).fit(family) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
    #expect(Truncation(limit: 23, unit: .utf16).fit(family) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
    #expect(Truncation(limit: 53, unit: .utf8).fit(family) == "👨‍👩‍👧‍👦👨‍👩‍👧‍👦…")
  }

  @Test func aCharacterOfThousandsOfScalarsIsCut() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 5000)
    let cut = Truncation(limit: 100).fit(zalgo)
    #expect(cut.unicodeScalars.count <= 100 && cut.unicodeScalars.count > 90)
  }

  @Test func noEscapeIsSplit() {
    for limit in 1...30 {
      let cut = Truncation(limit: limit, escape: String.betweenTags).fit("a&b&c&d&e&f")
      #expect(cut.count <= limit)
      #expect(!cut.replacing("&amp;", with: "").contains("&"))
    }
    #expect(Truncation(limit: 31, escape: String.betweenTags).fit("a&b&c&d&e&f") == "a&amp;b&amp;c&amp;d&amp;e&amp;f")
  }

  @Test(arguments: [Truncation.Unit.scalars, .utf16, .utf8]) func neverExceedsItsLimit(_ unit: Truncation.Unit) {
    var generator = SplitMix(seed: 3)
    for round in 0..<300 {
      let text = ChatSample.awkward(round % 90, by: &generator)
      let limit = Int.random(in: 0...120, using: &generator)
      let cut = Truncation(limit: limit, unit: unit, escape: DiscordMarkdown.escape).fit(text)
      #expect(unit.count(cut) <= limit)
      #expect(cut == cut.trimmed)
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("<!channel> & <@U1>", "&lt;!channel&gt; &amp; &lt;@U1&gt;"), ("&amp;", "&amp;amp;"),
    // Each is one character, yet still contains the sign that opens a mention.
    ("<\u{338}!here>\u{301}", "&lt;\u{338}!here&gt;\u{301}"), ("a\r\nb", "a\r\nb"), ("", ""),
  ])
  func escapedTextContainsNoTag(_ text: String, _ written: String) { #expect(String.betweenTags(text) == written) }
}
