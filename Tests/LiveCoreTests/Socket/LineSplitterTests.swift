import Testing

@testable import LiveCore

@Suite struct LineSplitterTests {
  @Test(arguments: 1...12) func theResultDoesNotDependOnTheChunks(size: Int) {
    var (splitter, lines) = (LineSplitter(limit: 10), [String]())
    var rest = Array("one\n\ntwo three\nfour".utf8)[...]
    while !rest.isEmpty {
      splitter.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while case .line(let line) = splitter.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two three"])
    splitter.end()
    #expect(splitter.next() == .line(Array("four".utf8)))
    #expect(splitter.next() == nil)
  }

  @Test func theLimitExcludesTheNewline() {
    var splitter = LineSplitter(limit: 4)
    splitter.append(Array("four\nfives\n".utf8))
    #expect(splitter.next() == .line(Array("four".utf8)))
    #expect(splitter.next() == .tooLong)
    #expect(splitter.next() == .tooLong)
  }

  @Test func anEndlessLineIsRefusedAtTheLimit() {
    var splitter = LineSplitter(limit: 4)
    splitter.append(Array("four".utf8))
    #expect(!splitter.hasNext)
    splitter.append(Array("s".utf8))
    #expect(splitter.next() == .tooLong)
  }
}
