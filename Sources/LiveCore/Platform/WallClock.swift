internal import FoundationEssentials

/// The wall clock, for what is written down; waiting is a `Clock`'s.
enum WallClock {
  @Sendable static func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// Nil for a clock that has not been set yet, as that of a small computer without a battery after its start.
  @Sendable static func plausible() -> Timestamp? {
    let now = now()
    return now < Version.beginning ? nil : now
  }
}
