internal import Logging

/// One connected client: its socket and its session. Used on the server's thread only.
final class ClientConnection {
  let token: UInt64
  let socket: UnixSocket
  /// The peer, as the kernel reports it.
  let user: UnixSocket.Peer?
  var session: SubscriberSession
  /// The events that epoll watches for this descriptor.
  var interest = Epoll.Interest.input
  /// Where it sits while it is up to date; nil while it goes at its own pace.
  var seat: (channel: FilterGroup, position: Int)?
  /// It stands in the queue of those who have something to do.
  var isQueued = false
  /// The peer has closed the connection.
  private(set) var isGone = false
  /// The unread bytes in the kernel at the last successful send.
  private var unread = Int.max

  /// The kernel's own room for a client that does not read; a last line gets more than that.
  private static let lastRoom: Int32 = 1 << 20

  init(token: UInt64, socket: UnixSocket, user: UnixSocket.Peer?, session: SubscriberSession) {
    (self.token, self.socket, self.user, self.session) = (token, socket, user, session)
  }

  /// The events that epoll should watch now.
  var wanted: Epoll.Interest {
    var wanted: Epoll.Interest = session.wantsInput ? .input : []
    if session.isBlocked { wanted.insert(.output) }
    return wanted
  }

  /// Takes in what the descriptor has to tell.
  func handle(_ ready: Epoll.Ready, at now: Duration) {
    if ready.hasHungUp { isGone = true }
    if ready.canSend { session.setBlocked(false, at: now) }
    if ready.canReceive { receive(at: now) }
  }

  /// Reads what it has said.
  func receive(at now: Duration) {
    guard !isGone, session.wantsInput else { return }
    do throws(SocketFailure) {
      guard let bytes = try socket.receive(atMost: 16 << 10) else { return }
      if bytes.isEmpty { session.inputEnded() } else { session.received(bytes, at: now) }
    } catch {
      isGone = true
    }
  }

  /// Sends what is put out, as far as the kernel takes it.
  func flush(at now: Duration) {
    if session.ending == .now {
      socket.setSendBuffer(bytes: Self.lastRoom)
      session.setBlocked(false, at: now)
    }
    while !session.output.isEmpty, !session.isBlocked, !isGone {
      do throws(SocketFailure) {
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

  /// Gives it lines of a block.
  func take(_ batch: LineBatch, of block: LineBlock, at now: Duration) {
    do throws(SocketFailure) {
      took(batch.count == 0 ? 0 : try socket.send(batch.runs, of: block.bytes) ?? 0, of: batch, in: block, at: now)
    } catch {
      isGone = true
    }
  }

  /// The kernel has taken so many bytes of a batch.
  func took(_ taken: Int, of batch: LineBatch, in block: LineBlock, at now: Duration) {
    session.took(taken, of: batch, in: block, at: now)
    if session.isBlocked { noteUnread() }
  }

  private func noteUnread() { unread = socket.unread ?? .max }

  func hangUp() { isGone = true }

  /// The kernel holds less for it than before: it reads.
  func hasRead() -> Bool {
    let before = unread
    noteUnread()
    return unread < before
  }

  /// Reads away what the client still said: closing over unread bytes would reset the connection.
  func drain() {
    for _ in 0..<64 {
      guard let rest = try? socket.receive(atMost: 16 << 10), !rest.isEmpty else { return }
    }
  }
}

/// The clients that want the same events and have got all of them: each new line goes to all of them at once. Used on
/// the server's thread only.
final class FilterGroup {
  let filter: EventFilter
  /// One a member, side by side, for nothing else is looked at while lines go out.
  private(set) var descriptors: ContiguousArray<Int32> = []
  /// In the same order.
  private(set) var members: ContiguousArray<ClientConnection> = []
  /// When its members got their last line.
  var lastLine: Duration

  init(filter: EventFilter, now: Duration) { (self.filter, lastLine) = (filter, now) }

  var isEmpty: Bool { members.isEmpty }

  func add(_ peer: ClientConnection) {
    peer.seat = (self, members.count)
    descriptors.append(peer.socket.descriptor.number)
    members.append(peer)
  }

  /// The last one takes the place of the one that leaves.
  func remove(at position: Int) {
    members[position].seat = nil
    descriptors.swapAt(position, descriptors.count - 1)
    members.swapAt(position, members.count - 1)
    descriptors.removeLast()
    members.removeLast()
    if position < members.count { members[position].seat = (self, position) }
  }
}

/// Log events about clients. Each kind is logged once a minute, with a count.
enum ClientLogEvent: Hashable, Sendable {
  /// Of this user, by the kernel's word.
  case connected(uid: Int?)
  /// There are too many clients, and this user or process has no fewer than others.
  case full(uid: Int?)
  /// There are too many clients, and another user or process has fewer.
  case displaced(uid: Int?)
  /// The process is out of descriptors or memory.
  case exhausted
  /// It took nothing for too long, or was too far behind.
  case slow
  /// The client's next events could not be read from the log.
  case unreadable
  /// An answer could not be read from the log, or an order not be written there.
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

  /// Says it, once a minute at its level and else for those who look closely.
  ///
  /// - Parameters:
  ///   - logger: where it is said.
  ///   - limit: remembers what was said.
  ///   - metadata: all that goes with it.
  ///   - now: by a clock that nobody sets.
  func tell(
    _ logger: Logger, _ limit: inout LogThrottle<ClientLogEvent>, _ metadata: Logger.Metadata,
    at now: Timestamp = RunClock.shared.now()
  ) {
    let count = limit.count(self, at: now)
    var metadata = metadata
    metadata[LogKey.count] = count.map { "\($0)" }
    logger.log(level: count == nil ? .debug : level, text, metadata: metadata)
  }
}
