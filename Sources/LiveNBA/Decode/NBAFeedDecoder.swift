internal import LiveJSON
package import LiveModel

/// Decodes one body of `playbyplay_<gameId>.json` or of `boxscore_<gameId>.json` into a snapshot.
///
/// The two have the same frame, and members of one never stand in the other. The body is never buffered as a whole;
/// `JSONLimits` bounds what is kept of it.
package struct NBAFeedDecoder: FeedDecoder {
  private var scanner: JSONScanner<NBASnapshotBuilder>

  init(limits: JSONLimits = JSONLimits()) {
    scanner = JSONScanner(NBAFeedProjection.projection, into: NBASnapshotBuilder(), limits: limits)
  }

  package mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault) { try scanner.feed(chunk) }

  package mutating func finish() throws(DecodeFault) -> NBASnapshot {
    try scanner.finish { builder, ignored throws(JSONFault) in
      var snapshot = try builder.snapshot()
      snapshot.ignored = ignored
      return snapshot
    }
  }
}
