public import LiveModel

/// The stream of `livegamed watch`: a subscription that reconnects and continues at its last position.
public struct WatchStream: Sendable {
  /// One item of the stream.
  public enum Notice: Sendable {
    /// An event, a `gap`, or a `synced` with warnings.
    case line(WatchLine)
    /// The connection is lost. Reported once until an event or a heartbeat arrives again.
    case outage(Fault)
  }

  private enum State: Sendable {
    case disconnected(for: Duration)
    case connected(SocketClient)
  }

  private let path: String
  private let filter: EventFilter
  private let pause: @Sendable (Duration) async throws -> Void
  /// Events before this time are skipped; nil after the first later event or `synced`.
  private var since: Timestamp?
  private var position: WatchPosition
  private var state = State.disconnected(for: .zero)
  private var backOff = WatchBackOff()
  private var hasConnected = false
  private var isOutage = false

  /// Creates a stream from the daemon at `path`; connects at the first call of `next()`. Waits before reconnecting are
  /// shortened by up to a quarter at random, so that many watchers of one daemon do not reconnect at the same instant.
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

  /// Waits for the next item. Throws a `Fault` when the first connection fails or the daemon rejects the subscription,
  /// and `CancellationError`.
  public mutating func next() async throws -> Notice {
    while true {
      switch state {
      case .disconnected(let wait):
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
      return disconnect(fault, reason: nil)
    }
  }

  private func subscribe(_ client: SocketClient) throws {
    let subscription = Subscription(after: position.after, log: position.log, filter: filter)
    try client.subscribe(subscription, id: position.request)
  }

  private mutating func read(from client: SocketClient) async throws -> Notice? {
    do {
      guard let line = try await client.next() else { return disconnect(Self.disconnected("hung up"), reason: nil) }
      switch position.take(line) {
      case .believed: return try act(on: line)
      case .passed: return nil
      case .incomplete:
        try subscribe(client)
        return nil
      }
    } catch let fault as Fault where fault.code != .socketRefused {
      return disconnect(fault, reason: nil)
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
    case "synced":
      since = nil
      if !line.warnings.isEmpty { return .line(line) }
    case "gap": return .line(line)
    case "error": return try refusal(line)
    case "closed":
      var fault = SocketClient.closed(line)
      fault.hint = Self.reconnection
      return disconnect(fault, reason: line.reason)
    default: break
    }
    return nil
  }

  /// Handles an `error` line. After `failed` the stream reconnects, because the error may be temporary; any other code
  /// throws `socket.refused`.
  private mutating func refusal(_ line: WatchLine) throws(Fault) -> Notice? {
    let text = "the daemon says: \(line.summary ?? line.reason ?? "error")"
    guard line.reason == Request.Refusal.Code.failed.rawValue else {
      throw Fault(.socketRefused, text, at: .path(path), hint: "is it of another version?")
    }
    return disconnect(Fault(.socketFailed, text, at: .path(path), hint: "watching goes on"), reason: "log")
  }

  /// Ends an outage after an event or a heartbeat. A `hello` is no proof: a daemon may send it and close the
  /// connection.
  private mutating func recover() {
    isOutage = false
    backOff.reset()
  }

  /// Handles a lost connection, and reports it once. A connection closed as `slow` is not reported, because the stream
  /// continues without loss.
  private mutating func disconnect(_ fault: Fault, reason: String?) -> Notice? {
    state = .disconnected(for: backOff.wait(after: reason))
    guard !isOutage, reason != Reply.CloseReason.slow.rawValue else { return nil }
    isOutage = true
    return .outage(fault)
  }

  private static func disconnected(_ what: String) -> Fault {
    Fault(.socketFailed, "the daemon \(what)", hint: reconnection)
  }

  private static let reconnection =
    "'watch' waits and continues where it was when the daemon runs again; Ctrl-C ends it"
}

/// The start of watching, as given on the command line.
public enum WatchStart: Equatable, Sendable {
  /// At a position in the log.
  case place(Subscription.Start)
  /// With the first event that the daemon observed at or after this time.
  case time(Timestamp)

  /// Parses `now`, or a point in the log. Returns nil for anything else.
  ///
  /// - Parameters:
  ///   - text: the text; letters in either case.
  ///   - now: the present time.
  ///   - zone: the zone of days and times of day, as in `LogPoint`.
  package init?(_ text: String, now: Timestamp, zone: LocalZone) {
    if text.lowercased() == "now" {
      self = .place(.now)
      return
    }
    switch LogPoint(text, now: now, zone: zone) {
    case .oldest: self = .place(.oldest)
    case .sequence(let sequence): self = .place(.sequence(sequence))
    case .time(let time): self = .time(time)
    case nil: return nil
    }
  }
}

/// The back-off of a watcher that reconnects.
struct WatchBackOff: Equatable, Sendable {
  private var attempts = 0

  /// Restarts the back-off after a success.
  mutating func reset() { attempts = 0 }

  /// Returns the time to wait, which doubles with each attempt: from 100 ms to 2 s after a restart of the daemon or a
  /// broken connection, and from 1 s to 30 s for other reasons, such as `full` or `log`. `reason` is that of `closed`;
  /// nil when the connection ended without one or could not be made.
  mutating func wait(after reason: String?) -> Duration {
    let isRejected = ![nil, "shutdown", "slow"].contains(reason)
    let (first, longest): (Duration, Duration) =
      isRejected ? (.seconds(1), .seconds(30)) : (.milliseconds(100), .seconds(2))
    defer { attempts += 1 }
    return min(first * (1 << min(attempts, 10)), longest)
  }
}

extension Fault.Code {
  static let socketRefused = Fault.Code("socket.refused")
}
