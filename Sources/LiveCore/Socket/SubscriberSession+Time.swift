extension SubscriberSession {
  /// Nothing is left to do for it.
  var isOver: Bool { ending == .now || (ending == .afterOutput && output.isEmpty) }

  /// It was given time enough to take what waits.
  func isStalled(at now: Duration) -> Bool { isWaiting && lastTaken + options.stall <= now }

  /// When `tick` has something to do next; nil when it has not.
  var deadline: Duration? {
    let untaken = isWaiting ? lastTaken + options.stall : nil
    guard ending == .open else { return untaken }
    let stall = [untaken, halfSince.map { $0 + options.stall }].compactMap(\.self).min()
    switch phase {
    case .silent(let end) where !isSpeaking: return min(end, stall ?? end)
    case .silent: return stall
    case .unsubscribed: return stall ?? (hasInputEnded ? lastSaid : nil)
    case .subscribed: return stall ?? lastSaid + options.heartbeat
    }
  }

  /// It has been silent for so long that it is subscribed unasked.
  func isGraceOver(at now: Duration) -> Bool {
    guard ending == .open, case .silent(let end) = phase else { return false }
    return end <= now
  }

  /// It has not been up to date for as many bytes of the log as it may be behind, and is further behind than that.
  private func isLost(behind head: LineRing.Head) -> Bool {
    isWaiting && cursor < head.horizon && head.streamed - lagStart > options.lag
  }

  /// Does what its time has come for.
  mutating func tick(_ head: LineRing.Head, at now: Duration) {
    if isGraceOver(at: now), !isSpeaking { subscribe(after: cursor, head: head, at: now) }
    if isStalled(at: now) || isLost(behind: head) { cut(.slow, at: now) }
    if let halfSince, halfSince + options.stall <= now { refuseHalf(at: now) }
    guard ending == .open, !isWaiting else { return }
    if phase == .unsubscribed, hasSpoken { close(.idle, at: now) }
    // A little early, so that one look at all clients serves many of them.
    if phase == .subscribed, lastSaid + options.heartbeat * 0.95 <= now { say(.heartbeat(sequence: cursor), at: now) }
  }

  /// Ends it behind what is already put out.
  mutating func close(_ reason: Reply.CloseReason, at now: Duration) {
    guard ending == .open else { return }
    say(.closed(reason, resumeAfter: phase == .subscribed ? cursor : nil), at: now)
    (ending, closeReason) = (.afterOutput, reason)
  }

  /// Ends it at once, with one more attempt to send what is put out.
  mutating func cut(_ reason: Reply.CloseReason, at now: Duration) {
    if ending == .open { say(.closed(reason, resumeAfter: phase == .subscribed ? cursor : nil), at: now) }
    (ending, closeReason) = (.now, closeReason ?? reason)
  }
}
