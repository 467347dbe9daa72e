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

  /// The default of `expires`.
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
    /// The facts of the message are composed again.
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

  /// Schedules the next attempt. A message that would expire before it is a dead letter at once, because its lane waits
  /// for it.
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

/// `Retry-After`: seconds or an HTTP date (RFC 9110 §10.2.3).
struct RetryAfter: Equatable, Sendable {
  /// From zero to an hour: a server with a wrong clock must not silence a sink for a year.
  let wait: Duration

  static let longest: Duration = .seconds(3600)

  /// Nil when the text is neither.
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
  /// Nil when the text is none of them. `now` says which century a year of two digits belongs to.
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

  /// One or two digits: a longer number is no day, and would overflow what is computed from it.
  private static func number(_ text: Substring) -> Int? {
    guard (1...2).contains(text.utf8.count) else { return nil }
    var reader = DigitReader(text.utf8)
    return reader.number(digits: text.utf8.count)
  }

  /// Two digits that seem to lie more than 50 years ahead mean the century before.
  private static func fullYear(_ text: Substring, at now: Timestamp) -> Int? {
    var reader = DigitReader(text.utf8)
    // The count first: a longer number would overflow.
    guard [2, 4].contains(text.utf8.count), let year = reader.number(digits: text.utf8.count) else { return nil }
    guard text.utf8.count == 2 else { return year }
    let current = CivilDate(daysSinceEpoch: Int(now.seconds / 86_400)).year
    let guess = current - current % 100 + year
    return guess > current + 50 ? guess - 100 : guess
  }
}
