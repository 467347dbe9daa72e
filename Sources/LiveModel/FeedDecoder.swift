/// Decodes the chunks of one body into one snapshot. Each body needs a new decoder.
package protocol FeedDecoder: Sendable {
  associatedtype Snapshot: Sendable

  /// Decodes the next bytes, which may be cut anywhere.
  mutating func feed(_ chunk: Span<UInt8>) throws(DecodeFault)

  /// Ends the body and returns the snapshot. Throws if the body is truncated or lacks a required member.
  mutating func finish() throws(DecodeFault) -> Snapshot
}

/// An error in a body, with its position.
@usableFromInline
package struct DecodeFault: Error, Equatable, Sendable, CustomStringConvertible {
  @usableFromInline
  package enum Kind: String, CaseIterable, Sendable {
    case malformed, truncated, missing
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    case wrongType = "wrong-type"
  }

  @usableFromInline package var kind: Kind
  /// Offset of the faulty byte in the body, from 0.
  @usableFromInline package var offset: Int
  /// Path of the faulty value, such as `liveData.plays.allPlays[41].result.rbi`; empty at the root.
  @usableFromInline package var path: String
  @usableFromInline package var message: String

  @usableFromInline
  package init(kind: Kind, offset: Int, path: String, message: String) {
    (self.kind, self.offset, self.path, self.message) = (kind, offset, path, message)
  }

  @usableFromInline package var description: String {
    "\(message) at byte \(offset)\(path.isEmpty ? "" : ", \(path)")"
  }
}

/// Values at kept paths of an answer that are unusable: of the wrong type, out of range, too long or too many. Each is
/// treated as absent, except that a text too long for its member is cut.
@usableFromInline
package struct IgnoredValues: Equatable, Sendable {
  @usableFromInline package var count = 0
  /// Path of the first one and the reason, such as `gameData.players.*: more than 1000 elements`.
  @usableFromInline package var first: String?

  @usableFromInline
  package init(count: Int = 0, first: String? = nil) {
    (self.count, self.first) = (count, first)
  }
}
