/// One message of a league's push service about a game. It announces a revision of the feed, and only determines when
/// to poll: each fact comes from the answer to a poll.
package struct PushMessage: Equatable, Sendable {
  /// Content that the announced revision adds, as far as the names in the message tell.
  package enum Kind: String, CaseIterable, Sendable {
    /// Something that may be an event: a result, a substitution, a status, a correction, or any unknown name.
    case news
    /// A play in progress that is known to change the score. Its result follows.
    case scoring
    /// The end of the play. Its result follows within seconds.
    case ending
    /// A step of the play that decides nothing.
    case pitch
    /// The beginning of the next play.
    case batter
    /// Nothing that an event could report.
    case idle

    /// Returns whether a revision of this kind may hold a result. The next play begins together with the result, or
    /// after it.
    package var mayHoldResult: Bool { self == .news || self == .batter }
  }

  /// The feed's timestamp of the announced revision.
  package var stamp: Timestamp
  package var kind: Kind
  /// Digest of its names, which tells a duplicate from another message of the same second.
  package var digest: UInt64

  package init(stamp: Timestamp, kind: Kind, digest: UInt64 = 0) {
    self.stamp = stamp
    self.kind = kind
    self.digest = digest
  }
}

/// Reads the messages of a league's push service about one game, in the order of their arrival. A value without I/O.
package protocol PushReader: Sendable {
  /// Returns what a text message announces; nil for a message that is unreadable or about another game. Accepts any
  /// bytes.
  mutating func read(_ text: [UInt8]) -> PushMessage?
}
