internal import LiveJSON
package import LiveModel

/// Decodes one body of `/api/v1.1/game/<gamePk>/feed/live`, complete or trimmed by `fields=`, into a snapshot.
///
/// The body is never buffered as a whole; `JSONLimits` bounds what is kept of it.
package struct MLBFeedDecoder: FeedDecoder {
  private var scanner: JSONScanner<SnapshotBuilder>

  init(_ kind: Kind = .whole, limits: JSONLimits = JSONLimits()) {
    let projection = kind == .whole ? MLBFeedProjection.projection : MLBFeedProjection.short
    scanner = JSONScanner(projection, into: SnapshotBuilder(), limits: limits)
  }

  /// The kind of answer to decode.
  enum Kind: Sendable {
    case whole
    /// An answer with the newest plate appearance instead of all.
    case short
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

  /// The same for a short answer.
  static let short = MLBFeedProjection.short.names.filter { !MLBFeedProjection.seldom.contains($0) }
    .joined(separator: ",")
}
