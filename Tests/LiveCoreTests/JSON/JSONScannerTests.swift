import Testing

@testable import LiveJSON
@testable import LiveModel

/// The scanner with a projection that is no league's.
@Suite struct JSONScannerTests {
  private static let projection = Projection<[String]>([
    .text("name") { $0.append($1.string) }.required,
    .list(
      "periods", of: [.integer("number", in: 1...9) { $0.append("\($1)") }, .flag("over") { $0.append("\($1)") }],
      begin: { $0.append("from \($1)") }, end: { $0.append("to") }),
  ])

  private static let body = #"""
    {"skipped":{"name":["}",{"a":"\""}]}, "name":"Ti\u0070-off \ud83c\udfc0","periods":[
    {"number":1,"over":true,"x":null},{"over":false,"number":2}]}
    """#

  private func values(_ body: String, cutAt size: Int) throws(DecodeFault) -> ([String], IgnoredValues) {
    var scanner = JSONScanner(Self.projection, into: [], limits: JSONLimits())
    let bytes = Array(body.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try scanner.feed(bytes.span.extracting(start..<min(start + size, bytes.count)))
    }
    return try scanner.finish { builder, ignored in (builder, ignored) }
  }

  @Test(arguments: [1, 2, 3, 5, 16, 17, 1_000])
  func anyChunksGiveTheSameValues(size: Int) throws {
    let (values, ignored) = try values(Self.body, cutAt: size)
    #expect(values == ["Tip-off 🏀", "from 0", "1", "true", "to", "from 1", "false", "2", "to"])
    #expect(ignored == IgnoredValues())
  }

  @Test(arguments: [1, 7, 1_000])
  func aFaultNamesItsPlaceInAnyChunks(size: Int) throws {
    let body = #"{"periods":[{"number":1},{"number":2;"#
    let fault = #expect(throws: DecodeFault.self) { try values(body, cutAt: size) }
    #expect(fault?.kind == .malformed && fault?.offset == body.utf8.count - 1 && fault?.path == "periods[1]")
  }

  @Test(arguments: [1, 7, 1_000])
  func anUnusableValueIsCountedUnlessItIsRequired(size: Int) throws {
    let (values, ignored) = try values(#"{"name":"x","periods":[{"number":10}]}"#, cutAt: size)
    #expect(values == ["x", "from 0", "to"])
    #expect(ignored == IgnoredValues(count: 1, first: "periods[0].number: expected a whole number, found '10'"))
    let fault = #expect(throws: DecodeFault.self) { try self.values(#"{"name":7}"#, cutAt: size) }
    #expect(fault?.kind == .wrongType && fault?.path == "name")
  }
}
