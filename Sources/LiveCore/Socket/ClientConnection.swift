/// One connected client: its socket and its session. Used on the server's thread only.
final class ClientConnection {
  let token: UInt64
  let socket: UnixSocket
  /// Who it is, by the kernel's word.
  let user: UnixSocket.Peer?
  var session: SubscriberSession
  /// What its descriptor is watched for.
  var interest = Epoll.Interest.input
  /// Where it sits while it is up to date; nil while it goes at its own pace.
  var seat: (channel: FilterGroup, position: Int)?
  /// It stands in the queue of those who have something to do.
  var isQueued = false
  /// Nobody is there any more.
  private(set) var isGone = false
  /// What the kernel held for it when it last took something.
  private var unread = Int.max

  /// The kernel's own room for a client that does not read; a last line gets more than that.
  private static let lastRoom: Int32 = 1 << 20

  init(token: UInt64, socket: UnixSocket, user: UnixSocket.Peer?, session: SubscriberSession) {
    (self.token, self.socket, self.user, self.session) = (token, socket, user, session)
  }

  /// What it should be watched for now.
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
