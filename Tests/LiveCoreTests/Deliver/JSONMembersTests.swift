import Testing

@testable import LiveCore

@Suite struct JSONMembersTests {
  private static let body = #"""
    {"type": 0, "embeds":[{"id":"1","a":[{}],"b":"]}\""}], "id": "1240000000000000001" ,"retry_after":0.65,
     "global" : false,"none":null,"escaped":"a\"b","o":{"id":7},"id":"second","n":1240000000000000001}
    """#

  @Test func readsPlainMembersOfTheTopLevel() {
    let members = JSONMembers(Array(Self.body.utf8))
    #expect(members.isObject && members.text("id") == "1240000000000000001")
    #expect(members.number("retry_after") == 0.65 && members.flag("global") == false)
    #expect(members["n"] == .literal("1240000000000000001") && members["none"] == .literal("null"))
    #expect(members.text("escaped") == #"a"b"#)
    #expect(members["embeds"] == nil && members["o"] == nil && members["b"] == nil)
  }

  @Test func readsMembersOfANestedObject() {
    let body = #"{"o":{"id":7,"p":{"q":1},"e":{},"id":8,"t":"\u00e9\ud83c\udfcf"},"ok":true,"bad":"\x","after":1}"#
    let members = JSONMembers(Array(body.utf8))
    #expect(members.values.keys.sorted() == ["o.id", "o.t", "ok"])
    #expect(members.integer("o.id") == 7 && members.text("o.t") == "é🏏" && members.flag("ok") == true)
  }

  @Test func aNumberInAStringIsNotAnInteger() {
    let members = JSONMembers(Array(#"{"a":"7","b":7,"c":1e3,"d":"2.5"}"#.utf8))
    #expect(members.integer("a") == nil && members.integer("b") == 7 && members.integer("c") == nil)
    #expect(members.number("a") == 7 && members.number("c") == 1000 && members.number("d") == 2.5)
  }

  /// Members before the cut are kept; the member that is cut is not.
  @Test func aTruncatedBodyIsReadUpToTheCut() {
    let bytes = Array(Self.body.utf8)
    let whole = JSONMembers(bytes)
    for length in 0...bytes.count {
      for (key, value) in JSONMembers(Array(bytes[..<length])).values { #expect(whole[key] == value, "\(length)") }
    }
    #expect(JSONMembers(Array(#"{"code":100"#.utf8))["code"] == nil)
  }

  @Test func malformedBytesDoNotTrap() {
    var generator = SplitMix(seed: 11)
    let alphabet = Array(#"{}[]",:\ 0"#.utf8) + [0, 0xFF, 0xC3]
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      #expect(JSONMembers(bytes).isObject || JSONMembers(bytes).values.isEmpty)
    }
    for text in ["", "[]", "<html>", "null", "\"x\"", "{", "{\"", "{\"a\":", "{\"a\":\"", "{\"a\":{"] {
      #expect(JSONMembers(Array(text.utf8)).values.isEmpty)
    }
    #expect(JSONMembers(Array((String(repeating: "{\"a\":", count: 100_000)).utf8)).values.isEmpty)
  }
}
