internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct StableJSONTests {
  @Test func sortsMembersAndKeepsSlashes() throws {
    let bytes = try StableJSON.bytes(of: ["b": "x/y", "a": "é", "c": "\n"])
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":"é","b":"x/y","c":"\n"}"#)
  }
}
