internal import Logging
internal import ServiceLifecycle

/// Gives the log's events to local programs over a Unix socket: see `docs/socket.md`.
///
/// One thread of its own serves all clients, each from its own cursor, so that nothing queues in memory: a client that
/// is slow costs only itself. When it stops, each client gets the sequence to resume after.
final class SocketServer: Service {
  private let log: EventLog
  private let listener: SocketListener
  private let doorbell: Doorbell
  private let state = Locked(State())
  private let options: SocketOptions
  private let logger: Logger

  private struct State {
    var isStopping = false
    /// Callbacks that wait for a sign that the thread is alive.
    var asking: [@Sendable () -> Void] = []
  }

  /// Opens the socket; clients that connect now are served once it runs.
  init(log: EventLog, endpoint: SocketEndpoint, options: SocketOptions = SocketOptions(), logger: Logger) throws(Fault)
  {
    (self.log, self.options, self.logger) = (log, options, logger)
    options.meters.expectClosings()
    do {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.socketFailed, "cannot wake a thread: \(error)")
    }
    listener = try SocketListener(endpoint)
  }

  deinit { listener.removeFile() }

  /// Serves until shutdown or cancellation; then the socket's file is gone. Called once. What the log cannot give ends
  /// the client that asked for it, and nothing else.
  func run() async throws {
    log.tail.ring { [doorbell] in doorbell.ring() }
    defer { log.tail.ring(nil) }
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await runThread()
    } onCancelOrGracefulShutdown: {
      self.state.withLock { $0.isStopping = true }
      self.doorbell.ring()
    }
  }

  /// Calls back on the thread once it has got round to it, and at once when it is stopping.
  func ping(_ answer: @escaping @Sendable () -> Void) {
    let isStopping = state.withLock { state in
      if !state.isStopping { state.asking.append(answer) }
      return state.isStopping
    }
    if isStopping { answer() } else { doorbell.ring() }
  }

  /// Answers those who ask; true when the service is to end.
  private func attend() -> Bool {
    let (asking, isStopping) = state.withLock { state in
      defer { state.asking = [] }
      return (state.asking, state.isStopping)
    }
    for answer in asking { answer() }
    return isStopping
  }

  private func runThread() async throws {
    var thread: DedicatedThread?
    defer { thread?.join() }
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      do throws(Fault) {
        thread = try DedicatedThread(name: "livegamed-sock") { ended.resume(with: Result { try self.serve() }) }
      } catch {
        ended.resume(throwing: error)
      }
    }
  }

  private func serve() throws {
    do {
      let loop = try SocketLoop(log: log, listener: listener, doorbell: doorbell, options: options, logger: logger)
      try loop.run(until: attend)
    } catch {
      throw Fault(.socketFailed, "the socket's service ended: \(error)")
    }
  }
}

/// The bounds of the socket's service, and what it knows of the daemon.
struct SocketOptions: Sendable {
  /// How long a client may stay silent before it is subscribed to what happens from its connection on.
  var grace: Duration = .seconds(1)
  /// A subscriber to whom nothing was sent for so long gets a heartbeat.
  var heartbeat: Duration = .seconds(15)
  /// A client that takes no whole line for so long, while some wait for it, is closed.
  var stall: Duration = .seconds(30)
  /// The most bytes that a client may lag behind the log. A client that lags further is closed.
  var lag = 16 << 20
  /// How long clients may take to read to their end when the service stops.
  var drainTimeout: Duration = .seconds(1)
  /// How late a deadline may be noticed: one look at all clients serves many of them.
  var sweep: Duration = .milliseconds(100)
  /// Bytes of the newest lines that are kept in memory; who is further behind is served from the log.
  var ring = 1 << 20
  /// Bytes of answers that may wait for a client; past them its next request is not read. One answer may lie over it.
  var outputBytes = 64 << 10
  /// The longest request in bytes, without its newline.
  var requestBytes = 64 << 10
  /// Requests in a row that are not understood; the client that sends so many is closed.
  var misunderstandings = 16
  /// Clients at the same time; `ClientQuota` says who gets the places.
  var clients = 16_384
  /// Events read from the log at once.
  var page = 64
  /// Information about the games and the daemon.
  var view = DaemonInfo()
  /// Where the clients are counted.
  var meters = Meters()
  /// Identifies the peer of a connection.
  var identify: @Sendable (UnixSocket) -> UnixSocket.Peer? = { $0.peer }
  /// Decides which peers may give commands for deliveries.
  var admits: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
  /// For whom some places are kept.
  var isPrivileged: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
}

/// Where the daemon listens.
enum SocketEndpoint: Equatable, Sendable {
  /// A file of its own. The folder must exist; a nil group leaves the daemon's.
  case path(String, mode: UInt32 = 0o660, group: String? = nil)
  /// A listening socket that systemd opened and keeps; it is taken over once.
  case inherited(Int32)
}

extension Fault.Code {
  static let socketInUse = Fault.Code("socket.in-use")
  static let socketPath = Fault.Code("socket.path")
  static let socketFolder = Fault.Code("socket.folder")
  static let socketFile = Fault.Code("socket.file")
  static let socketGroup = Fault.Code("socket.group")
  static let socketDenied = Fault.Code("socket.denied")
  static let socketFailed = Fault.Code("socket.failed")
}
