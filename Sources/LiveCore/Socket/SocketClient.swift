internal import FoundationEssentials

/// A connection to the daemon's socket, as `livegamed watch` uses it.
///
/// Reading happens on a thread of its own, so that waiting takes none from other tasks. When the last reference goes,
/// the connection ends.
public final class SocketClient: Sendable {
  private let path: String
  private let socket: UnixSocket
  private let inbox: SocketInbox

  /// The longest line of the daemon's in bytes, and what is kept until it is asked for.
  private static let limit = 1 << 20

  /// Connects to the socket at `path`; the fault says how to be let in.
  public init(path: String) throws(Fault) {
    self.path = path
    do throws(SocketFailure) {
      socket = try UnixSocket.connected(to: path)
      inbox = try SocketInbox(socket, limit: Self.limit)
    } catch {
      throw Self.fault(error, at: path)
    }
    _ = try DedicatedThread(name: "livegamed-watch") { [inbox] in inbox.run() }
  }

  deinit { inbox.close() }

  /// Asks for events; a later subscription replaces an earlier one. The answer brings back the id.
  public func subscribe(_ subscription: Subscription, id: Int? = nil) throws {
    try send(request: MarkedSubscription(subscription: subscription, id: id))
  }

  private struct MarkedSubscription: Encodable {
    var subscription: Subscription
    var id: Int?

    func encode(to encoder: any Encoder) throws {
      try subscription.encode(to: encoder)
      var container = encoder.container(keyedBy: Subscription.CodingKeys.self)
      try container.encodeIfPresent(id, forKey: .id)
    }
  }

  /// Sends bytes as they stand. A daemon that has gone has said why before: that is told by `next`, and not here.
  func send(_ bytes: [UInt8]) throws {
    do throws(SocketFailure) {
      var rest = bytes[...]
      while !rest.isEmpty {
        guard let count = try socket.send(rest) else { throw .again }
        rest.removeFirst(count)
      }
    } catch  where error.kind == .gone {
    } catch {
      throw Self.fault(error, at: path)
    }
  }

  /// Says that no more requests come; events still do.
  func endRequests() { socket.endSending() }

  /// The next line; nil after the last one. Throws `CancellationError` as soon as the task is cancelled.
  public func next() async throws -> WatchLine? {
    switch try await inbox.next() {
    case .piece(.line(let line)): return try WatchLine(bytes: line)
    case .piece(.tooLong):
      throw Fault(.socketBadAnswer, "a line has more than \(Self.limit) bytes", at: .path(path))
    case .end, .cancelled: return nil
    }
  }

  static func fault(_ failure: SocketFailure, at path: String) -> Fault {
    switch failure.kind {
    case .missing, .refused:
      Fault(
        .socketNoDaemon, "nobody listens: is the daemon running?", at: .path(path),
        hint: "start it with 'sudo systemctl start livegamed' or 'livegamed run', or name its socket with --socket")
    case .denied:
      Fault(
        .socketNotAllowed, "this user may not connect", at: .path(path),
        hint: "join the group with 'sudo usermod -aG livegame-clients $USER' and log in anew")
    default: Fault(.socketFailed, "the connection failed: \(failure)", at: .path(path))
    }
  }
}

extension Fault.Code {
  static let socketNoDaemon = Fault.Code("socket.no-daemon")
  static let socketNotAllowed = Fault.Code("socket.not-allowed")
}

extension SocketClient {
  /// The line of the event that has this sequence in the daemon's log. Throws `socket.no-event` when there is none.
  public func event(numbered sequence: Int) async throws -> [UInt8] {
    guard sequence > 0 else { throw Self.missing(sequence, "sequences begin at 1") }
    try subscribe(Subscription(after: .sequence(sequence - 1)), id: 1)
    var position = WatchPosition(after: .sequence(sequence - 1))
    while let line = try await next() {
      if line.op == nil, line.sequence == sequence { return line.bytes }
      guard position.take(line) != .passed else { continue }
      switch line.op {
      case nil: throw Self.missing(sequence, "the log has removed it")
      case "gap" where line.reason == Reply.Gap.Reason.future.rawValue:
        throw Self.missing(sequence, "it is yet to come")
      case "gap": throw Self.missing(sequence, "the log has removed it")
      case "synced": throw Self.missing(sequence, "it is yet to come")
      case "error": throw Fault(.socketBadAnswer, "the daemon says: \(line.summary ?? "error")")
      case "closed": throw Self.closed(line)
      default: continue
      }
    }
    throw Self.hungUp
  }

  private static func missing(_ sequence: Int, _ reason: String) -> Fault {
    Fault(
      .socketNoEvent, "there is no event \(sequence): \(reason)",
      hint: "'livegamed watch --since oldest --json' shows what there is")
  }
}

extension Fault.Code {
  static let socketNoEvent = Fault.Code("socket.no-event")
}

extension SocketClient {
  /// Sends a request as one line.
  func send(request: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try send([UInt8](try encoder.encode(request)) + [UInt8(ascii: "\n")])
  }

