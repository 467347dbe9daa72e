internal import LiveModel
internal import LivePlatform

/// Schedules the messages of one sink: after the receiver's requested pause, at least `spacing` apart, and at most
/// `maxPerMinute` in any 60 s.
actor SinkRateLimiter {
  private let spacing: Duration
  private let maxPerMinute: Int?
  private var pausedUntil: Timestamp?
  /// The messages of the last minute, oldest first; at most `maxPerMinute`, or one without a limit.
  private var sent: [Timestamp] = []

  init(spacing: Duration, maxPerMinute: Int?) { (self.spacing, self.maxPerMinute) = (spacing, maxPerMinute) }

  /// Whether the operator limits the messages per minute.
  nonisolated var isLimited: Bool { maxPerMinute != nil }

  /// Returns the earliest time for the next message; nil when it may be sent now.
  func room(at now: Timestamp) -> Timestamp? {
    // Drop future times: after the clock is set back, they would silence the sink for as long.
    sent.removeAll { $0 > now || now - $0 >= .seconds(60) }
    if let pausedUntil, pausedUntil - now > RetryAfter.longest { self.pausedUntil = nil }
    let next = [pausedUntil, sent.last.map { $0 + spacing }, whenMinuteHasRoom].compactMap(\.self).max()
    return next.flatMap { $0 > now ? $0 : nil }
  }

  /// Counts a message and returns true, if it may be sent now.
  func take(at now: Timestamp) -> Bool {
    guard room(at: now) == nil else { return false }
    sent.append(now)
    sent.removeFirst(max(0, sent.count - (maxPerMinute ?? 1)))
    return true
  }

  /// The times of the last messages, as many as the limit needs.
  var lastSent: [Timestamp] { sent }

  /// Restores the times that an earlier worker recorded.
  func resume(_ lastSent: [Timestamp]) {
    sent = Array((lastSent + sent).sorted().suffix(maxPerMinute ?? 1))
  }

  /// The end of the receiver's last known pause, which may lie in the past.
  var pause: Timestamp? { pausedUntil }

  /// Sends nothing until `instant`, as the receiver asked.
  func pause(until instant: Timestamp) { pausedUntil = max(pausedUntil ?? instant, instant) }

  /// Ends the pause that lasts until `instant`, but no later one.
  func endPause(_ instant: Timestamp) { if pausedUntil == instant { pausedUntil = nil } }

  private var whenMinuteHasRoom: Timestamp? {
    guard let maxPerMinute, sent.count >= maxPerMinute else { return nil }
    return sent.first.map { $0 + .seconds(60) }
  }
}
