internal import FoundationEssentials
internal import Glibc

/// Time that only goes forward, and only while the machine runs: a wall clock that was read once, plus what the
/// monotonic clock has counted since.
///
/// Differences between two of its instants are exact however the wall clock is set, and do not grow while the machine
/// sleeps. Every limit and interval within one run is measured with it. What people read, and what has to do with the
/// calendar (first pitches, quiet hours, official dates), comes from `WallClock`.
///
/// A clock that is stored as a `Reading` goes on in the next process without a look at the wall clock.
final class RunClock: Sendable {
  /// Where a clock stood.
  struct Reading: Equatable, Sendable {
    var time: Timestamp
    /// How long the machine had been running, without the time in which it slept.
    var uptime: Duration
  }

  /// The one of this process, for intervals that end with it.
  static let shared = RunClock()

  private let anchor: Reading
  private let uptime: @Sendable () -> Duration

  /// Goes on from the `last` reading, and begins at the wall clock where there is none, but not before `floor`: what is
  /// stored must not lie in 1970 because nobody has set the clock yet.
  ///
  /// A machine that was started anew has been running for at least its uptime since the last reading. The time while it
  /// was off is not counted, as that while it sleeps: the wall clock alone would have to vouch for it, and it is wrong
  /// most often just after a start.
  init(
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
  @Sendable func now() -> Timestamp { anchor.time + (uptime() - anchor.uptime) }

  /// Returns what another process can go on from.
  var reading: Reading {
    let uptime = uptime()
    return Reading(time: anchor.time + (uptime - anchor.uptime), uptime: uptime)
  }

  /// Returns how long the machine has been running, by `CLOCK_MONOTONIC`, as `SuspendingClock` counts too.
  @Sendable static func uptime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension RunClock.Reading: CustomStringConvertible {
  /// The instant and the uptime in milliseconds: `2026-07-13T03:11:42.120Z 86400000`.
  var description: String { "\(time) \(uptime.wholeMilliseconds)" }

  /// An uptime beyond three centuries is damage.
  private static let uptimes = 0...10_000_000_000_000

  /// Nil for a text that is no reading.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let time = Timestamp(rfc3339: words[0]),
      let milliseconds = Int(words[1], in: Self.uptimes)
    else { return nil }
    self.init(time: time, uptime: .milliseconds(milliseconds))
  }
}

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

/// When this process began, by the wall clock as it stands now: a clock that was wrong then, and is set later, makes it
/// right.
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
