/// How long a watcher waits before it connects again.
struct WatchBackOff: Equatable, Sendable {
  private var attempts = 0

  /// All is well again.
  mutating func reset() { attempts = 0 }

  /// Twice as long each time. A daemon that starts anew is back soon; one that is full or cannot read its log is asked
  /// seldom. The reason is that of `closed`; nil when the connection just ended, or could not be made.
  mutating func wait(after reason: String?) -> Duration {
    let coalesces = ![nil, "shutdown", "slow"].contains(reason)
    let (first, longest): (Duration, Duration) =
      coalesces ? (.seconds(1), .seconds(30)) : (.milliseconds(100), .seconds(2))
    defer { attempts += 1 }
    return min(first * (1 << min(attempts, 10)), longest)
  }
}
