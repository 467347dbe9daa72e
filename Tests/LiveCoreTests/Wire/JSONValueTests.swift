import Testing
import WireSchema

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true\n", .bool(true)), ("false", .bool(false)),
    ("0", .number(0)), ("-0.5e+2", .number(-50)), ("1E2", .number(100)), ("12.50", .number(12.5)),
    (#""""#, .string("")), (#""Peña""#, .string("Peña")), (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
    (#""\u00e9\uD83D\uDE00""#, .string("é😀")), ("[]", .array([])),
    ("[1, [2]]", .array([.number(1), .array([.number(2)])])),
    ("{}", .object([:])), (#"{ "a" : 1 , "b" : {} }"#, .object(["a": .number(1), "b": .object([:])])),
  ])
  func readsJSON(text: String, value: JSONValue) throws {
    #expect(try JSONValue(text: text) == value)
    #expect(try JSONValue(text: value.description) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "True", "01", "-", "1.", ".5", "1e", "+1", "0x1", "NaN", "1e999", "[", "[1", "[1,]", "[,]", "[1 2]",
    "{",
    "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}", #"{"a":1,"a":1}"#, "\"", "\"a", "\"\t\"",
    #""\x""#,
    #""\u12""#, #""\u12g4""#, #""\uD83D""#, #""\uD83Dx""#, #""\uDE00""#, #""\uD83D\u0041""#, "1 2", "[] []", "'a'",
  ])
  func refusesWhatIsNotJSON(text: String) {
    #expect(throws: JSONSyntaxFault.self) { try JSONValue(text: text) }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    #expect(throws: JSONSyntaxFault.self) { try JSONValue([0x22, 0xFF, 0x22]) }
  }

  @Test func nestsToABound() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSONValue(text: nested(100))
    #expect(throws: JSONSyntaxFault.self) { try JSONValue(text: nested(101)) }
  }

  @Test(arguments: [
    ("a/1", "7", #"{"a":[1,7],"b":{"c":3}}"#), ("a/0", nil, #"{"a":[2],"b":{"c":3}}"#),
    ("b/c", nil, #"{"a":[1,2],"b":{}}"#), ("b/d", "[]", #"{"a":[1,2],"b":{"c":3,"d":[]}}"#),
    ("a/5", "7", #"{"a":[1,2],"b":{"c":3}}"#), ("x/y", "7", #"{"a":[1,2],"b":{"c":3}}"#),
  ])
  func changesAPlace(path: String, value: String?, result: String) throws {
    var document = try JSONValue(text: #"{"a":[1,2],"b":{"c":3}}"#)
    document[path: path.split(separator: "/")[...]] = try value.map { try JSONValue(text: $0) }
    #expect(document.description == result)
  }
}
