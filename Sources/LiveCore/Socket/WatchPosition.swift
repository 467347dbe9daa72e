/// Where a watcher stands, so that it goes on there after the daemon has been away: nothing is lost and nothing comes
/// twice.
struct WatchPosition: Equatable, Sendable {
  private(set) var after: Subscription.Start
  /// That the sequence is from.
  private(set) var log: String?
  /// Of the connection; nil before its `hello`.
  private var current: String?
  /// The connection has told something of what was asked for, so that its last word counts.
  private var isAnswered = false

  init(after: Subscription.Start) { self.after = after }

  /// A new connection asks to go on from here.
  mutating func begin() { (current, isAnswered) = (nil, false) }

  /// Moves on by a line. False when it is an event that has come before.
  mutating func take(_ line: WatchLine) -> Bool {
    switch line.op {
    case nil:
      guard let sequence = line.sequence else { return true }
      if case .sequence(let last) = after, sequence <= last, line.log == log { return false }
      move(to: sequence, of: line.log)
    case "hello": greet(line)
    case "synced", "heartbeat", "gap": move(to: line.sequence, of: current)
    // What was closed before it heard the question knows nothing of the place that was asked for.
    case "closed" where isAnswered: move(to: line.sequence, of: current)
    default: break
    }
    return true
  }

  /// What was meant on this connection, were it to end before it has told anything.
  private mutating func greet(_ line: WatchLine) {
    current = line.log
    guard log == nil else { return }
    switch (after, line.newest) {
    case (.now, let newest?): (after, log) = (.sequence(newest), current)
    case (.sequence, _): log = current
    default: break
    }
  }

  private mutating func move(to sequence: Int?, of log: String?) {
    guard let sequence else { return }
    (after, self.log, isAnswered) = (.sequence(sequence), log ?? self.log, true)
  }
}
