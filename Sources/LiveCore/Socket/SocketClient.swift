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
