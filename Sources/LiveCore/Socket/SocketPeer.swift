/// One connected client: its socket and its session. Used on the server's thread only.
final class SocketPeer {
  let token: UInt64
  let socket: UnixSocket
  var session: SubscriberSession
  /// What its descriptor is watched for.
  var interest = Epoll.Interest.input
  /// The kernel takes nothing until it says so.
  private var isBlocked = false
  /// Nobody is there any more.
  private(set) var isGone = false

  /// The kernel's own room for a client that does not read; a last line gets more than that.
  private static let lastRoom: Int32 = 1 << 20

  init(token: UInt64, socket: UnixSocket, session: SubscriberSession) {
    (self.token, self.socket, self.session) = (token, socket, session)
  }

  /// What it should be watched for now.
  var wanted: Epoll.Interest {
    var wanted: Epoll.Interest = session.wantsInput ? .input : []
    if isBlocked { wanted.insert(.output) }
    return wanted
  }

  /// Takes in what the descriptor has to tell.
  func handle(_ ready: Epoll.Ready) {
    if ready.hasHungUp { isGone = true }
    if ready.canSend { isBlocked = false }
    guard ready.canReceive, !isGone, session.wantsInput else { return }
    do throws(SocketFailure) {
      guard let bytes = try socket.receive(atMost: 16 << 10) else { return }
      if bytes.isEmpty { session.inputEnded() } else { session.received(bytes) }
    } catch {
      isGone = true
    }
  }

  /// Sends what the kernel takes.
  func flush(at now: Duration) {
    if session.ending == .now {
      socket.setSendBuffer(bytes: Self.lastRoom)
      isBlocked = false
    }
    while !session.output.isEmpty, !isBlocked, !isGone {
      do throws(SocketFailure) {
        guard let count = try socket.send(session.output.pending) else {
          isBlocked = true
          return
        }
        session.sent(count, at: now)
      } catch {
        isGone = true
      }
    }
  }

  /// Reads away what the client still said: closing over unread bytes would reset the connection.
  func drain() {
    for _ in 0..<64 {
      guard let rest = try? socket.receive(atMost: 16 << 10), !rest.isEmpty else { return }
    }
  }
}
