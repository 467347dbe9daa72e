import Testing

@testable import LiveCore

@Suite struct DiscordMarkdownTests {
  @Test(arguments: [
    ("*a* _b_ ~~c~~ `d` ||e||", #"\*a\* \_b\_ \~\~c\~\~ \`d\` \|\|e\|\|"#), (#"a\b"#, #"a\\b"#),
    ("<@123> [x](http://y)", #"\<@123> \[x](http://y)"#), ("# no heading", "\\# no heading"),
    ("Crow-Armstrong #3 > 2", "Crow-Armstrong #3 > 2"), ("a\n- b\n  > c", "a\n\\- b\n  \\> c"),
    ("*\u{301}", "\\*\u{301}"), ("", ""),
  ])
  func markupIsEscaped(_ text: String, _ expected: String) {
    #expect(DiscordMarkdown.escape(text) == expected)
  }

  @Test(arguments: [
    ("a", "||a||"), ("a||b", "||a|b||"), ("||a||", "||a||"), (#"a\"#, "||a||"), (#"a\|"#, "||a||"), ("", ""),
    ("|||", ""),
    (" a ", "||a||"),
  ])
  func noTextEndsItsSpoiler(_ text: String, _ expected: String) {
    #expect(DiscordMarkdown.spoiler(text) == expected)
  }

  @Test func noTextLeavesItsSpoiler() {
    var generator = SplitMix(seed: 5)
    for _ in 0..<1000 {
      let hidden = DiscordMarkdown.spoiler(ChatSample.awkward(12, by: &generator))
      guard !hidden.isEmpty else { continue }
      let scalars = Array(hidden.unicodeScalars)
      let pairs = scalars.indices.dropLast().filter { scalars[$0] == "|" && scalars[$0 + 1] == "|" }
      #expect(pairs == [0, scalars.count - 2])
    }
  }

  @Test func truncationLeavesNoLoneBackslash() {
    for limit in 1...20 {
      let cut = DiscordMarkdown.room(limit).fit(#"\*\*\*\*\*\*\*\*\*\*\*"#)
      #expect(cut.utf16.count <= limit && !cut.hasSuffix(#"\…"#))
    }
  }
}
