import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct HTTPHeadReaderTests {
  private func read(_ lines: String...) throws -> HTTPHeadReader {
    var reader = HTTPHeadReader()
    for line in lines { try reader.take(line + "\r\n") }
    return reader
  }

  @Test func readsStatusAndFields() throws {
    let reader = try read("HTTP/2 404 ", "Content-Type:text/html ", "X-Empty:", "not a field", "")
    #expect(reader.isComplete)
    #expect(reader.head == HTTPResponseHead(status: 404, headers: ["content-type": "text/html", "x-empty": ""]))
  }

  @Test func isIncompleteBeforeTheEmptyLine() throws {
    #expect(try !read("HTTP/1.1 200 OK", "A: 1").isComplete)
    #expect(try !read("HTTP/1.1 100 Continue", "").isComplete)
  }

  @Test func forgetsTheFieldsOfAnInterimResponse() throws {
    let reader = try read("HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 200 OK", "B: 2", "")
    #expect(reader.head == HTTPResponseHead(status: 200, headers: ["b": "2"]))
  }

  @Test func ignoresTrailers() throws {
    #expect(try read("HTTP/1.1 200 OK", "A: 1", "", "A: 2", "").head.headers == ["a": "1"])
  }

  @Test func joinsAFoldedField() throws {
    #expect(try read("HTTP/1.1 200 OK", "A: one", "\ttwo", "  three", "").head.headers == ["a": "one two three"])
  }

  @Test(arguments: ["SIP/2.0 200 OK", "HTTP/1.1", "HTTP/1.1 abc", "HTTP/1.1 99 Low"])
  func refusesAStatusLineThatIsNotHTTP(_ line: String) {
    #expect(throws: HTTPFault.self) { try read(line) }
  }

  @Test func theLimitCoversAllInterimResponses() {
    var reader = HTTPHeadReader()
    #expect(throws: HTTPFault.self) {
      for _ in 0..<HTTPHeadReader.maximumBytes {
        try reader.take("HTTP/1.1 103 Early Hints\r\n")
        try reader.take("\r\n")
      }
    }
  }
}
