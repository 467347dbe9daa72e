/// Where a watcher stands, so that it goes on there after the daemon has been away: nothing is lost and nothing comes
/// twice.
///
/// A daemon that reads the request late has subscribed the connection unasked before, to everything behind the `newest`
/// of its `hello`. What it says then is of another stream than the one asked for, and must not move this one: so a
/// request has a number, and until its answer begins only what can be of no other stream is believed.
struct WatchPosition: Equatable, Sendable {
  /// The treatment of a line.
  enum Verdict: Equatable, Sendable {
    /// It is of the stream.
    case believed
    /// It has come before, is not of the stream, or comes again.
    case passed
    /// It is the answer, but the stream may lack something: `request` is to be sent anew.
    case incomplete
  }

  private(set) var after: Subscription.Start
  /// That the sequence is from.
  private(set) var log: String?
  /// The number of the request on this connection.
  private(set) var request = 1
  /// Every event passes the filter: then the stream has no holes but those that a `gap` tells of.
  private let isWhole: Bool
  /// Of the connection; nil before its `hello`.
  private var current: String?
  /// The oldest event of the log at the `hello`.
  private var oldest: Int?
  /// The sequence below which lines of another stream cannot lie; nil before its `hello`.
  private var floor: Int?
  /// The answer to the request has begun: all that comes belongs to it.
  private var isAnswered = false
  /// Something was passed that may have been of the answer.
  private var hasDoubts = false
  /// The request leaves it to the daemon where the stream begins.
  private var isFromNow = false

  init(after: Subscription.Start, isWhole: Bool = true) { (self.after, self.isWhole) = (after, isWhole) }

  /// A new connection asks to go on from here.
  mutating func begin() {
    (current, oldest, floor) = (nil, nil, nil)
    (request, isAnswered, hasDoubts, isFromNow) = (1, false, false, after == .now)
  }

  /// Moves on by a line.
  mutating func take(_ line: WatchLine) -> Verdict {
    switch line.op {
    case nil: return take(event: line)
    case "hello": greet(line)
    case "synced": return synchronize(line)
    // Without a number they tell of holes and of silence on either stream, on another one only behind the floor.
    case "gap": return take(line, isOwn: line.id == request || isWithin(line.sequence, floor))
    case "heartbeat": return take(line, isOwn: isBelow(line.sequence, floor))
    // A connection that was closed before it read the request does not know the requested place.
    case "closed" where isAnswered: move(to: line.sequence, of: current)
    default: break
    }
    return .believed
  }

  /// Sets the place to resume from if the connection ends before its first event.
  private mutating func greet(_ line: WatchLine) {
    (current, oldest, floor) = (line.log, line.oldest, line.newest)
    guard log == nil else { return }
    switch (after, line.newest) {
    case (.now, let newest?): (after, log) = (.sequence(newest), current)
    case (.sequence, _): log = current
    default: break
    }
  }

  private mutating func take(event line: WatchLine) -> Verdict {
    guard let sequence = line.sequence else { return .passed }
    if isWithin(sequence, floor) { answer() }
    if case .sequence(let last) = after, sequence <= last, line.log == log { return .passed }
    guard isAnswered || (isWhole && sequence == next) else {
      hasDoubts = true
      return .passed
    }
    move(to: sequence, of: line.log)
    return .believed
  }

  private mutating func take(_ line: WatchLine, isOwn: Bool) -> Verdict {
    if isOwn { answer() }
    guard isAnswered else {
      hasDoubts = hasDoubts || line.op == "gap"
      return .passed
    }
    move(to: line.sequence, of: current)
    return .believed
  }

  /// All up to here was sent, if it was sent on the stream that was asked for, and from its beginning on.
  private mutating func synchronize(_ line: WatchLine) -> Verdict {
    guard isAnswered || line.id == request else { return .passed }
    guard isAnswered || (!hasDoubts && !(isFromNow && isBehind(line.sequence))) else {
      (request, floor, hasDoubts, isFromNow) = (request + 1, line.sequence, false, false)
      return .incomplete
    }
    answer()
    move(to: line.sequence, of: current)
    return .believed
  }

  private mutating func answer() { (isAnswered, hasDoubts) = (true, false) }

  private mutating func move(to sequence: Int?, of log: String?) {
    guard let sequence else { return }
    (after, self.log) = (.sequence(sequence), log ?? self.log)
  }

  private func isWithin(_ sequence: Int?, _ bound: Int?) -> Bool {
    guard let sequence, let bound else { return false }
    return sequence <= bound
  }

  private func isBelow(_ sequence: Int?, _ bound: Int?) -> Bool {
    isWithin(sequence, bound) && sequence != bound
  }

  private func isBehind(_ sequence: Int?) -> Bool {
    guard case .sequence(let last) = after, let sequence else { return true }
    return last < sequence
  }

  /// The next sequence without a gap; nil if unknown.
  private var next: Int? {
    switch after {
    case .now: nil
    case .oldest: oldest
    case .sequence(let last): last < .max && (log == nil || log == current) ? last + 1 : nil
    }
  }
}

/// Where watching begins, as people say it.
public enum WatchStart: Equatable, Sendable {
  /// At a place of the log.
  case place(Subscription.Start)
  /// With what the daemon has seen since then.
  case time(Timestamp)

  /// Reads `now`, `oldest`, a sequence to go on after, a time ago such as `2h`, `90m` or `3d`, or an RFC 3339 time. Nil
  /// for anything else.
  public init?(_ text: String, now: Timestamp) {
    let text = text.lowercased()
    switch text {
    case "now": self = .place(.now)
    case "oldest": self = .place(.oldest)
    default:
      if let sequence = Int(text, in: Subscription.sequences) {
        guard !text.hasPrefix("+") else { return nil }
        self = .place(.sequence(sequence))
      } else if let ago = Self.days(text) ?? DurationText.parse(text) {
        self = .time(now - ago)
      } else if let time = Timestamp(rfc3339: text.uppercased()) {
        self = .time(time)
      } else {
        return nil
      }
    }
  }

  /// A log is kept for days, which no setting needs.
  private static func days(_ text: String) -> Duration? {
    guard text.hasSuffix("d"), let days = Int(text.dropLast(), in: 0...400) else { return nil }
    return .seconds(days * 86_400)
  }
}

/// How long a watcher waits before it connects again.
struct WatchBackOff: Equatable, Sendable {
  private var attempts = 0

  /// All is well again.
  mutating func reset() { attempts = 0 }

  /// Twice as long each time. A daemon that starts anew is back soon; one that is full or cannot read its log is asked
  /// seldom. The reason is that of `closed`; nil when the connection just ended, or could not be made.
  mutating func wait(after reason: String?) -> Duration {
    let coalesces = ![nil, "shutdown", "slow"].contains(reason)
    let (first, longest): (Duration, Duration) =
      coalesces ? (.seconds(1), .seconds(30)) : (.milliseconds(100), .seconds(2))
    defer { attempts += 1 }
    return min(first * (1 << min(attempts, 10)), longest)
  }
}
