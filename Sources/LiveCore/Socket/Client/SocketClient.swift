internal import FoundationEssentials
public import LiveModel
internal import LivePlatform

/// A connection to the daemon's socket, used by the `livegamed` commands.
///
/// A dedicated thread reads, so that waiting does not block a thread of the task pool. The connection ends when the
/// last reference is released.
public final class SocketClient: Sendable {
  private let path: String
  private let socket: UnixSocket
  private let inbox: SocketInbox

  /// The maximum length of a line in bytes, and the size of the read buffer.
  private static let limit = 1 << 20

  /// Connects to the socket at `path`. The hint of the fault says how to get access.
  public init(path: String) throws(Fault) {
    self.path = path
    do throws(SystemError) {
      socket = try UnixSocket.connected(to: path)
      inbox = try SocketInbox(socket, limit: Self.limit)
    } catch {
      throw Self.fault(error, at: path)
    }
    _ = try DedicatedThread(name: "livegamed-watch") { [inbox] in inbox.run() }
  }

  deinit { inbox.close() }

  /// Subscribes to events; a later subscription replaces an earlier one. The reply repeats the id.
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

  /// Sends bytes. Ignores a closed connection, because the daemon has sent the reason before, and `next()` reports it.
  func send(_ bytes: [UInt8]) throws {
    do throws(SystemError) {
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

  /// Ends the sending of requests. The subscription continues.
  func endRequests() { socket.endSending() }

  /// Returns the next line, or nil after the last one. Throws `CancellationError` as soon as the task is cancelled.
  public func next() async throws -> WatchLine? {
    switch try await inbox.next() {
    case .piece(.line(let line)): return try WatchLine(bytes: line)
    case .piece(.tooLong):
      throw Fault(.socketBadAnswer, "a line has more than \(Self.limit) bytes", at: .path(path))
    case .end, .cancelled: return nil
    }
  }

  static func fault(_ failure: SystemError, at path: String) -> Fault {
    switch failure.kind {
    case .missing, .refused:
      Fault(
        .socketNoDaemon, "no daemon is running", at: .path(path),
        hint: "start it with 'sudo systemctl start livegamed' or 'livegamed run', or name its socket with --socket")
    case .denied:
      Fault(
        .socketNotAllowed, "this user may not connect", at: .path(path),
        hint: "join the group with 'sudo usermod -aG livegame-clients $USER' and log in again")
    default: Fault(.socketFailed, "the connection failed: \(failure)", at: .path(path))
    }
  }
}

extension SocketClient {
  /// Sends a request as one line.
  func send(request: some Encodable) throws {
    try send(try StableJSON.bytes(of: request) + [UInt8(ascii: "\n")])
  }

  /// Sends a request and reads until its answer: the control line whose `op` satisfies `isAnswer`. Throws the daemon's
  /// error as a fault, and `socket.failed` when the connection ends before the answer.
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

  /// Returns the fault for a `closed` line that arrives instead of an answer.
  static func closed(_ line: WatchLine) -> Fault {
    if line.reason == Reply.CloseReason.shutdown.rawValue {
      return Fault(.socketFailed, "the daemon is stopping", hint: "ask again when it is back")
    }
    let reason = line.reason ?? "no reason given"
    let (explanation, hint) = explanation(for: line.reason.flatMap(Reply.CloseReason.init))
    return Fault(
      .socketFailed, "the daemon closed the connection: \(reason)" + (explanation.map { ", \($0)" } ?? ""), hint: hint)
  }

  /// Returns an explanation of a reason whose name is not clear enough, and a hint on what to do about it.
  private static func explanation(for reason: Reply.CloseReason?) -> (explanation: String?, hint: String?) {
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
    case .shutdown, .idle, .request, nil: (nil, nil)
    }
  }

  static let hungUp = Fault(.socketFailed, "the daemon hung up")
}

extension SocketClient {
  /// The timeout of a query, far longer than a healthy daemon needs.
  public static let answerTimeout = Duration.seconds(10)

  /// The timeout of an `OutboxRequest`. An order may concern every waiting message.
  static let orderTimeout = Duration.seconds(60)

  /// Returns the result of `ask`. Throws `socket.silent` after `limit`: clients can connect to a daemon that hangs, but
  /// get no answer.
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
  static let socketNoDaemon = Fault.Code("socket.no-daemon")
  static let socketNotAllowed = Fault.Code("socket.not-allowed")
  static let socketSilent = Fault.Code("socket.silent")
}
