/// How long daemons have run with this log, all runs together. Ages in the log are counted by it.
///
/// It grows with the monotonic clock while a daemon runs and stands still while none does. A wall clock that is wrong, or
/// is set in either direction, does not change it (decision 0018).
struct LivingTime: Sendable {
  /// Of the earlier runs, as last written down.
  let before: Duration
  /// Of this run.
  let sinceStart: @Sendable () -> Duration

  var now: Duration { before + sinceStart() }

  /// Returns a count of the time since this call. The time in which the machine sleeps is not in it.
  static func counted() -> @Sendable () -> Duration {
    let start = SuspendingClock.now
    return { start.duration(to: .now) }
  }
}
