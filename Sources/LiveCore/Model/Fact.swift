/// The identity of one thing that happened: `mlb/747175/5-top/pa/665489/1`. It never holds a time or an index of the
/// feed, for the feed rewrites the one and shifts the other.
struct Fact: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  let rawValue: String

  var description: String { rawValue }

  /// The official date in the facts of a game that was begun anew: `mlb/747175/2024-09-05/status/start/1`.
  var date: Substring? {
    let parts = rawValue.split(separator: "/", maxSplits: 3)
    guard parts.count > 3 else { return nil }
    var reader = DigitReader(parts[2].utf8)
    return reader.date(separator: UInt8(ascii: "-")) != nil && reader.isAtEnd ? parts[2] : nil
  }
}
