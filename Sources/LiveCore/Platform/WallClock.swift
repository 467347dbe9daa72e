internal import FoundationEssentials

/// The wall clock, for what is written down; waiting is a `Clock`'s.
enum WallClock {
  @Sendable static func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
  }
}
