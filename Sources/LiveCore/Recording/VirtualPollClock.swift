internal import LivePlatform

/// A clock whose sleeps end at once, and move it to their end. With it, pollers ask again without a wait, and the
/// session decides when they get their answer.
final class VirtualPollClock: Clock {
  struct Instant: InstantProtocol {
    fileprivate var offset: Duration

    func advanced(by span: Duration) -> Self { Instant(offset: offset + span) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let latest = Locked(Instant(offset: .zero))

  var now: Instant { latest.withLock { $0 } }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    latest.withLock { $0 = max($0, deadline) }
    await Task.yield()
  }
}
