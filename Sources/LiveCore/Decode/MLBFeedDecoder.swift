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
