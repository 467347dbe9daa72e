/// Turns the chunks of one body into one snapshot. A value for one body; the next body gets a new one.
protocol FeedDecoder: Sendable {
  associatedtype Snapshot: Sendable

  /// Takes the next bytes, cut anywhere.
  mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault)

  /// Says that the body has ended; throws when it ended too early or lacks what a snapshot needs.
  mutating func finish() throws(DecodeFault) -> Snapshot
}

/// Where and why a body cannot be read.
struct DecodeFault: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case malformed, truncated, missing
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    case wrongType = "wrong-type"
  }

  var kind: Kind
  /// Bytes before the one that is wrong.
  var offset: Int
  /// `liveData.plays.allPlays[41].result.rbi`; empty at the top.
  var path: String
  var message: String

  var description: String {
    "\(message) at byte \(offset)\(path.isEmpty ? "" : ", \(path)")"
  }
}
