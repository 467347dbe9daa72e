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

  /// The default of `expires`.
  static let standardExpiry: Duration = .seconds(600)
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
    let text = "expired at attempt \(attempts + 1): \(reason.text)"
    return .deadLetter(Answer.Reason(cause: reason.cause, text: text))
  }

  private var backOff: Duration {
    Self.backOff(
      afterFailures: attempts, seed: seed, longest: coalesces ? Self.longestCoalescedWait : Self.longestWait)
  }

  /// Returns the wait after a failure: 1 s, doubling up to `longest`, each shortened by up to a quarter.
  static func backOff(afterFailures failures: Int, seed: String, longest: Duration = longestWait) -> Duration {
    min(Duration.seconds(1 << min(failures, 12)), longest) * (1 - 0.25 * fraction("\(seed) \(failures)"))
  }

  /// Returns the FNV-1a hash as a number from 0 up to 1. `hashValue` differs in every process.
  private static func fraction(_ text: String) -> Double {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Double(hash >> 11) / Double(1 << 53 as UInt64)
  }
}

extension Retry {
  /// Creates the retries of a stored message. A message with more than an hour's time is retried less often.
  init(_ message: StoredMessage) {
    self.init(
      attempts: message.attempts, deadline: message.deadline,
      coalesces: message.deadline - message.due > .seconds(3600), seed: message.id)
  }
}

/// `Retry-After`: seconds or an HTTP date (RFC 9110 §10.2.3).
struct RetryAfter: Equatable, Sendable {
  /// From zero to one hour: a server with a wrong clock must not silence a sink for a year.
  let wait: Duration

  static let longest: Duration = .seconds(3600)

  /// Returns nil when the text is neither a number of seconds nor an HTTP date.
  init?(_ text: String, at now: Timestamp) {
    let span: Duration
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      span = Int32(text).map { .seconds($0) } ?? Self.longest
    } else if let date = HTTPDate.timestamp(text, at: now) {
      span = date - now
    } else {
      return nil
    }
    wait = min(max(span, .zero), Self.longest)
  }
}

/// The three forms of a date in HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
/// `Sun Nov  6 08:49:37 1994`.
///
/// Source: RFC 9110 §5.6.7.
enum HTTPDate {
  /// Parses a date; nil when the text has none of the three forms. `now` decides the century of a two-digit year.
  static func timestamp(_ text: String, at now: Timestamp) -> Timestamp? {
    let words = text.split { " ,-".contains($0) }
    if words.count == 6, words[5] == "GMT" {
      return timestamp(day: words[1], month: words[2], year: words[3], time: words[4], at: now)
    }
    guard words.count == 5 else { return nil }
    return timestamp(day: words[2], month: words[1], year: words[4], time: words[3], at: now)
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func timestamp(
    day: Substring, month: Substring, year: Substring, time: Substring, at now: Timestamp
  ) -> Timestamp? {
    var reader = DigitReader(time.utf8)
    guard let month = months.firstIndex(of: String(month)), let year = fullYear(year, at: now), let day = number(day),
      let date = CivilDate(year: year, month: month + 1, day: day),
      let seconds = reader.timeOfDay(separator: UInt8(ascii: ":")), reader.isAtEnd
    else { return nil }
    return Timestamp(seconds: Int64(date.daysSinceEpoch) * 86_400 + seconds)
  }

  /// Parses one or two digits. A longer number is not a day, and would overflow later computations.
  private static func number(_ text: Substring) -> Int? {
    guard (1...2).contains(text.utf8.count) else { return nil }
    var reader = DigitReader(text.utf8)
    return reader.number(digits: text.utf8.count)
  }

  /// Maps a two-digit year that appears more than 50 years ahead to the previous century (RFC 9110 §5.6.7).
  private static func fullYear(_ text: Substring, at now: Timestamp) -> Int? {
    var reader = DigitReader(text.utf8)
    // Check the length first: a longer number would overflow.
    guard [2, 4].contains(text.utf8.count), let year = reader.number(digits: text.utf8.count) else { return nil }
    guard text.utf8.count == 2 else { return year }
    let current = CivilDate(daysSinceEpoch: Int(now.seconds / 86_400)).year
    let guess = current - current % 100 + year
    return guess > current + 50 ? guess - 100 : guess
  }
}
