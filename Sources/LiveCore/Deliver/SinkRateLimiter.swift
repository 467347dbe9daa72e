/// When one sink may send its next message: after the silence that its receiver asked for, the pause between two
/// messages, and as often in a minute as the operator allows.
actor SinkRateLimiter {
  private let spacing: Duration
  private let maxPerMinute: Int?
  private var pausedUntil: Timestamp?
  /// Of the last minute, oldest first; at most `maxPerMinute`, or one.
  private var sent: [Timestamp] = []

  init(spacing: Duration, maxPerMinute: Int?) { (self.spacing, self.maxPerMinute) = (spacing, maxPerMinute) }

  /// The operator limits how often.
  nonisolated var isLimited: Bool { maxPerMinute != nil }

  /// When a message may be sent at the earliest; nil when it may be now.
  func room(at now: Timestamp) -> Timestamp? {
    // A clock that was set back must not silence a sink for as long.
    sent.removeAll { $0 > now || now - $0 >= .seconds(60) }
    if let pausedUntil, pausedUntil - now > RetryAfter.longest { self.pausedUntil = nil }
    let next = [pausedUntil, sent.last.map { $0 + spacing }, whenMinuteHasRoom].compactMap(\.self).max()
    return next.flatMap { $0 > now ? $0 : nil }
  }

  /// True, and counted, when a message may be sent now.
  func take(at now: Timestamp) -> Bool {
    guard room(at: now) == nil else { return false }
    sent.append(now)
    sent.removeFirst(max(0, sent.count - (maxPerMinute ?? 1)))
    return true
  }

  /// When the last messages were sent, as far as it matters to the limit.
  var lastSent: [Timestamp] { sent }

  /// Goes on from what an earlier worker sent.
  func resume(_ lastSent: [Timestamp]) {
    sent = Array((lastSent + sent).sorted().suffix(maxPerMinute ?? 1))
  }

  /// Until when the receiver wants nothing, as far as is known; it may be over.
  var pause: Timestamp? { pausedUntil }

  /// The receiver wants nothing until then.
  func pause(until instant: Timestamp) { pausedUntil = max(pausedUntil ?? instant, instant) }

  /// Ends the silence that lasts until `instant`, and no later one.
  func endPause(_ instant: Timestamp) { if pausedUntil == instant { pausedUntil = nil } }

  private var whenMinuteHasRoom: Timestamp? {
    guard let maxPerMinute, sent.count >= maxPerMinute else { return nil }
    return sent.first.map { $0 + .seconds(60) }
  }
}
