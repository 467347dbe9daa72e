/// The stream of `livegamed watch`: a subscription that resumes after a lost connection.
public struct WatchStream: Sendable {
  /// Something to tell.
  public enum Notice: Sendable {
    /// An event, a `gap`, or an `error` that ends nothing.
    case line(WatchLine)
    /// The daemon is away. Told once, until something has come again.
    case outage(Fault)
  }

  private enum State: Sendable {
    case away(for: Duration)
    case connected(SocketClient)
  }

  private let path: String
  private let filter: EventFilter
  private let pause: @Sendable (Duration) async throws -> Void
  /// Older events are passed over; nil once a younger one or `synced` has come.
  private var since: Timestamp?
  private var position: WatchPosition
  private var state = State.away(for: .zero)
  private var backOff = WatchBackOff()
  private var hasConnected = false
  private var isOut = false

  /// Of the daemon at a path; connects when it is first asked. Waits vary by a quarter, so that many watchers of one
  /// daemon do not come back at one instant.
  public init(path: String, from start: WatchStart, filter: EventFilter) {
    self.init(path: path, from: start, filter: filter) { wait in
      try await Task.sleep(for: wait * Double.random(in: 0.75...1))
    }
  }

  init(
    path: String, from start: WatchStart, filter: EventFilter = EventFilter(),
    pause: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.path, self.filter, self.pause) = (path, filter, pause)
    switch start {
    case .place(let after): position = WatchPosition(after: after, isWhole: filter.isOpen)
    case .time(let time): (position, since) = (WatchPosition(after: .oldest, isWhole: filter.isOpen), time)
    }
  }

  /// Waits for what is next. Throws a `Fault` when nobody listens at the first attempt or the daemon does not
  /// understand what is asked, and `CancellationError`.
  public mutating func next() async throws -> Notice {
    while true {
      switch state {
      case .away(let wait):
        if wait > .zero { try await pause(wait) }
        if let notice = try connect() { return notice }
      case .connected(let client):
        if let notice = try await read(from: client) { return notice }
      }
    }
  }

  private mutating func connect() throws -> Notice? {
    do {
      position.begin()
      let client = try SocketClient(path: path)
      try subscribe(client)
      state = .connected(client)
      hasConnected = true
      return nil
    } catch let fault as Fault where hasConnected {
      return lose(fault, reason: nil)
    }
  }

  private func subscribe(_ client: SocketClient) throws {
    let subscription = Subscription(after: position.after, log: position.log, filter: filter)
    try client.subscribe(subscription, id: position.request)
  }

  private mutating func read(from client: SocketClient) async throws -> Notice? {
    do {
      guard let line = try await client.next() else { return lose(Self.away("hung up"), reason: nil) }
      switch position.take(line) {
      case .believed: return try act(on: line)
      case .passed: return nil
      case .incomplete:
        try subscribe(client)
        return nil
      }
    } catch let fault as Fault where fault.code != .socketRefused {
      return lose(fault, reason: nil)
    }
  }

  private mutating func act(on line: WatchLine) throws(Fault) -> Notice? {
    switch line.op {
    case nil:
      recover()
      if let since, let seen = line.event?.data.observedAt ?? line.time, seen < since { return nil }
      since = nil
      return .line(line)
    case "heartbeat": recover()
    case "synced": since = nil
    case "gap": return .line(line)
    case "error": return try refusal(line)
    case "closed":
      var fault = SocketClient.closed(line)
      fault.hint = "watching goes on when it is back"
      return lose(fault, reason: line.reason)
    default: break
    }
    return nil
  }

  /// Handles a refusal: retries a failure, and throws for a request that the daemon does not understand.
  private mutating func refusal(_ line: WatchLine) throws(Fault) -> Notice? {
    let text = "the daemon says: \(line.summary ?? line.reason ?? "error")"
    guard line.reason == Request.Refusal.Code.failed.rawValue else {
      throw Fault(.socketRefused, text, at: .path(path), hint: "is it of another version?")
    }
    return lose(Fault(.socketFailed, text, at: .path(path), hint: "watching goes on"), reason: "log")
  }

  /// Only what has come proves that all is well: a daemon may greet and go.
  private mutating func recover() {
    isOut = false
    backOff.reset()
  }

  /// Nothing is lost to one who was slow, so that is not worth a word.
  private mutating func lose(_ fault: Fault, reason: String?) -> Notice? {
    state = .away(for: backOff.wait(after: reason))
    guard !isOut, reason != Reply.CloseReason.slow.rawValue else { return nil }
    isOut = true
    return .outage(fault)
  }

  private static func away(_ what: String) -> Fault {
    Fault(.socketFailed, "the daemon \(what)", hint: "watching goes on when it is back")
  }
}

extension Fault.Code {
  static let socketRefused = Fault.Code("socket.refused")
}