  /// Sends a request and reads on to its answer, the control line that `isAnswer` knows by its `op`. Throws what the
  /// daemon refuses, and `socket.failed` when the connection ends before.
  func exchange(_ request: some Encodable, isAnswer: (_ op: String) -> Bool) async throws -> WatchLine {
    try send(request: request)
    while let line = try await next() {
      switch line.op {
      case "error": throw Self.refusal(line)
      case "closed": throw Self.closed(line)
      case let op? where isAnswer(op): return line
      default: continue
      }
    }
    throw Self.hungUp
  }

  /// Returns the fault for a `closed` line.
  static func closed(_ line: WatchLine) -> Fault {
    let reason = line.reason ?? "no reason given"
    let (words, hint) = words(for: line.reason.flatMap(Reply.CloseReason.init))
    return Fault(
      .socketFailed, "the daemon closed the connection: \(reason)" + (words.map { ", \($0)" } ?? ""), hint: hint)
  }

  /// Returns the words for a reason whose name does not explain itself, and a hint.
  private static func words(for reason: Reply.CloseReason?) -> (words: String?, hint: String?) {
    switch reason {
    case .full:
      (
        "all places for clients are taken, and none of them by a user or process that has more than this one",
        "end other clients of this user; root and the daemon's own user have places of their own"
      )
    case .share:
      (
        "all places for clients are taken, and this user or process had the most: one went to another",
        "end other clients of this user"
      )
    case .log: ("what was asked for cannot be read from the event log", "the daemon's own log says why")
    case .slow: ("too little was read for too long", nil)
    case .shutdown: ("it stops", "ask again when it is back")
    case .idle, .request, nil: (nil, nil)
    }
  }

  static let hungUp = Fault(.socketFailed, "the daemon hung up")
}

extension SocketClient {
  /// How long a daemon may take to say how things stand: far longer than one needs that is well.
  public static let patience = Duration.seconds(10)

  /// How long it may take to carry out an order, which may be about every message that waits.
  static let orderPatience = Duration.seconds(60)

  /// Returns the result of `ask`. Throws `socket.silent` if the daemon accepts the connection but does not answer.
  static func answer<Answer: Sendable>(
    within limit: Duration, by clock: some Clock<Duration>, _ ask: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await ask() }
      group.addTask {
        try await clock.sleep(for: limit)
        throw Fault(
          .socketSilent, "the daemon has not answered within \(limit.components.seconds) s",
          hint: "it may hang; 'systemctl status livegamed' says more")
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw CancellationError() }
      return answer
    }
  }
}

extension Fault.Code {
  static let socketSilent = Fault.Code("socket.silent")
}

extension SocketClient {
  /// The daemon's answer to a request, as it came; `OutboxAnswer` reads it. Throws what the daemon refuses as
  /// `socket.forbidden`, `socket.unknown-sink` or `socket.no-message`, and `socket.silent` when it takes too long: then
  /// an order may still be carried out.
  public func answer(
    to request: OutboxRequest, by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: Self.orderPatience, by: clock) {
      try await self.exchange(request) { OutboxRequest.Name(rawValue: $0) != nil }
    }
  }

  static func refusal(_ line: WatchLine) -> Fault {
    let text = line.summary ?? line.reason ?? "error"
    switch line.reason.flatMap(Request.Refusal.Code.init) {
    case .forbidden:
      return Fault(.socketForbidden, text, hint: "run the same command with sudo, or as the user that runs the daemon")
    case .unknownSink: return Fault(.socketUnknownSink, text)
    case .unknownMessage: return Fault(.socketNoMessage, text, hint: "'livegamed outbox list' shows what there is")
    case .failed: return Fault(.socketFailed, text, hint: "the daemon's own log says why")
    default: return Fault(.socketBadAnswer, "the daemon says: \(text)", hint: "is it of another version?")
    }
  }
}

extension Fault.Code {
  static let socketForbidden = Fault.Code("socket.forbidden")
  static let socketUnknownSink = Fault.Code("socket.unknown-sink")
  static let socketNoMessage = Fault.Code("socket.no-message")
}

extension SocketClient {
  /// A question about how things stand.
  public enum Query: String, Sendable {
    case status, scoreboard

    /// As the daemon reads it.
    fileprivate func request(of teams: [String]) -> LiveCore.Query {
      switch self {
      case .status: .status
      case .scoreboard: .scoreboard(teams: teams)
      }
    }
  }

  /// The daemon's answer as it came, one control line. Teams are abbreviations; none means all, and `status` has none.
  /// Throws what `answer(to:)` of deliveries throws, `socket.silent` when it takes too long.
  public func answer(
    to query: Query, teams: [String] = [], within limit: Duration = SocketClient.patience,
    by clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> WatchLine {
    try await Self.answer(within: limit, by: clock) {
      try await self.exchange(query.request(of: teams)) { $0 == query.rawValue }
    }
  }

  /// The daemon's `hello`, of a connection that has not been read from.
  public func greeting() async throws -> WatchLine {
    guard let line = try await next() else { throw Self.hungUp }
    guard line.op == "hello" else { throw Self.closed(line) }
    return line
  }
}

extension Fault {
  /// The answer does not fit the request.
  public static let unreadableAnswer = Fault(
    .socketBadAnswer, "the daemon's answer cannot be read: is it of another version?")
}
