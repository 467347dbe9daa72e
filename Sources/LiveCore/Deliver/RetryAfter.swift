/// `Retry-After`: seconds or an HTTP date (RFC 9110 §10.2.3).
struct RetryAfter: Equatable, Sendable {
  /// From zero to an hour: a server with a wrong clock must not silence a sink for a year.
  let wait: Duration

  static let longest: Duration = .seconds(3600)

  /// Nil when the text is neither.
  init?(_ text: String, at now: Timestamp) {
    let span: Duration
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      span = Int32(text).map { .seconds($0) } ?? Self.longest
    } else if let date = HTTPDate.timestamp(text, at: now) {
      span = date - now
    } else {
      return nil
    }
    wait = min(max(span, .zero), Self.longest)
  }
}
