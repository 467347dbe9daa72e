/// The state of a league's push service, from which its owner can judge it. The counters cover all games since the daemon
/// was started.
public struct PushState: Equatable, Codable, Sendable {
  /// Number of games with an open connection.
  public var open = 0
  /// Number of those whose messages determine when to poll.
  public var trusted = 0
  /// Number of those whose messages come so late that the polls find most revisions first.
  public var late = 0
  /// Number of those whose newest revisions were not announced.
  public var deaf = 0
  /// Number of games without a connection, for which another attempt follows.
  public var waiting = 0
  /// Number of games for which no further attempt is made today.
  public var unavailable = 0
  /// Connections that were opened.
  public var openings = 0
  /// Messages about the games, without duplicates.
  public var messages = 0
  /// Duplicates.
  public var repeated = 0
  /// New revisions in the answers that were announced, at most ten seconds later.
  public var announced = 0
  /// New revisions that were not announced.
  public var missed = 0
  /// Announcements that did not come true.
  public var falsified = 0
  /// Polls for a message.
  public var polls = 0
  /// Those of their first answers that did not hold the announced revision.
  public var stale = 0
  /// Median lateness of the last hundred messages in seconds, against the time when their revision could first be read;
  /// nil before the first message.
  public var lateness: Double?
  /// Why the last connection, or the last attempt to make one, has ended; nil if none has since the last opening.
  public var error: String?

  package init() {}

}

extension PushState {
  /// Number of open connections that have not proved enough yet.
  package var proving: Int { open - trusted - late - deaf }

  /// State and figures for people: `3 games connected, 2 trusted, 1 late; 412 of 415 revisions announced, 0.4 s late; 5
  /// of 390 polls stale; 2 messages false; 1 game given up: the server refused the connection with status 403`.
  package var text: String {
    let states = [(trusted, "trusted"), (late, "late"), (deaf, "deaf"), (proving, "proving")]
    let connected = ["\(open.counted("game")) connected"] + states.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let revisions = announced + missed
    let figures = [
      connected.joined(separator: ", "),
      revisions == 0 ? nil : "\(announced) of \(revisions.counted("revision")) announced\(lateText)",
      polls == 0 ? nil : "\(stale) of \(polls.counted("poll")) stale",
      falsified == 0 ? nil : "\(falsified.counted("message")) false",
      waiting == 0 ? nil : "\(waiting.counted("game")) not connected\(reason)",
      unavailable == 0 ? nil : "\(unavailable.counted("game")) given up for today\(waiting == 0 ? reason : "")",
    ]
    return figures.compactMap(\.self).joined(separator: "; ")
  }

  private var reason: String { error.map { ": \($0)" } ?? "" }

  private var lateText: String {
    guard let lateness else { return "" }
    let tenths = Int((max(0, lateness) * 10).rounded())
    return ", \(tenths / 10).\(tenths % 10) s late"
  }
}
