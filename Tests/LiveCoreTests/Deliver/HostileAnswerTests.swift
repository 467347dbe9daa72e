import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A receiver may answer with any bytes: none may crash the daemon or reveal a secret of the address in a log line.
@Suite struct HostileAnswerTests {
  private static let marks = Array("/?&=#;:@%".utf8)
  /// Scalars that change the meaning of the text next to them.
  private static let joiners: [[UInt8]] = [
    Array("\u{301}".utf8), Array("\u{200D}".utf8), Array("\r".utf8), Array("\n".utf8), [0xC3], [0xA9], [0xFF], [0],
    Array("'".utf8), Array("\\".utf8), Array("🏳️‍🌈".utf8), Array(" ".utf8), Array("%".utf8), [],
  ]

  private func bytes(_ count: ClosedRange<Int>, _ generator: inout SplitMix) -> [UInt8] {
    (0..<Int.random(in: count, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Returns a secret of letters and digits only, so that escaping cannot change it.
  private func secret(_ generator: inout SplitMix) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"
    return String(
      (0..<Int.random(in: 8...40, using: &generator)).compactMap { _ in letters.randomElement(using: &generator) })
  }

  @Test(arguments: 0..<20) func anEchoedSecretIsNeverShown(seed: Int) throws {
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

  @Test(arguments: 0..<20) func anyBytesAreShownAsOneShortLine(seed: Int) {
    var generator = SplitMix(seed: UInt64(seed))
    for _ in 0..<50 {
      let url = String(decoding: bytes(0...40, &generator), as: UTF8.self)
      let endpoint = Endpoint(url: Secret(url), timeout: .seconds(1), transport: ScriptedTransport(.status(200)))
      let excerpt = endpoint.excerpt(of: bytes(0...300, &generator))
      // The longest escape is `\u{10FFFF}`, for a scalar of four bytes.
      #expect(excerpt.utf8.count <= 120 / 4 * 10 + 120 * 6)
      #expect(!excerpt.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(endpoint.host.utf8.contains(UInt8(ascii: ":")))
    }
  }

  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  /// Replacements for a part of a date, used for one date in four.
  private static let wrong = [
    "", "0", "00", "32", "-1", "+5", "é", "99999999999999999999", "9223372036854775807", "-9223372036854775808", "1e9",
    "Foo", "99:99:99", "24:00:00", "23:59:61", "CET", "\u{0}", " ", "00000000000000000000000000000001", "６",
  ]

  private enum Form: CaseIterable {
    case fixed, long, ancient
  }

  /// Returns a date in one of HTTP's three forms, with at most one wrong part.
  private func date(_ form: Form, _ generator: inout SplitMix) throws -> (text: String, isWrong: Bool) {
    func number(_ range: ClosedRange<Int>, _ width: Int = 2) -> String {
      padded(Int.random(in: range, using: &generator), to: width)
    }
    let day = Int.random(in: 0..<7, using: &generator)
    let month = try #require(Self.months.randomElement(using: &generator))
    let time = "\(number(0...23)):\(number(0...59)):\(number(0...59))"
    var parts: [String]
    switch form {
    case .fixed: parts = [Self.days[day] + ",", number(1...28), month, number(0...9999, 4), time, "GMT"]
    case .long: parts = [Self.longDays[day] + ",", "\(number(1...28))-\(month)-\(number(0...99))", time, "GMT"]
    case .ancient: parts = [Self.days[day], month, number(1...28), time, number(0...9999, 4)]
    }
    let isWrong = Int.random(in: 0..<4, using: &generator) == 0
    if isWrong {
      let part = Int.random(in: 1..<parts.count, using: &generator)
      parts[part] = try #require(Self.wrong.randomElement(using: &generator))
    }
    return (parts.joined(separator: " "), isWrong)
  }

  /// Values are seconds, dates of each form and arbitrary text, at any time that a clock can show.
  @Test(arguments: 0..<20) func readsAnyRetryAfter(seed: Int) throws {
    var generator = SplitMix(seed: UInt64(seed))
    let nows = [-30_610_224_000, 0, 784_111_740, 1_784_000_000, 253_402_300_799].map { Timestamp(seconds: $0) }
    var dates: [Form: Int] = [:]
    var (broken, seconds, garbage) = (0, 0, 0)
    for number in 0..<2000 {
      let now = try #require(nows.randomElement(using: &generator))
      if number.isMultiple(of: 4) {
        let text = String(decoding: bytes(0...30, &generator), as: UTF8.self)
        if RetryAfter(text, at: now) == nil { garbage += 1 }
      } else if number.isMultiple(of: 5) {
        let shift = UInt64.random(in: 0...63, using: &generator)
        let text = String(UInt64.random(in: 0...UInt64.max, using: &generator) >> shift)
        let wait = try #require(RetryAfter(text, at: now)?.wait, "\(text)")
        #expect(wait >= .zero && wait <= RetryAfter.longest, "\(text)")
        seconds += 1
      } else {
        let form = try #require(Form.allCases.randomElement(using: &generator))
        let (text, isWrong) = try date(form, &generator)
        let wait = RetryAfter(text, at: now)?.wait
        if isWrong {
          broken += 1
        } else {
          #expect(wait != nil, "\(text)")
          dates[form, default: 0] += 1
        }
        if let wait { #expect(wait >= .zero && wait <= RetryAfter.longest, "\(text)") }
      }
    }
    for form in Form.allCases { #expect(dates[form, default: 0] > 200, "\(form)") }
    #expect(broken > 150 && seconds > 200 && garbage > 400)
  }

  @Test(arguments: ["Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun Nov 6 08:49:37 99999999999999999999"])
  func aYearThatIsTooLargeIsNoDate(_ text: String) { #expect(RetryAfter(text, at: Timestamp(seconds: 0)) == nil) }
}
