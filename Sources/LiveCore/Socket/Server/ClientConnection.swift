internal import LiveModel
internal import LivePlatform
internal import Logging

/// One connected client: its socket and its session. Used only by `SocketLoop`.
final class ClientConnection {
  let token: UInt64
  let socket: UnixSocket
  /// The process and user, as reported by the kernel; nil when unknown.
  let user: UnixSocket.Peer?
  var session: SubscriberSession
  /// The current epoll interest of its descriptor.
  var interest = Epoll.Interest.input
  /// Its group and its index there while it is up to date; nil while it is served at its own pace.
  var membership: (group: FilterGroup, position: Int)?
  /// Whether the client is in `SocketLoop.queue`.
  var isQueued = false
  /// Whether the connection is broken or closed by the client.
  private(set) var isGone = false
  /// The number of bytes in the kernel's send buffer at the last measurement.
  private var unread = Int.max

  /// The size of the kernel's send buffer in bytes for the last line, so that it fits even if the client does not read.
  private static let lastRoom: Int32 = 1 << 20

  init(token: UInt64, socket: UnixSocket, user: UnixSocket.Peer?, session: SubscriberSession) {
    (self.token, self.socket, self.user, self.session) = (token, socket, user, session)
  }

  /// The epoll interest that the session needs now.
  var neededInterest: Epoll.Interest {
    var neededInterest: Epoll.Interest = session.wantsInput ? .input : []
    if session.isBlocked { neededInterest.insert(.output) }
    return neededInterest
  }

  /// Handles an epoll event of its descriptor.
  func handle(_ ready: Epoll.Ready, at now: Duration) {
    if ready.hasHungUp { isGone = true }
    if ready.canSend { session.setBlocked(false, at: now) }
    if ready.canReceive { receive(at: now) }
  }

  /// Reads bytes from the socket into the session.
  func receive(at now: Duration) {
    guard !isGone, session.wantsInput else { return }
    do throws(SystemError) {
      guard let bytes = try socket.receive(atMost: 16 << 10) else { return }
      if bytes.isEmpty { session.inputEnded() } else { session.received(bytes, at: now) }
    } catch {
      isGone = true
    }
  }

  /// Sends the queued output, as far as the kernel takes it.
  func flush(at now: Duration) {
    if session.ending == .now {
      socket.setSendBuffer(bytes: Self.lastRoom)
      session.setBlocked(false, at: now)
    }
    while !session.output.isEmpty, !session.isBlocked, !isGone {
      do throws(SystemError) {
        guard let count = try socket.send(session.output.pending) else {
          session.setBlocked(true, at: now)
          return noteUnread()
        }
        session.sent(count, at: now)
      } catch {
        isGone = true
      }
    }
  }

  /// Sends a batch of lines from a block.
  func take(_ batch: LineBatch, of block: LineBlock, at now: Duration) {
    do throws(SystemError) {
      took(batch.count == 0 ? 0 : try socket.send(batch.runs, of: block.bytes) ?? 0, of: batch, in: block, at: now)
    } catch {
      isGone = true
    }
  }

  /// Records that the kernel has taken `taken` bytes of a batch.
  func took(_ taken: Int, of batch: LineBatch, in block: LineBlock, at now: Duration) {
    session.took(taken, of: batch, in: block, at: now)
    if session.isBlocked { noteUnread() }
  }

  private func noteUnread() { unread = socket.unread ?? .max }

  func hangUp() { isGone = true }

  /// Returns whether the client has read bytes since the last measurement: the kernel's send buffer holds less.
  func hasRead() -> Bool {
    let before = unread
    noteUnread()
    return unread < before
  }

  /// Discards unread input, because closing a socket with unread bytes resets the connection. The client would lose the
  /// last lines.
  func drain() {
    for _ in 0..<64 {
      guard let rest = try? socket.receive(atMost: 16 << 10), !rest.isEmpty else { return }
    }
  }
}

/// The clients that have the same filter and are up to date. Each new line is sent to all of them at once. Used only by
/// `SocketLoop`.
final class FilterGroup {
  let filter: EventFilter
  /// The descriptor of each member, in one contiguous array, because sending needs nothing else.
  private(set) var descriptors: ContiguousArray<Int32> = []
  /// The members, in the order of `descriptors`.
  private(set) var members: ContiguousArray<ClientConnection> = []
  /// The time when its members got their last line.
  var lastLine: Duration

