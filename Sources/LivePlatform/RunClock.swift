internal import FoundationEssentials
internal import Glibc
package import LiveModel

/// A clock that only goes forward, and only while the machine runs: a wall clock that was read once, plus the time of
/// the monotonic clock since then.
///
/// Differences between two of its instants are exact, whatever happens to the wall clock, and exclude the time while
/// the machine sleeps. Every limit and interval within one run is measured with it. Times for people and for the
/// calendar (first pitches, quiet hours, official dates) come from `WallClock`.
///
/// A clock stored as a `Reading` continues in the next process without the wall clock.
package final class RunClock: Sendable {
  /// A stored position of the clock.
  package struct Reading: Equatable, Sendable {
    package var time: Timestamp
    /// Time since the machine started, without sleep.
    package var uptime: Duration

    package init(time: Timestamp, uptime: Duration) {
      (self.time, self.uptime) = (time, uptime)
    }
  }

  /// The clock for intervals that end with this process.
  package static let shared = RunClock()

  private let anchor: Reading
  private let uptime: @Sendable () -> Duration

  /// Continues from the `last` reading. Without one, the clock starts at the wall clock but not before `floor`, because
  /// the wall clock of a machine may be unset (1970).
  ///
  /// After a reboot, at least the present uptime has passed since the last reading. The time while the machine was off
  /// is not counted, like sleep: only the wall clock could tell it, and just after a start it is most often wrong.
  package init(
    continuing last: Reading? = nil, notBefore floor: Timestamp = Version.beginning,
    wall: @Sendable () -> Timestamp = WallClock.now, uptime: @escaping @Sendable () -> Duration = RunClock.uptime
  ) {
    self.uptime = uptime
    let present = uptime()
    if let last {
      anchor = last.uptime <= present ? last : Reading(time: last.time, uptime: .zero)
    } else {
      anchor = Reading(time: max(wall(), floor), uptime: present)
    }
  }

  /// Returns the present instant.
  @Sendable package func now() -> Timestamp { anchor.time + (uptime() - anchor.uptime) }

  /// The reading from which another process can continue.
  package var reading: Reading {
    let uptime = uptime()
    return Reading(time: anchor.time + (uptime - anchor.uptime), uptime: uptime)
  }

  /// Returns the uptime of the machine by `CLOCK_MONOTONIC`, the clock of `SuspendingClock`.
  @Sendable package static func uptime() -> Duration { reading(of: CLOCK_MONOTONIC) }

  /// Returns the uptime of the machine by `CLOCK_BOOTTIME`, which goes on while the machine sleeps.
  @Sendable package static func timeSinceBoot() -> Duration { reading(of: CLOCK_BOOTTIME) }

  private static func reading(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension RunClock.Reading: CustomStringConvertible {
  /// The instant and the uptime in milliseconds: `2026-07-13T03:11:42.120Z 86400000`.
  package var description: String { "\(time) \(uptime.wholeMilliseconds)" }

  /// Valid uptimes in milliseconds. More than three centuries means damaged data.
  private static let uptimes = 0...10_000_000_000_000

  /// Parses a reading; nil when the text is malformed.
  package init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let time = Timestamp(rfc3339: words[0]),
      let milliseconds = Int(words[1], in: Self.uptimes)
    else { return nil }
    self.init(time: time, uptime: .milliseconds(milliseconds))
  }
}

/// The wall clock, for timestamps. Delays use a `Clock`.
package enum WallClock {
  @Sendable package static func now() -> Timestamp {
    Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded(.down)))
  }

  /// Returns nil while the clock is not set, as on a small computer without a battery just after its start.
  @Sendable package static func plausible() -> Timestamp? {
    let now = now()
    return now < Version.beginning ? nil : now
  }
}

/// Start time of this process on the present wall clock. If the clock is set later, the start time moves with it.
package final class StartTime: Sendable {
  private let known: Locked<Timestamp>
  private let start: SuspendingClock.Instant
  private let wall: @Sendable () -> Timestamp
  private let monotonic: @Sendable () -> SuspendingClock.Instant

  /// A smaller shift of the wall clock against the monotonic clock is a gradual correction, not a step.
  private static let step: Duration = .seconds(60)

  /// Records the present instant as the start.
  package init(
    wall: @escaping @Sendable () -> Timestamp = WallClock.now,
    monotonic: @escaping @Sendable () -> SuspendingClock.Instant = { .now }
  ) {
    (self.wall, self.monotonic, start, known) = (wall, monotonic, monotonic(), Locked(wall()))
  }

  /// Returns the start time. It stays the same until the wall clock is set.
  package func instant() -> Timestamp {
    let seen = wall() - start.duration(to: monotonic())
    return known.withLock { known in
      if seen > known + Self.step || seen < known - Self.step { known = seen }
      return known
    }
  }
}

/// Deadlines of work in progress. They reveal work that hangs although each of its waits has a limit.
///
/// Bound: one entry per piece of work.
package final class InFlightDeadlines: Sendable {
  private struct State {
    var nextID = 0
    var deadlines: [Int: SuspendingClock.Instant] = [:]
  }

  private let state = Locked(State())
  private let now: @Sendable () -> SuspendingClock.Instant

  /// The default clock stops while the machine sleeps, as the work does.
  package init(now: @escaping @Sendable () -> SuspendingClock.Instant = { .now }) { self.now = now }

  /// Runs the work, which must end within `limit` unless something is broken.
  package func doing<Result>(within limit: Duration, _ work: () async throws -> Result) async rethrows -> Result {
    let deadline = now().advanced(by: limit)
    let id = state.withLock { state in
      state.nextID += 1
      state.deadlines[state.nextID] = deadline
      return state.nextID
    }
    defer { state.withLock { _ = $0.deadlines.removeValue(forKey: id) } }
    return try await work()
  }

  /// True when no work has passed its deadline.
  package var isOnTime: Bool {
    let now = now()
    return state.withLock { state in state.deadlines.values.allSatisfy { $0 > now } }
  }
}
