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

/// Reads one body of `/api/v1.1/game/<gamePk>/feed/live`, whole or trimmed by `fields=`, into a snapshot.
///
/// The body is never held: what is kept of it is bounded by `JSONLimits`.
struct MLBFeedDecoder: FeedDecoder {
  private var scanner: JSONScanner<SnapshotBuilder>

  init(limits: JSONLimits = JSONLimits()) {
    scanner = JSONScanner(MLBFeedProjection.projection, into: SnapshotBuilder(), limits: limits)
  }

  mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) { try scanner.feed(chunk) }

  mutating func finish() throws(DecodeFault) -> GameSnapshot {
    try scanner.finish { builder, ignored throws(JSONFault) in
      var snapshot = try builder.snapshot()
      snapshot.ignored = ignored
      return snapshot
    }
  }
}

/// The `fields` parameter for MLB's feed.
enum MLBFeedFields {
  /// The value of `fields=`: every name that a snapshot is made of, those it stands in before it. The server lets a
  /// name through at any depth, and the `ID592450` of `players` with their parent.
  static let list = MLBFeedProjection.projection.names.joined(separator: ",")
}
