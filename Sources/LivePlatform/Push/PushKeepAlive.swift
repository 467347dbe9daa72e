internal import LiveModel

/// The instants at which an open connection sends a heartbeat or a ping, and the one at which it counts as dead. A pure
/// value.
struct PushKeepAlive: Equatable, Sendable {
  /// An action that is due.
  enum Duty: Equatable, Sendable {
    case heartbeat
    case ping
    /// A ping has no answer: the connection must end.
    case giveUp
  }

  private let timing: PushTiming
  private let sendsHeartbeats: Bool
  private var nextHeartbeat: Timestamp
  private var nextPing: Timestamp
  /// The end of the wait for an answer; nil if every ping has one.
  private var pongLimit: Timestamp?

  /// Starts at the opening of the connection: the first heartbeat is due at once.
  init(_ timing: PushTiming, sendsHeartbeats: Bool, openedAt now: Timestamp) {
    (self.timing, self.sendsHeartbeats) = (timing, sendsHeartbeats)
    (nextHeartbeat, nextPing) = (now, now + timing.ping)
  }

  /// The instant of the next duty.
  var next: Timestamp {
    let next = pongLimit ?? nextPing
    return sendsHeartbeats ? min(next, nextHeartbeat) : next
  }

  /// Returns the duties of that instant. Intervals that have passed without a call, as while the process was stopped,
  /// are not made up for.
  mutating func duties(at now: Timestamp) -> [Duty] {
    var duties: [Duty] = []
    if sendsHeartbeats, nextHeartbeat <= now {
      duties.append(.heartbeat)
      nextHeartbeat = now + timing.heartbeat
    }
    if let pongLimit {
      if pongLimit <= now { duties.append(.giveUp) }
    } else if nextPing <= now {
      duties.append(.ping)
      (nextPing, pongLimit) = (now + timing.ping, now + timing.pong)
    }
    return duties
  }

  /// Notes an answer to a ping. Any pong counts, whatever its payload: only life is asked for.
  mutating func pongArrived() { pongLimit = nil }
}
