/// Decides what becomes of a delivery after an attempt. It reads no clock and draws no lots.
struct Retry: Equatable, Sendable {
  /// Attempts that failed before this one.
  var attempts: Int
  /// The message is not sent at this time nor later.
  var deadline: Timestamp
  /// It is news for so long that it need not be tried every minute.
  var coalesces = false
  /// The message's id: spreads the attempts of many messages, and is the same in every run.
  var seed: String

  /// What an operator who says nothing gets.
  static let standardExpiry: Duration = .seconds(600)
  /// How a game ended is news for a day.
  static let finalExpiry: Duration = .seconds(86_400)
  static let longestWait: Duration = .seconds(60)
  /// For what has a day's time.
  static let longestPatientWait: Duration = .seconds(300)

  enum Step: Equatable, Sendable {
    case done
    case wait(until: Timestamp, Answer.Reason)
    /// To the dead letters.
    case deadLetter(Answer.Reason)
    /// What it tells is composed anew.
    case recompose(Answer.Reason)
    /// Nothing more is sent to this sink; what waits stays until it expires.
    case disable(Answer.Reason)
    /// As it is: whether it arrived is not known.
    case leave
  }

  func isExpired(at now: Timestamp) -> Bool { now >= deadline }

  func step(after answer: Answer, at now: Timestamp) -> Step {
    switch answer {
    case .accepted: .done
    // All of the sink waits, and an order or another address may end that sooner.
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

  /// What would expire before its next attempt is given up at once, for its lane waits behind it.
  private func again(after wait: Duration, at now: Timestamp, because reason: Answer.Reason) -> Step {
    let due = now + wait
    guard isExpired(at: due) else { return .wait(until: due, reason) }
    let text = "expired at attempt \(attempts + 1): \(reason.text)"
    return .deadLetter(Answer.Reason(cause: reason.cause, text: text))
  }

  private var backOff: Duration {
    Self.backOff(
      afterFailures: attempts, seed: seed, longest: coalesces ? Self.longestPatientWait : Self.longestWait)
  }

  /// 1 s, doubling up to the longest, each up to a quarter shorter.
  static func backOff(afterFailures failures: Int, seed: String, longest: Duration = longestWait) -> Duration {
    min(Duration.seconds(1 << min(failures, 12)), longest) * (1 - 0.25 * fraction("\(seed) \(failures)"))
  }

  /// FNV-1a as a number from 0 up to 1; `hashValue` is another one in every process.
  private static func fraction(_ text: String) -> Double {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Double(hash >> 11) / Double(1 << 53 as UInt64)
  }
}
