import Testing

@testable import LiveCore

@Suite struct NotationTests {
  @Test(arguments: [
    ("plain", "plain"), ("<!channel> & <@U1>", "&lt;!channel&gt; &amp; &lt;@U1&gt;"), ("&amp;", "&amp;amp;"),
    // One character each, and still the sign that opens a mention.
    ("<\u{338}!here>\u{301}", "&lt;\u{338}!here&gt;\u{301}"), ("a\r\nb", "a\r\nb"), ("", ""),
  ])
  func mrkdwnEscapesThreeSigns(_ text: String, _ written: String) {
    #expect(Notation.mrkdwn.clipped(text, to: 100) == written)
    #expect(Notation.plain.clipped(text, to: 100) == text)
  }

  @Test(arguments: [
    (Notation.plain, "éééé", 8, "éééé"), (.plain, "éééé", 7, "éé…"), (.plain, "ééééé", 8, "éé…"),
    (.plain, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 49, "👨‍👩‍👧‍👦…"), (.plain, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 27, "…"), (.mrkdwn, "a<b<c", 11, "a&lt;b&lt;c"),
    (.mrkdwn, "a<b<c", 10, "a&lt;b…"), (.mrkdwn, "a<b<c", 5, "a…"), (.mrkdwn, "⚾️⚾️⚾️", 5, "⚾️⚾️…"),
  ])
  func clipsBetweenCharacters(_ notation: Notation, _ text: String, _ limit: Int, _ clipped: String) {
    #expect(notation.clipped(text, to: limit) == clipped)
  }

  @Test func fitsLinesAndSaysHowManyAreLeftOut() {
    let lines = (1...100).map { "line \($0) of a hundred" }
    let all = Notation.plain.fitted(lines, to: 10_000, each: 100)
    #expect(all.lines == lines && all.omitted == 0)
    let some = Notation.plain.fitted(lines, to: 500, each: 100)
    #expect(some.lines.count + some.omitted == 100 && some.omitted > 70)
    #expect(some.lines.dropLast() == lines[..<(some.lines.count - 1)])
    #expect((some.lines + [Notation.note(omitted: some.omitted)]).joined(separator: "\n").utf8.count <= 500)
  }

  @Test func oneLongLineTakesAllTheRoomThereIs() {
    let long = String(repeating: "a", count: 5000)
    let one = Notation.plain.fitted([long], to: 4096, each: 4096)
    #expect(one.lines == [String(repeating: "a", count: 4093) + "…"] && one.omitted == 0)
    let two = Notation.plain.fitted(["short", long, "lost"], to: 4096, each: 4096)
    #expect(two.lines.count == 2 && two.omitted == 1 && two.lines[1].utf8.count > 4000)
  }

  @Test(arguments: [Notation.mrkdwn, .plain]) func neverExceedsItsLimit(_ notation: Notation) {
    var generator = SplitMix(seed: 7)
    for limit in [3, 64, 150, 3000] {
      for pieces in [0, 1, 10, 300] {
        let text = TellingSample.wildText(&generator, pieces: pieces)
        #expect(notation.length(notation.clipped(text, to: limit)) <= limit)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let fitted = notation.fitted(lines, to: limit + 100, each: limit)
        let note = fitted.omitted > 0 ? [Notation.note(omitted: fitted.omitted)] : []
        #expect(notation.length((fitted.lines + note).joined(separator: "\n")) <= limit + 100)
      }
    }
  }
}
