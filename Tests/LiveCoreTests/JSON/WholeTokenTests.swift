import Testing

@testable import LiveJSON
@testable import LiveModel

/// Compares the reading of whole tokens with the state machine. In chunks of fewer than 64 bytes no token is read whole,
/// so such chunks give what is expected.
@Suite struct WholeTokenTests {
  private static let projection = Projection<[String]>([
    .text("name", most: 300) { $0.append("name \($1.string)") },
    .text("code", most: 8) { builder, text throws(JSONFault) in
      guard text.string != "bad" else { throw JSONFault(.wrongType, "a bad code") }
      builder.append("code \(text.string)")
    },
    .integer("number", in: -1_000...1_000_000_000_000) { $0.append("number \($1)") },
    .flag("over") { $0.append("over \($1)") },
    .integer("must", in: 0...9) { $0.append("must \($1)") }.required,
    .object(
      "inner", [.integer("aKeyOfMoreThanSixteenBytes") { $0.append("long \($1)") }], begin: { $0.append("inner") },
      end: { $0.append("end") }),
    .list(
      "list",
      of: [.text("name") { $0.append("name \($1.string)") }, .texts("words") { $0.append("word \($1.string)") }],
      most: 3, begin: { $0.append("from \($1)") }, end: { $0.append("to") }),
    .map("map", of: [.flag("over") { $0.append("over \($1)") }], begin: { $0.append("at \($1)") }, end: { _ in }),
  ])

  private enum Outcome: Equatable {
    case values([String], IgnoredValues)
    case fault(DecodeFault)
  }

  private func outcome(_ body: [UInt8], cutAt size: Int) -> Outcome {
    var limits = JSONLimits()
    limits.depth = 6
    var scanner = JSONScanner(Self.projection, into: [], limits: limits)
    do {
      for start in stride(from: 0, to: body.count, by: size) {
        try scanner.feed(body.span.extracting(start..<min(start + size, body.count)))
      }
      return try scanner.finish { builder, ignored in .values(builder, ignored) }
    } catch {
      return .fault(error)
    }
  }

  /// Members of every kind, with values that fit and others.
  private static let members = [
    #""name":"plain""#, #""name":"a \"quoted\" text with \u00e9""#, #""name":"é\#(String(repeating: "x", count: 70))""#,
    #""name":"""#, #""name":null"#, #""name":7"#, #""code":"AB""#, #""code":"longer than eight bytes""#,
    #""code":true"#,
    #""number":0"#, #""number":-12"#, #""number":999999999999"#, #""number":1000000000000000000000"#, #""number":1.0"#,
    #""number":1.5"#, #""number":2e1"#, #""number":"7""#, #""over":true"#, #""over":false"#, #""over":null"#,
    #""over":[]"#, #""must":4"#, #""inner":{"aKeyOfMoreThanSixteenBytes":5,"aKeyOfMareThanSixteenBytes":6}"#,
    #""inner":{}"#, #""inner":[1,{"a":"]"}]"#, #""list":[]"#,
    #""list":[{"name":"x","words":["a","b\\"]},{},{},{"name":"y"}]"#,
    #""list":{"a":[1]}"#, #""map":{"ID1":{"over":true},"ID2":{"over":false,"x":{}},"ID3":{}}"#, #""skipped":-1.25"#,
    #""skipped":1.25e-3"#, #""skipped":"text \\\" }{""#, #""skipped":{"a":[{"b":"\\\"]}"},[[]]]}"#, #""":1"#,
    #""\#(String(repeating: "k", count: 31))":1"#, #""\#(String(repeating: "k", count: 32))":1"#,
    #""\#(String(repeating: "k", count: 300))":1"#, #""n\u0061me":"escaped key""#,
  ]
  /// Pieces that make a body invalid, or leave its meaning.
  private static let damage = [
    "", " ", "\n\t", "\u{1}", "\"", "\\", ",", ":", "{", "}", "[", "]", "0", "-", "tru", "nul", "é", "7", ".", "e",
    #""code":"bad","#, #""must":10,"#, #"{"a":"#, "[[[[[[[", "x",
  ]