  init(filter: EventFilter, now: Duration) { (self.filter, lastLine) = (filter, now) }

  var isEmpty: Bool { members.isEmpty }

  func add(_ client: ClientConnection) {
    client.membership = (self, members.count)
    descriptors.append(client.socket.descriptor.number)
    members.append(client)
  }

  /// Removes a member; the last member takes its index.
  func remove(at position: Int) {
    members[position].membership = nil
    descriptors.swapAt(position, descriptors.count - 1)
    members.swapAt(position, members.count - 1)
    descriptors.removeLast()
    members.removeLast()
    if position < members.count { members[position].membership = (self, position) }
  }
}

/// The output of one client that must be sent before more of the log: control lines, and the rest of a line that the
/// kernel took only in part.
struct SocketOutput: Sendable {
  /// No request is answered while the output has this many bytes or more.
  let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes at the start of `bytes` that are already sent.
  private var head = 0

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { head == bytes.count }
  var count: Int { bytes.count - head }
  var hasRoom: Bool { count < limit }
  /// The bytes to be sent next.
  var pending: ArraySlice<UInt8> { bytes[head...] }

  mutating func append(_ more: some Sequence<UInt8>) {
    if head > limit {
      bytes.removeFirst(head)
      head = 0
    }
    bytes += more
  }

  /// Records that the kernel has taken `count` bytes.
  mutating func sent(_ count: Int) {
    head += count
    // Free the memory: most of ten thousand clients are idle at any time.
    if isEmpty { (bytes, head) = ([], 0) }
  }
}

/// An event about clients in the daemon's own log. Each kind is logged once a minute, with the number of events.
enum ClientLogEvent: Hashable, Sendable {
  /// A client of this user (as reported by the kernel) has connected.
  case connected(uid: Int?)
  /// A client was refused: all places are taken, and its user or process has no fewer of them than others.
  case full(uid: Int?)
  /// A client was closed: all places are taken, and its place went to a user or process with fewer of them.
  case displaced(uid: Int?)
  /// The process is out of descriptors or memory.
  case exhausted
  /// A client was closed because it took nothing for too long or was too far behind.
  case slow
  /// A client was closed because its events could not be read from the log.
  case unreadable
  /// A request failed because the log could not be read or written.
  case unanswered

  private var level: Logger.Level {
    switch self {
    case .connected, .slow: .info
    case .full, .displaced, .exhausted: .warning
    case .unreadable, .unanswered: .error
    }
  }

  private var text: Logger.Message {
    switch self {
    case .connected: "client connected"
    case .full: "client refused: too many"
    case .displaced: "client closed: too many of its user or process"
    case .exhausted: "client refused"
    case .slow: "client closed: too slow"
    case .unreadable: "client closed: event log not read"
    case .unanswered: "request not carried out"
    }
  }

  /// Logs the event: once a minute at its level, otherwise at level `debug`.
  ///
  /// - Parameters:
  ///   - logger: the daemon's own log.
  ///   - limit: counts the events of each kind.
  ///   - metadata: the fields of the log line, to which the count is added.
  ///   - now: the time by a clock that nobody can set.
  func log(
    to logger: Logger, _ limit: inout LogThrottle<ClientLogEvent>, _ metadata: Logger.Metadata,
    at now: Timestamp = RunClock.shared.now()
  ) {
    let count = limit.count(self, at: now)
    var metadata = metadata
    metadata[LogKey.count] = count.map { "\($0)" }
    logger.log(level: count == nil ? .debug : level, text, metadata: metadata)
  }
}

extension Meters {
  /// Creates the series of each close reason with the value 0.
  func expectClosings() {
    for reason in Reply.CloseReason.allCases { closed(reason, by: 0) }
  }

  /// Counts connections that the daemon closed or refused.
  func closed(_ reason: Reply.CloseReason, by amount: Int = 1) {
    count(.clientsClosed, [.init(.reason, reason.rawValue)], by: amount)
  }
}
