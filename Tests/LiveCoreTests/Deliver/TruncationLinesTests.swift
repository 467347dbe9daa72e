import Testing

@testable import LiveCore

@Suite struct TruncationLinesTests {
  private func lines(_ texts: [String]) -> [MessageLine] { texts.map { MessageLine(text: $0, importance: 2) } }

  @Test func textThatFitsIsUnchanged() {
    let all = [.heading("h")] + lines(["a", "b"]) + [.heading("i")] + lines(["c"])
    #expect(Truncation(limit: 12).fit(all) == all)
    #expect(Truncation(limit: 12).text(all) == "h\na\nb\n\ni\nc" && Truncation(limit: 12).text([]).isEmpty)
  }

  @Test func theLeastImportantLinesAreDroppedFirstAndHeadingsLast() {
    let some: [MessageLine] = [
      .heading("one"), MessageLine(text: "the first one", importance: 1), MessageLine(text: "second", importance: 4),
      .heading("two"), MessageLine(text: "the third one", importance: 1),
    ]
    #expect(Truncation(limit: 29).text(some) == "one\nsecond\n\ntwo\n… and 2 more")
    #expect(Truncation(limit: 22).text(some) == "one\n\ntwo\n… and 3 more")
  }

  @Test(arguments: [80, 100, 1000, 4096]) func theLastLineCountsTheOmittedOnes(_ limit: Int) {
    let fitted = Truncation(limit: limit, unit: .utf16).fit(lines((0..<2000).map { "line \($0)" })).map(\.text)
    #expect(fitted.last == "… and \(2000 - fitted.count + 1) more")
    #expect(fitted.joined(separator: "\n").utf16.count <= limit)
    #expect(fitted.dropLast().enumerated().allSatisfy { $1 == "line \($0)" })
  }

  @Test func longLinesShareTheSpaceThatShortOnesLeave() {
    let long = String(repeating: "a", count: 5000)
    let one = Truncation(limit: 4096).fit(lines([long])).map(\.text)
    #expect(one == [String(repeating: "a", count: 4095) + "…"])
    let four = Truncation(limit: 4096).fit(lines(["short", long, "kept", long])).map(\.text)
    #expect(four.count == 4 && four[0] == "short" && four[2] == "kept" && four[1] == four[3])
    #expect((4095...4096).contains(four.joined(separator: "\n").count))
    #expect(Truncation(limit: 4096).fit(lines([long]), each: 100)[0].text.count == 100)
  }

  @Test(arguments: [Truncation.Unit.utf16, .utf8], [true, false])
  func neverExceedsItsLimit(_ unit: Truncation.Unit, _ isMarkdown: Bool) {
    let escape: Wording.Escape = isMarkdown ? DiscordMarkdown.escape : String.betweenTags
    var generator = SplitMix(seed: 7)
    for limit in [0, 3, 64, 150, 3000] {
      for pieces in [0, 1, 10, 300] {
        let text = ChatDeliverables.wildText(&generator, pieces: pieces)
        let wild = lines(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        #expect(unit.count(Truncation(limit: limit, unit: unit, escape: escape).text([.heading("h")] + wild)) <= limit)
      }
    }
  }
}
