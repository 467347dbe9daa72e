import Testing
import WireSchema

/// The validator itself, keyword by keyword.
@Suite struct JSONSchemaTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var schema: String
    var good: [String]
    var bad: [String]

    init(_ schema: String, good: [String], bad: [String]) { (self.schema, self.good, self.bad) = (schema, good, bad) }

    var testDescription: String { schema }
  }

  static let keywords = [
    Case(#"{}"#, good: ["null", "7", "[]", "{}"], bad: []),
    Case(#"{"type":"null"}"#, good: ["null"], bad: ["0", "false", "{}"]),
    Case(#"{"type":"boolean"}"#, good: ["true", "false"], bad: ["0", "null", "\"true\""]),
    Case(#"{"type":"integer"}"#, good: ["0", "-7", "1.0", "1e2"], bad: ["1.5", "\"1\"", "true"]),
    Case(#"{"type":"number"}"#, good: ["0", "1.5"], bad: ["\"1\"", "null"]),
    Case(#"{"type":"string"}"#, good: ["\"\""], bad: ["0", "[]"]),
    Case(#"{"type":"array"}"#, good: ["[]"], bad: ["{}", "\"\""]),
    Case(#"{"type":"object"}"#, good: ["{}"], bad: ["[]", "null"]),
    Case(#"{"const":1}"#, good: ["1", "1.0"], bad: ["true", "\"1\"", "2"]),
    Case(#"{"const":{"a":[1]}}"#, good: [#"{"a":[1]}"#], bad: [#"{"a":[]}"#, #"{"a":[1],"b":0}"#]),
    Case(#"{"enum":["a",null]}"#, good: ["\"a\"", "null"], bad: ["\"b\"", "0", "{}"]),
    Case(#"{"minimum":1}"#, good: ["1", "2.5", "\"0\""], bad: ["0", "0.5", "-1"]),
    Case(#"{"maximum":3}"#, good: ["3", "-9", "[9]"], bad: ["4", "3.01"]),
    Case(#"{"minLength":2}"#, good: ["\"ab\"", "\"ñé\"", "7"], bad: ["\"\"", "\"a\"", "\"\\uD83D\\uDE00\""]),
    Case(#"{"pattern":"^a+$"}"#, good: ["\"a\"", "\"aa\"", "7"], bad: ["\"\"", "\"ba\"", "\"ab\"", "\"a\\n\""]),
    Case(#"{"required":["a"]}"#, good: [#"{"a":null}"#, "[]"], bad: ["{}", #"{"b":1}"#]),
    Case(#"{"properties":{"a":{"const":1}}}"#, good: ["{}", #"{"a":1,"b":2}"#, "7"], bad: [#"{"a":2}"#]),
    Case(#"{"items":{"const":1}}"#, good: ["[]", "[1,1]", "{}"], bad: ["[2]", "[1,2]"]),
    Case(#"{"minItems":1}"#, good: ["[0]", "{}"], bad: ["[]"]),
    Case(#"{"uniqueItems":true}"#, good: ["[]", "[1,2]", "[{},[]]"], bad: ["[1,1.0]", #"[{"a":1},2,{"a":1}]"#]),
    Case(#"{"contains":{"const":1}}"#, good: ["[1]", "[0,1]", "{}"], bad: ["[]", "[0]"]),
    Case(##"{"$defs":{"a":{"const":1}},"$ref":"#/$defs/a"}"##, good: ["1"], bad: ["2"]),
    Case(##"{"$defs":{"a":{"minimum":1}},"$ref":"#/$defs/a","maximum":3}"##, good: ["2"], bad: ["0", "4"]),
    Case(#"{"allOf":[{"minimum":1},{"maximum":3}]}"#, good: ["2"], bad: ["0", "4"]),
    Case(#"{"anyOf":[{"minimum":3},{"maximum":1}]}"#, good: ["0", "4"], bad: ["2"]),
    Case(#"{"not":{"const":1}}"#, good: ["2"], bad: ["1"]),
    Case(#"{"if":{"minimum":5},"then":{"maximum":7}}"#, good: ["6", "0"], bad: ["8"]),
    Case(#"{"if":{"minimum":5},"else":{"maximum":3}}"#, good: ["6", "0"], bad: ["4"]),
    Case(#"{"title":"a","description":"b","$comment":"c","format":"date"}"#, good: ["\"x\""], bad: []),
  ]

  @Test(arguments: keywords)
  func checksAKeyword(_ sample: Case) throws {
    let schema = try JSONSchema(JSONValue(text: sample.schema))
    for text in sample.good { #expect(try schema.faults(in: JSONValue(text: text)) == []) }
    for text in sample.bad { #expect(try !schema.faults(in: JSONValue(text: text)).isEmpty, "\(text) passes") }
  }

  @Test(arguments: [
    (#"{"patern":"^a$"}"#, "/patern: the keyword 'patern' with \"^a$\" is not known"),
    (#"{"properties":{"a":{"oneOf":[]}}}"#, "/properties/a/oneOf: the keyword 'oneOf' with [] is not known"),
    (
      #"{"additionalProperties":false}"#,
      "/additionalProperties: the keyword 'additionalProperties' with false is not known"
    ),
    (#"{"uniqueItems":false}"#, "/uniqueItems: the keyword 'uniqueItems' with false is not known"),
    (#"{"then":{}}"#, "/then: the keyword 'then' with {} is not known"),
    (#"{"items":{"$id":"x"}}"#, "/items/$id: the keyword '$id' with \"x\" is not known"),
    (#"{"type":"text"}"#, "/type: no type 'text'"),
    (#"{"type":["string","null"]}"#, "/type: no text"),
    (#"{"minimum":"1"}"#, "/minimum: no number"),
    (#"{"enum":[]}"#, "/enum: no list, or an empty one"),
    (#"{"required":[7]}"#, "/required: no text"),
    (#"{"pattern":"a"}"#, "/pattern: a pattern that is open at an end, or not understood by all"),
    (#"{"pattern":"^\\d$"}"#, "/pattern: a pattern that is open at an end, or not understood by all"),
    (#"{"pattern":"^($"}"#, "/pattern: a pattern that is open at an end, or not understood by all"),
    (##"{"$ref":"#/$defs/a"}"##, "/$defs: no 'a' here, which is referred to"),
    (#"{"$ref":"https://example.org"}"#, "/$ref: not in #/$defs/"),
    (#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#, "/$schema: another draft"),
    (#"{"properties":{"a":true}}"#, "/properties/a: no object"),
  ])
  func refusesASchemaThatItDoesNotUnderstand(text: String, message: String) throws {
    let document = try JSONValue(text: text)
    let fault = #expect(throws: JSONSchemaFault.self) { try JSONSchema(document) }
    #expect(fault?.description == message)
  }

  @Test func namesThePlaceAndTheLikeliestReason() throws {
    let schema = try JSONSchema(
      JSONValue(text: #"{"items":{"anyOf":[{"type":"string","const":"a"},{"properties":{"a":{"const":1}}}]}}"#))
    #expect(try schema.faults(in: JSONValue(text: #"[{},{"a":2}]"#)) == ["/1/a: 2 is not 1"])
  }

  @Test(arguments: [
    (#"{"a":1}"#, []), (#"{"a":1,"x":1}"#, ["/x: the schema does not name it"]),
    (#"{"list":[{"b":1},{"x":1}]}"#, ["/list/1/x: the schema does not name it"]),
    (#"{"kind":"c","c":1}"#, []), (#"{"kind":"d","c":1}"#, ["/c: the schema does not name it"]),
    (#"{"one":1,"e":1}"#, []), (#"{"two":1,"e":1}"#, ["/e: the schema does not name it"]),
    (#"{"deep":{"x":1}}"#, ["/deep/x: the schema does not name it"]),
  ])
  func inStrictModeUnknownMembersAreFaults(text: String, faults: [String]) throws {
    let schema = try JSONSchema(
      JSONValue(
        text: ##"""
          {"$defs": {"b": {"properties": {"b": {}}}},
           "properties": {"a": {}, "kind": {}, "one": {}, "two": {}, "deep": {"type": "object"},
                          "list": {"items": {"$ref": "#/$defs/b"}}},
           "if": {"properties": {"kind": {"const": "c"}}, "required": ["kind"]}, "then": {"properties": {"c": {}}},
           "anyOf": [{"required": ["one"], "properties": {"e": {}}}, {}]}
          """##))
    let document = try JSONValue(text: text)
    #expect(schema.faults(in: document) == [])
    #expect(schema.faults(in: document, strict: true) == faults)
  }
}
