/// Time that only goes forward: the wall clock as it stood when this process began, plus what the monotonic clock has
/// counted since.
///
/// Differences between two of its instants are exact however the wall clock is set, and do not grow while the machine
/// sleeps. Every limit and interval within one run is measured with it. What people read, and what has to do with the
/// calendar (first pitches, quiet hours, official dates), comes from `WallClock`.
final class RunClock: Sendable {
  /// The one of this process.
  static let shared = RunClock()

  private struct Anchor {
    var wall: Timestamp
    var monotonic: SuspendingClock.Instant
  }

  private let anchor: Guarded<Anchor>
  private let wall: @Sendable () -> Timestamp
  private let monotonic: @Sendable () -> SuspendingClock.Instant

  init(
    wall: @escaping @Sendable () -> Timestamp = WallClock.now,
    monotonic: @escaping @Sendable () -> SuspendingClock.Instant = { .now }
  ) {
    (self.wall, self.monotonic) = (wall, monotonic)
    anchor = Guarded(Anchor(wall: wall(), monotonic: monotonic()))
  }

  /// Returns the present instant.
  ///
  /// A wall clock that had never been set when the process began is read once more as soon as it has been: what is
  /// stored must not lie in 1970.
  @Sendable func now() -> Timestamp {
    anchor.withLock { anchor in
      if anchor.wall < Version.beginning {
        let wall = wall()
        if wall >= Version.beginning { anchor = Anchor(wall: wall, monotonic: monotonic()) }
      }
      return anchor.wall + anchor.monotonic.duration(to: monotonic())
    }
  }
}
