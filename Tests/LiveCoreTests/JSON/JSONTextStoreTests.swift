import Testing

@testable import LiveJSON
@testable import LiveModel

@Suite struct JSONTextStoreTests {
  private func with<Result>(_ text: [UInt8], _ body: (JSONText) -> Result) -> Result {
    text.withUnsafeBufferPointer { body(JSONText(bytes: $0)) }
  }

  @Test func returnsTheTextsThatItHolds() {
    var store = JSONTextStore()
    for _ in 0..<2 {
      let places = ["pitch", "", "2024-07-13T01:41:00.500Z", "José"].map { text in
        with(Array(text.utf8)) { store.add($0) }
      }
      #expect(places.map { store.string(at: $0) } == ["pitch", "", "2024-07-13T01:41:00.500Z", "José"])
      #expect(store.time(at: places[2])?.description == "2024-07-13T01:41:00.500Z")
      #expect(store.time(at: places[0]) == nil && store.time(at: nil) == nil && store.string(at: nil) == nil)
      store.removeAll()
    }
    let damaged = with([0x61, 0xC3]) { store.add($0) }
    #expect(store.string(at: damaged) == "a\u{FFFD}")
  }

  @Test func holdsTextsOfAnyLength() {
    var store = JSONTextStore()
    for round in 0..<3 {
      let texts = [0, 1, 500, 13, 5_000, 2].map { String(repeating: "\(round)", count: $0) }
      let places = texts.map { text in with(Array(text.utf8)) { store.add($0) } }
      #expect(places.map { store.string(at: $0) } == texts)
      store.removeAll()
    }
  }

  @Test func comparesATextWithAnother() {
    var store = JSONTextStore()
    let places = ["action", "pitch", ""].map { text in with(Array(text.utf8)) { store.add($0) } }
    #expect(
      store.holds("action", at: places[0]) && store.holds("pitch", at: places[1]) && store.holds("", at: places[2]))
    #expect(!store.holds("pitc", at: places[1]) && !store.holds("pitcx", at: places[1]))
    #expect(!store.holds("pitchy", at: places[1]) && !store.holds("", at: nil))
  }

  @Test func theCacheReturnsEachTextItself() {
    var cache = JSONTextCache()
    let long = ["aaaaaaaaXbbbbbbbb", "aaaaaaaaYbbbbbbbb"]
    let texts = ["", "null", "Vladimir Guerrero Jr.", "José Ramírez"] + long + (0..<2_000).map { "name \($0)" } + long
    for text in texts + texts { #expect(with(Array(text.utf8)) { cache.string(of: $0) } == text) }
    for _ in 0..<2 { #expect(with([0x61, 0xC3]) { cache.string(of: $0) } == "a\u{FFFD}") }
    for _ in 0..<2 {
      #expect(with(Array(repeating: 0xFF, count: 20)) { cache.string(of: $0) }.unicodeScalars.count == 20)
    }
  }
}
