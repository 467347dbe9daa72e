import Testing

@testable import LiveCore

/// What a receiver says may be anything: nothing may trap on it, and no secret of an address may come back out.
@Suite struct HostileAnswerTests {
  private static let marks = Array("/?&=#;:@%".utf8)
  /// What changes the meaning of the text next to it.
  private static let joiners: [[UInt8]] = [
    Array("\u{301}".utf8), Array("\u{200D}".utf8), Array("\r".utf8), Array("\n".utf8), [0xC3], [0xA9], [0xFF], [0],
    Array("'".utf8), Array("\\".utf8), Array("🏳️‍🌈".utf8), Array(" ".utf8), Array("%".utf8), [],
  ]

  private func bytes(_ count: ClosedRange<Int>, _ generator: inout SplitMix) -> [UInt8] {
    (0..<Int.random(in: count, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Letters and digits, so that no escape changes how it reads.
  private func secret(_ generator: inout SplitMix) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    return String(
      (0..<Int.random(in: 8...40, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) })
  }

  @Test(arguments: 0..<20) func tellsNoSecretHoweverItIsEchoed(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    for _ in 0..<50 {
      let secrets = (0..<3).map { _ in secret(&generator) }
      let url = "https://\(secrets[0]):x@example.org/a/\(secrets[1])%2F\(secrets[2])?k=\(secrets[0])"
      let endpoint = Endpoint(url: Secret(url), timeout: .seconds(1), transport: ScriptedTransport(.status(200)))
      var body: [UInt8] = []
      for _ in 0..<6 {
        body += try #require(Self.joiners.randomElement(using: &generator))
        body += try #require((secrets + [url, "/a/\(secrets[1])/\(secrets[2])"]).randomElement(using: &generator)).utf8
      }
      let excerpt = endpoint.excerpt(of: body)
      for secret in secrets { #expect(!contains(excerpt, secret), "\(excerpt)") }
    }
  }

  private func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    return text.indices.contains { text[$0...].starts(with: part) }
  }

  @Test(arguments: 0..<20) func readsAnyBytesAsOneShortLine(seed: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    for _ in 0..<50 {
      let url = String(decoding: bytes(0...40, &generator), as: UTF8.self)
      let endpoint = Endpoint(url: Secret(url), timeout: .seconds(1), transport: ScriptedTransport(.status(200)))
      let excerpt = endpoint.excerpt(of: bytes(0...300, &generator))
      // An escape is at most `\u{10FFFF}` for a scalar of four bytes.
      #expect(excerpt.utf8.count <= 120 / 4 * 10 + 120 * 6)
      #expect(!excerpt.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(endpoint.host.utf8.contains(UInt8(ascii: ":")))
    }
  }

  private static let words = [
    "Sun", "Sunday", "Nov", "Feb", "06", "6", "31", "99999999999999999999", "9223372036854775807", "-1", "+5", "1994",
    "94", "0000", "9999",
    "08:49:37", "23:59:60", "99:99:99", "GMT", "CET", "", "é", "1e9", "0", "00000000000000000000000000000001",
  ]
  private static let separators = [" ", "-", ",", ", ", ":", "", "\u{0}", "\t"]

  @Test(arguments: 0..<20) func readsAnyRetryAfter(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let nows = [Timestamp(seconds: 0), Timestamp(seconds: 784_111_740), Timestamp(seconds: 253_402_300_799)]
    var read = 0
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        text += try #require(Self.words.randomElement(using: &generator))
        text += try #require(Self.separators.randomElement(using: &generator))
      }
      if Bool.random(using: &generator) { text = String(decoding: bytes(0...30, &generator), as: UTF8.self) }
      let now = try #require(nows.randomElement(using: &generator))
      _ = HTTPDate.timestamp(text, at: now)
      guard let wait = RetryAfter(text, at: now)?.wait else { continue }
      read += 1
      #expect(wait >= .zero && wait <= RetryAfter.longest)
    }
    #expect(read > 0)
  }

  @Test(arguments: ["Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun Nov 6 08:49:37 99999999999999999999"])
  func aYearBeyondNumbersIsNone(_ text: String) { #expect(RetryAfter(text, at: Timestamp(seconds: 0)) == nil) }
}
