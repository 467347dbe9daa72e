internal import LiveModel

/// Decides what happens to a delivery after an attempt. Pure: reads no clock and uses no random numbers.
struct Retry: Equatable, Sendable {
  /// Failed attempts before this one.
  var attempts: Int
  /// The message is not sent at this time or later.
  var deadline: Timestamp
  /// Whether the message has a day's time, so that it is retried less often.
  var coalesces = false
  /// The message's id, which spreads the retries of many messages. The same seed gives the same waits in every run.
  var seed: String

  /// The shortest expiry of a final: a day.
  static let finalExpiry: Duration = .seconds(86_400)
  /// The longest wait before any other retry.
  static let longestWait: Duration = .seconds(60)
  /// The longest wait before a retry when `coalesces` is true.
  static let longestCoalescedWait: Duration = .seconds(300)

  enum Step: Equatable, Sendable {
    case done
    case wait(until: Timestamp, Answer.Reason)
    /// Becomes a dead letter.
    case deadLetter(Answer.Reason)
    /// The facts go into a new message.
    case recompose(Answer.Reason)
    /// The sink is disabled. Waiting messages stay until they expire.
    case disable(Answer.Reason)
    /// Stays as it is, because the message may have arrived.
    case leave
  }

  func isExpired(at now: Timestamp) -> Bool { now >= deadline }

  func step(after answer: Answer, at now: Timestamp) -> Step {
    switch answer {
    case .accepted: .done
    // The whole sink waits. An operator's order or a new address may end that early, so a wait beyond the deadline is
    // not a dead letter.
    case .slowDown(let wait, let scope, let reason) where scope != .message && !isExpired(at: now):
      .wait(until: min(now + max(wait, backOff), deadline), reason)
    case .slowDown(let wait, _, let reason): again(after: max(wait, backOff), at: now, because: reason)
    case .tryAgain(let reason): again(after: backOff, at: now, because: reason)
    case .badMessage(let reason): .deadLetter(reason)
    case .lostTarget(let reason): .recompose(reason)
    case .deadEndpoint(let reason): .disable(reason)
    case .cancelled: .leave
    }
  }

  /// Makes a dead letter at once when the message would expire before its next attempt: later messages of its lane wait
  /// for it.
  private func again(after wait: Duration, at now: Timestamp, because reason: Answer.Reason) -> Step {
    let due = now + wait
    guard isExpired(at: due) else { return .wait(until: due, reason) }
    return .deadLetter(Answer.Reason(cause: reason.cause, text: "expired: \(reason.text)"))
  }

  private var backOff: Duration {
    Self.backOff(
      afterFailures: attempts, seed: seed, longest: coalesces ? Self.longestCoalescedWait : Self.longestWait)
  }

  /// Returns the wait after a failure: 1 s, doubling up to `longest`, each shortened by up to a quarter.
  static func backOff(afterFailures failures: Int, seed: String, longest: Duration = longestWait) -> Duration {
    min(Duration.seconds(1 << min(failures, 12)), longest) * (1 - 0.25 * fraction("\(seed) \(failures)"))
  }

  /// Returns the hash of the text as a number from 0 up to 1.
  private static func fraction(_ text: String) -> Double {
    var hash = FNV1a()
    hash.add(text)
    return Double(hash.value >> 11) / Double(1 << 53 as UInt64)
  }
}

extension Retry {
  /// Creates the retries of a stored message, which expires at `deadline`. A message with more than an hour's time is
  /// retried less often.
  init(_ message: StoredMessage, deadline: Timestamp) {
    self.init(
      attempts: message.attempts, deadline: deadline,
      coalesces: message.deadline - message.due > .seconds(3600), seed: message.id.rawValue)
  }
}
