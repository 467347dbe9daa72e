/// The identity of one thing that happened: `mlb/747175/5-top/pa/665489/1`. It never holds a time or an index of the
/// feed, for the feed rewrites the one and shifts the other.
struct Fact: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  let rawValue: String

  var description: String { rawValue }
}