  private func body(_ generator: inout SplitMix) -> [UInt8] {
    let count = Int.random(in: 1...12, using: &generator)
    let members = (0..<count).map { _ in Self.members[Int.random(in: 0..<Self.members.count, using: &generator)] }
    let space = String(repeating: " ", count: Int.random(in: 0...20, using: &generator))
    let separator = Bool.random(using: &generator) ? "," : ",\(space)"
    return Array("{\(space)\(members.joined(separator: separator))}\(String(repeating: " ", count: 70))".utf8)
  }

  @Test(arguments: 0..<8)
  func readsEachBodyLikeTheStateMachine(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    for _ in 0..<60 {
      let body = body(&generator)
      let expected = outcome(body, cutAt: 13)
      for size in [65, 66, 80, 97, 128, 200, 16_384] {
        #expect(outcome(body, cutAt: size) == expected, "\(String(decoding: body, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: 0..<8)
  func findsEachFaultLikeTheStateMachine(seed: UInt64) {
    var generator = SplitMix(seed: seed &+ 100)
    for _ in 0..<150 {
      var body = body(&generator)
      let place = Int.random(in: 0..<body.count - 70, using: &generator)
      let piece = Self.damage[Int.random(in: 0..<Self.damage.count, using: &generator)]
      let end = min(place + Int.random(in: 0...2, using: &generator), body.count)
      body.replaceSubrange(place..<end, with: Array(piece.utf8))
      let expected = outcome(body, cutAt: 1)
      for size in [70, 111, 16_384] {
        #expect(outcome(body, cutAt: size) == expected, "\(String(decoding: body, as: UTF8.self))")
      }
    }
  }

  /// The scanner expects a value after a mark at the beginning, outside of any object.
  @Test(arguments: ["null", "true", "7", #""text""#, "[]", #"{"must":4}"#])
  func readsABodyWithAMarkLikeTheStateMachine(root: String) {
    for after in ["", ",", "}", " x"] {
      let body = [0xEF, 0xBB, 0xBF] + Array("\(root)\(after)\(String(repeating: " ", count: 80))".utf8)
      #expect(outcome(body, cutAt: 16_384) == outcome(body, cutAt: 1))
    }
  }

  @Test func aChunkMayEndAtAnyByte() {
    let text = #"""
      {"skipped":{"a":"\\\"","b":[1,2]},"name":"a text \u00e9 that is split","number":-123456789012,"over":false,\#
      "list":[{"name":"x","words":["one","two"]},{}],"map":{"ID1":{"over":true}},"must":4}
      """#
    let body = Array((text + String(repeating: " ", count: 70)).utf8)
    let expected = outcome(body, cutAt: 1)
    for first in 0...body.count {
      var scanner = JSONScanner(Self.projection, into: [], limits: JSONLimits())
      let found = Result { () throws -> Outcome in
        try scanner.feed(body.span.extracting(0..<first))
        try scanner.feed(body.span.extracting(first..<body.count))
        return try scanner.finish { builder, ignored in .values(builder, ignored) }
      }
      #expect((try? found.get()) == expected, "cut at \(first)")
    }
  }

  /// A quote, an escape or a control character at each distance from the start of a text, and from that of the body.
  @Test(arguments: [#"x"#, #"\""#, #"\\"#, "\u{1}", "é"])
  func findsTheEndOfATextAtAnyDistance(last: String) {
    for length in 0...70 {
      for space in [0, 1, 7, 15, 16, 17, 31, 33] {
        let text = String(repeating: "x", count: length) + last
        let body = Array(
          "\(String(repeating: " ", count: space)){\"name\":\"\(text)\",\"skipped\":[\"\(text)\"],\"must\":1}          "
            .utf8)
        let expected = outcome(body, cutAt: 1)
        for size in [64, 96, 16_384] { #expect(outcome(body, cutAt: size) == expected) }
      }
    }
  }
}
