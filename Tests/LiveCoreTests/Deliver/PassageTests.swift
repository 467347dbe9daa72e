import Testing

@testable import LiveCore

@Suite struct PassageTests {
  private func fitted(_ lines: [String], to limit: Int) -> [String] {
    [Passage(heading: "h", lines: lines)].fitted(to: limit).flatMap(\.lines)
  }

  @Test func tellsGameByGame() {
    let tellings = [("a", 1), ("b", 2), ("c", 1)].map { SampleTellings.telling($0.0, game: $0.1) }
    let passages = Passage.passages(of: .digest(tellings), in: Wording())
    #expect(passages.map(\.lines) == [["a", "c"], ["b"]])
    #expect(passages.map(\.heading) == ["TOR 0, AZ 0 · Top 1st", "TOR 0, AZ 0 · Top 1st"])
  }

  @Test func theHeadingIsThatOfTheLastEvent() {
    let tellings = [0, 2].map { SampleTellings.telling("x", score: Score(away: $0, home: 0)) }
    #expect(Passage.passages(of: .news(tellings, thread: nil), in: Wording())[0].heading == "TOR 2, AZ 0 · Top 1st")
  }

  @Test func aCorrectionSaysThatItIsOne() {
    let tellings = [SampleTellings.telling("b"), SampleTellings.telling("Taken back: c", retracted: true)]
    let passages = Passage.passages(of: .correction(tellings, thread: nil), in: Wording())
    #expect(passages.flatMap(\.lines) == ["Correction: b", "Taken back: c"])
  }

  @Test func aNoticeIsTheDaemonsOwn() {
    let passages = Passage.passages(of: .notice("sink 'den' is gone"), in: Wording(isSpoilerFree: true))
    #expect(passages == [Passage(heading: "livegamed", lines: ["sink 'den' is gone"])])
  }

  @Test func aFormatWithoutWordsForAnEventLeavesItsSummary() throws {
    let wording = Wording(format: try TextFormat("  {{nothing}} "))
    #expect(Passage.passages(of: SampleTellings.news("a"), in: wording).flatMap(\.lines) == ["a"])
  }

  @Test func whatFitsStaysAsItIs() {
    let passages = [Passage(heading: "h", lines: ["a", "b"]), Passage(heading: "i", lines: ["c"])]
    #expect(passages.fitted(to: 80) == passages)
  }

  @Test(arguments: [80, 100, 1000, 4096]) func itsEndSaysWhatIsMissing(_ limit: Int) {
    let lines = fitted((0..<2000).map { "line \($0)" }, to: limit)
    #expect(lines.last == "… and \(2000 - lines.count + 1) more")
    #expect(lines.joined(separator: "\n").utf16.count + 2 <= limit)
    #expect(lines.dropLast().enumerated().allSatisfy { $1 == "line \($0)" })
  }

  @Test func aLineThatIsTooLongIsCutBetweenCharacters() {
    // Eleven units each.
    let family = "👨‍👩‍👧‍👦"
    let line = fitted([String(repeating: family, count: 500)], to: 4096)[0]
    #expect(line.hasSuffix("…") && line.dropLast().allSatisfy { String($0) == family })
    #expect((3500...4096).contains(line.utf16.count))
  }

  @Test(arguments: [0, 1, 40]) func ofTheFirstPassageSomethingFits(_ heading: Int) {
    let long = String(repeating: "x", count: 10_000)
    let passages = [Passage(heading: String(long.prefix(heading)), lines: [long, long])]
    let lines = passages.fitted(to: 200).flatMap(\.lines)
    #expect(lines.count == 2 && lines[0].hasPrefix("xxx") && lines[1] == "… and 1 more")
  }

  @Test func soManyPassagesAndNoMore() {
    let passages = (0..<9).map { Passage(heading: "\($0)", lines: ["a", "b"]) }
    let fitted = passages.fitted(to: 1000, passages: 3)
    #expect(fitted.map(\.heading) == ["0", "1", "2"])
    #expect(fitted.last?.lines == ["a", "b", "… and 12 more"])
  }
}
