/// When this process began, by the wall clock as it stands now: a clock that was wrong then, and is set later, makes it right.
final class StartTime: Sendable {
  private let known: Locked<Timestamp>
  private let start: SuspendingClock.Instant
  private let wall: @Sendable () -> Timestamp
  private let monotonic: @Sendable () -> SuspendingClock.Instant

  /// A clock that has moved by less against the other was not set: it is only corrected.
  private static let step: Duration = .seconds(60)

  /// Begins now.
  init(
    wall: @escaping @Sendable () -> Timestamp = WallClock.now,
    monotonic: @escaping @Sendable () -> SuspendingClock.Instant = { .now }
  ) {
    (self.wall, self.monotonic, start, known) = (wall, monotonic, monotonic(), Locked(wall()))
  }

  /// The same at each call, until the clock is set.
  func instant() -> Timestamp {
    let seen = wall() - start.duration(to: monotonic())
    return known.withLock { known in
      if seen > known + Self.step || seen < known - Self.step { known = seen }
      return known
    }
  }
}
