/// The position of a watcher in the log, from which it continues after a reconnect: no event is lost or repeated.
///
/// If the daemon reads the `subscribe` request late, it has already subscribed the connection automatically to all
/// events after the `newest` of its `hello` (the implicit subscription). Lines of that subscription must not move the
/// position. Therefore each request has a number, and until its answer begins, only lines that cannot belong to the
/// implicit subscription are accepted.
struct WatchPosition: Equatable, Sendable {
  /// The decision on a line.
  enum Verdict: Equatable, Sendable {
    /// The line belongs to the requested stream.
    case believed
    /// The line is skipped: it is a repetition, belongs to the implicit subscription, or will be sent again.
    case passed
    /// The line is the answer, but skipped lines may have belonged to the stream: send the request again with the new
    /// number in `request`.
    case incomplete
  }

  private(set) var after: Subscription.Start
  /// The id of the log that the sequence in `after` belongs to.
  private(set) var log: String?
  /// The number of the current request on this connection.
  private(set) var request = 1
  /// Whether every event passes the filter. Then each missing sequence is reported by a `gap`.
  private let isWhole: Bool
  /// The log id of the connection; nil before its `hello`.
  private var current: String?
  /// The oldest sequence of the log at the `hello`.
  private var oldest: Int?
  /// A replaced or implicit subscription of this connection contains only events above this sequence; nil before its
  /// `hello`.
  private var floor: Int?
  /// Whether the answer to the request has begun, so that all further lines belong to it.
  private var isAnswered = false
  /// Whether a skipped line may have belonged to the answer.
  private var hasDoubts = false
  /// Whether the request began with `now`, so that the daemon chooses the start of the stream.
  private var isFromNow = false

  init(after: Subscription.Start, isWhole: Bool = true) { (self.after, self.isWhole) = (after, isWhole) }

  /// Resets the state of the connection, before a new connection requests to continue from here.
  mutating func begin() {
    (current, oldest, floor) = (nil, nil, nil)
    (request, isAnswered, hasDoubts, isFromNow) = (1, false, false, after == .now)
  }

  /// Handles a line, and moves the position if the line belongs to the stream.
  mutating func take(_ line: WatchLine) -> Verdict {
    switch line.op {
    case nil: return take(event: line)
    case "hello": greet(line)
    case "synced": return synchronize(line)
    // A `gap` or `heartbeat` without an id may belong to the implicit subscription, but only above `floor`.
    case "gap": return take(line, isOwn: line.id == request || isWithin(line.sequence, floor))
    case "heartbeat": return take(line, isOwn: isBelow(line.sequence, floor))
    // The position in a `closed` before the answer is that of the implicit subscription.
    case "closed" where isAnswered: move(to: line.sequence, of: current)
    default: break
    }
    return .believed
  }

  /// Handles `hello`: fixes the start of the stream, in case the connection ends before its first event.
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
    // An event of a restored log names the log that it was first in.
    let itsLog = current ?? line.log
    if case .sequence(let last) = after, sequence <= last, itsLog == log { return .passed }
    guard isAnswered || (isWhole && sequence == next) else {
      hasDoubts = true
      return .passed
    }
    move(to: sequence, of: itsLog)
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

  /// Handles `synced`. All events up to its sequence were sent, unless the line belongs to another request or the
  /// beginning of the stream was skipped.
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

  /// The sequence that continues the position without a gap in any subscription; nil when unknown.
  private var next: Int? {
    switch after {
    case .now: nil
    case .oldest: oldest
    case .sequence(let last): last < .max && (log == nil || log == current) ? last + 1 : nil
    }
  }
}
