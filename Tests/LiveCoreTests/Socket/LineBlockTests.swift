import Testing

@testable import LiveCore

@Suite struct LineBlockTests {
  private func tags(_ sequence: Int) -> [String] { [sequence.isMultiple(of: 3) ? "third" : "other"] }

  @Test func aPageEndsAtTheFirstGap() throws {
    let block = try LineBlock([11, 12, 15])
    #expect(block.after == 10 && block.newest == 12)
    #expect([9, 10, 11, 12, 13].map(block.serves) == [false, true, true, false, false])
    #expect(!LineBlock(after: 3).serves(3))
  }

  @Test func everyByteBelongsToOneLine() throws {
    let block = try LineBlock(11...20)
    for sequence in 11...20 {
      let range = block.range(of: sequence)
      #expect(block.bytes[range.upperBound - 1] == UInt8(ascii: "\n"))
      #expect(block.sequence(at: range.lowerBound) == sequence && block.sequence(at: range.upperBound - 1) == sequence)
    }
    #expect(block.range(of: 20).upperBound == block.bytes.count)
  }

  @Test func shrinkingKeepsTheNewestLinesAndTheirVerdicts() throws {
    let third = EventFilter(tags: ["third"])
    var block = LineBlock(after: 0)
    for event in try NumberedEvents.logged(1...30, tags: tags) { block.append(event.line) }
    block.keepVerdicts(of: third, true)
    let before = (1...30).map { block.passes(third, $0) }
    let lines = (1...30).map { Array(block.bytes[block.range(of: $0)]) }
    block.shrink(to: lines[0].count * 10)
    #expect(block.after > 15 && block.newest == 30)
    #expect(block.bytes.count <= lines[0].count * 10)
    for sequence in block.after + 1...30 {
      #expect(Array(block.bytes[block.range(of: sequence)]) == lines[sequence - 1])
      #expect(block.passes(third, sequence) == before[sequence - 1])
    }
  }

  @Test func shrinkingToNothingEmptiesTheBlock() throws {
    var block = try LineBlock(1...3)
    block.shrink(to: 0)
    #expect(block.after == 3 && block.newest == 3 && block.bytes.isEmpty)
    block.append([0x7B])
    #expect(block.newest == 4 && block.range(of: 4) == 0..<2)
  }

  @Test(arguments: [
    (EventFilter(), 1), (EventFilter(tags: ["third"]), 3), (EventFilter(tags: ["other"]), 3),
    (EventFilter(tags: ["none"]), 0),
  ])
  func aBatchHasThePassingLinesInAsFewRunsAsPossible(filter: EventFilter, pieces: Int) throws {
    var block = try LineBlock(1...9, tags: tags)
    let batch = LineBatch(of: &block, after: 0, through: 9, for: filter)
    let expected = (1...9).filter { block.passes(filter, $0) }.flatMap { block.bytes[block.range(of: $0)] }
    #expect(batch.runs.flatMap { block.bytes[$0] } == expected)
    #expect(batch.runs.count == pieces && batch.count == expected.count && batch.last == 9)
  }

  @Test(arguments: [EventFilter(), EventFilter(tags: ["third"]), EventFilter(tags: ["other"])])
  func aPartialLineIsCompletedByTheRest(filter: EventFilter) throws {
    var block = try LineBlock(1...9, tags: tags)
    let batch = LineBatch(of: &block, after: 0, through: 9, for: filter)
    let all = batch.runs.flatMap { block.bytes[$0] }
    for taken in stride(from: 0, through: all.count, by: 7) {
      let place = batch.place(having: taken, of: block)
      let next = LineBatch(of: &block, after: place.cursor, through: 9, for: filter)
      #expect(Array(all[..<taken]) + place.rest + next.runs.flatMap { block.bytes[$0] } == all)
    }
  }

  @Test func aBatchIsLimited() {
    var block = LineBlock(after: 0)
    for _ in 0..<10 { block.append([UInt8](repeating: 0x20, count: 100_000)) }
    let batch = LineBatch(of: &block, after: 0, through: 10, for: EventFilter())
    #expect(batch.last == 3 && batch.count == 300_003)
  }

  @Test func theRingRemovesManyLinesAtOnceAndKeepsItsSize() throws {
    var ring = LineRing(after: 0, size: 20_000, lag: 50_000)
    var ends: [Int] = []
    for event in try NumberedEvents.logged(1...200) {
      ring.append(event.line)
      ring.trim()
      ends.append(ring.head.streamed)
      #expect(ring.block.bytes.count <= 31_000 && ring.newest == event.sequence)
    }
    #expect(ring.block.bytes.count >= 19_000)
    // The horizon is where the stream was `lag` bytes ago, up to the amount that is removed at once.
    let behind = ring.head.streamed - ends[ring.head.horizon - 1]
    #expect(behind > 50_000 && behind < 75_000)
  }
}
