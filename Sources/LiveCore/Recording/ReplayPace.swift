internal import LiveModel

/// The speed of a replay.
package enum ReplayPace: Equatable, Sendable {
  /// Recorded seconds in a real second, above zero.
  case speed(Double)
  /// Each answer as soon as the one before has been handled.
  case unlimited
}

/// Waits until answers are due. The first one is due at once.
struct ReplayTimer {
  private let pace: ReplayPace
  private var start: (recorded: Timestamp, real: ContinuousClock.Instant)?

  /// The longest wait, so that a recording with a gap of years ends.
  private static var longest: Duration { .seconds(30 * 86_400) }

  init(_ pace: ReplayPace) { self.pace = pace }

  mutating func wait(for time: Timestamp) async throws {
    guard case .speed(let speed) = pace, speed > 0 else { return try Task.checkCancellation() }
    let start = start ?? (time, ContinuousClock.now)
    self.start = start
    let span = min(max((time - start.recorded) / speed, .zero), Self.longest)
    try await Task.sleep(until: start.real + span, clock: .continuous)
  }
}
