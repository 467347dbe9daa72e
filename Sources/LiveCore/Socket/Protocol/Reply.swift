internal import FoundationEssentials
internal import LiveModel

/// A control line to a client: a JSON object with `op` and without `specversion`.
enum Reply: Equatable, Sendable {
  /// The first line of a connection.
  case hello(log: LogID, extent: EventLog.Extent)
  /// All events that were logged before the subscription have been sent. The warnings are about its filter.
  case synced(sequence: Int, warnings: [String] = [])
  /// No line was sent for `SocketOptions.heartbeat`. All events up to `sequence` have been sent or did not pass the
  /// filter.
  case heartbeat(sequence: Int)
  case gap(Gap)
  case pong
  /// The summary of a game. The events up to `sequence` are older than this summary.
  case snapshot(sequence: Int, GamesView.Card)
  /// The answer to `tick`. All events up to `sequence` have been queued or did not pass the filter.
  case tick(sequence: Int, payload: String?)
  case query(QueryAnswer)
  case lookup(Lookup.Name, LookupAnswer)
  case outbox(OutboxAnswer)
  case follow(FollowAnswer)
  case reload(ReloadAnswer)
  case error(Request.Refusal.Code, message: String)
  /// The last line of a connection. `resumeAfter` is nil when no subscription has begun: a `subscribe` request may be
  /// unread, and a client that resumed at our position would lose the events between the two.
  case closed(CloseReason, resumeAfter: Int? = nil)

  /// A range of requested events that cannot be sent.
  struct Gap: Equatable, Sendable {
    enum Reason: String, Sendable {
      /// The log has removed the events.
      case pruned
      /// The sequence belongs to another log.
      case otherLog = "other_log"
      /// The sequence is above the newest of the log.
      case future
    }

    var reason: Reason
    /// The missing sequences; nil when they are unknown because they belong to another log.
    var missing: ClosedRange<Int>?
    /// The stream continues after this sequence.
    var after: Int
  }

  /// The reason why the daemon closes a connection, as in the member `reason` of `closed`.
  enum CloseReason: String, Sendable, CaseIterable {
    /// The client took no whole line for too long (`SocketOptions.stall`), or is too far behind (`SocketOptions.lag`).
    case slow
    case shutdown
    /// The client has ended its sending without subscribing, so nothing remains to be sent.
    case idle
    /// All places for clients are taken, and this user and process have no fewer of them than others.
    case full
    /// All places for clients are taken, and this place went to a user or process with fewer of them.
    case share
    /// A request was too long or had no end, or too many in a row were not understood.
    case request
    /// The event log cannot be read.
    case log
  }

  /// The version of the protocol. Only version 1 exists.
  static let version = 1

  /// Returns the line with its newline. `op` is the first member, `id` the last.
  func line(for id: RequestID? = nil) -> [UInt8] {
    var line = ReplyLine(op: op)
    addMembers(to: &line)
    if let id { line.add("id", id) }
    return line.bytes
  }

  private var op: String {
    switch self {
    case .hello: "hello"
    case .synced: "synced"
    case .heartbeat: "heartbeat"
    case .gap: "gap"
    case .pong: "pong"
    case .snapshot: "snapshot"
    case .tick: "tick"
    case .query(let answer): answer.name.rawValue
    case .lookup(let name, _): name.rawValue
    case .outbox(let answer): answer.name.rawValue
    case .follow(let answer): answer.name.rawValue
    case .reload: ReloadRequest.op
    case .error: "error"
    case .closed: "closed"
    }
  }

  private func addMembers(to line: inout ReplyLine) {
    switch self {
    case .hello(let log, let extent):
      line.add("protocol", Self.version)
      line.add("version", Version.current)
      line.add("log", log.rawValue)
      line.add("oldest", extent.oldest)
      line.add("newest", extent.newest)
    case .synced(let sequence, let warnings):
      line.add("sequence", sequence)
      if !warnings.isEmpty { line.add("warnings", warnings) }
    case .heartbeat(let sequence):
      line.add("sequence", sequence)
    case .gap(let gap):
      line.add("reason", gap.reason.rawValue)
      if let missing = gap.missing {
        line.add("from", missing.lowerBound)
        line.add("to", missing.upperBound)
      }
      line.add("after", gap.after)
    case .pong:
      break
    case .snapshot(let sequence, let card):
      line.add("sequence", sequence)
      line.add(members: card.summary)
    case .tick(let sequence, let payload):
      line.add("sequence", sequence)
      if let payload { line.add("payload", payload) }
    case .query(let answer):
      answer.addMembers(to: &line)
    case .lookup(_, let answer):
      answer.addMembers(to: &line)
    case .outbox(let answer):
      answer.addMembers(to: &line)
    case .follow(let answer):
      answer.addMembers(to: &line)
    case .reload(let answer):
      answer.addMembers(to: &line)
    case .error(let code, let message):
      line.add("code", code.rawValue)
      line.add("message", message)
    case .closed(let reason, let resumeAfter):
      line.add("reason", reason.rawValue)
      if let resumeAfter { line.add("resume_after", resumeAfter) }
    }
  }
}

extension OutboxAnswer {
  fileprivate func addMembers(to line: inout ReplyLine) {
    switch self {
    case .outbox(let listing):
      line.add("entries", listing.entries)
      line.add("more", listing.more)
      line.add("pending", listing.pending)
    case .sinks(let listing): line.add("sinks", listing.sinks)
    case .retry(let messages, let resumed):
      line.add("messages", messages)
      if !resumed.isEmpty { line.add("resumed", resumed) }
    case .drop(let messages, let facts):
      line.add("messages", messages)
      line.add("facts", facts)
    case .enable(let wasDisabled, let wasPaused):
      line.add("was_disabled", wasDisabled)
      line.add("was_paused", wasPaused)
    case .pause(let until):
      if let until { line.add("until", until) }
    case .resume(let wasPaused, let facts):
      line.add("was_paused", wasPaused)
      line.add("facts", facts)
    }
  }
}

/// A JSON object that keeps its members in the order in which they are added.
struct ReplyLine {
  /// The whole line with its newline.
  private(set) var bytes: [UInt8]

  init(op: String) { bytes = Array("{\"op\":\"\(op)\"}\n".utf8) }

  mutating func add(_ name: String, _ value: some Encodable) {
    guard let value = try? StableJSON.bytes(of: value) else { return }
    add(members: Array("\"\(name)\":".utf8) + value)
  }

  /// Adds a whole number without `JSONEncoder`, which would cost more than the rest of the line. Most lines contain a
  /// sequence.
  mutating func add(_ name: String, _ number: Int) { add(members: Array("\"\(name)\":\(number)".utf8)) }

  /// Adds a list of objects, each given as its encoded members.
  mutating func add(_ name: String, objects: [[UInt8]]) {
    var list = Array("\"\(name)\":[".utf8)
    for (position, members) in objects.enumerated() {
      if position > 0 { list.append(UInt8(ascii: ",")) }
      list.append(UInt8(ascii: "{"))
      list += members
      list.append(UInt8(ascii: "}"))
    }
    add(members: list + [UInt8(ascii: "]")])
  }

  /// Adds members that are already encoded, for example `"a":1,"b":2`.
  mutating func add(members: [UInt8]) {
    guard !members.isEmpty else { return }
    bytes.removeLast(2)
    bytes.append(UInt8(ascii: ","))
    bytes += members
    bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
  }
}
