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
    /// Who wants to hear that the thread goes on.
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

  /// Serves until shutdown or cancellation; then the socket's file is gone. Called once. What the log cannot give ends the
  /// client that asked for it, and nothing else.
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
