internal import LiveJSON
package import LiveModel

/// Decodes one body of `/api/v1.1/game/<gamePk>/feed/live`, complete or trimmed by `fields=`, into a snapshot.
///
/// The body is never buffered as a whole; `JSONLimits` bounds what is kept of it.
package struct MLBFeedDecoder: FeedDecoder {
  private var scanner: JSONScanner<SnapshotBuilder>

  init(limits: JSONLimits = JSONLimits()) {
    scanner = JSONScanner(MLBFeedProjection.projection, into: SnapshotBuilder(), limits: limits)
  }

  package mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) { try scanner.feed(chunk) }

  package mutating func finish() throws(DecodeFault) -> GameSnapshot {
    try scanner.finish { builder, ignored throws(JSONFault) in
      var snapshot = try builder.snapshot()
      snapshot.ignored = ignored
      return snapshot
    }
  }
}

/// The members to request from MLB.
enum MLBFeedFields {
  /// The value of `fields=`: all member names of a snapshot, parents before children. The server passes a listed name
  /// at any depth, and passes the keys of `players`, such as `ID592450`, together with their parent.
  static let list = MLBFeedProjection.projection.names.joined(separator: ",")
}
