import Testing

@testable import LiveJSON

@Suite struct ProjectionTests {
  private let projection = Projection<[String]>([
    .text("plain") { $0.append($1.string) },
    .object(
      "outer",
      [
        .integer("aKeyThatIsLongerThanSixteen") { $0.append("\($1)") },
        .integer("aKeyThatIsAlsoLongerThanSixteen") { $0.append("also \($1)") },
      ], begin: { $0.append("begin") }, end: { $0.append("end") }),
    .map("any", of: [.flag("plain") { $0.append("\($1)") }], begin: { $0.append("\($1)") }, end: { $0.append("done") }),
  ])

  private func seen(_ body: String) throws -> [String] {
    var scanner = JSONScanner(projection, into: [], limits: JSONLimits())
    try scanner.feed(Array(body.utf8).span)
    return try scanner.finish { builder, _ in builder }
  }

  @Test func returnsNamedMembersInTheOrderOfTheBody() throws {
    let body = #"{"x":1,"outer":{"plain":"no","aKeyThatIsLongerThanSixteen":4},"plain":"yes"}"#
    #expect(try seen(body) == ["begin", "4", "end", "yes"])
  }

  @Test func distinguishesLongKeys() throws {
    let body = #"{"outer":{"aKeyThatIsAlsoLongerThanSixteen":1,"aKeyThaTIsLongerThanSixteen":2}}"#
    #expect(try seen(body) == ["begin", "also 1", "end"])
  }

  @Test func readsEveryKeyOfAMap() throws {
    #expect(try seen(#"{"any":{"a":{"plain":true},"b":null,"c":{}}}"#) == ["0", "true", "done", "2", "done"])
  }

  @Test func ignoresNull() throws {
    #expect(try seen(#"{"plain":null,"outer":null,"any":null}"#) == [])
  }

  @Test func namesEachNodeOnce() {
    #expect(
      projection.names == [
        "plain", "outer", "any", "aKeyThatIsLongerThanSixteen", "aKeyThatIsAlsoLongerThanSixteen",
      ])
  }
}
