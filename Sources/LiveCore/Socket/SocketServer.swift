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
  private let isStopping = Guarded(false)
  /// Who wants to hear that the thread goes on.
  private let asking = Guarded<[@Sendable () -> Void]>([])
  private let options: SocketOptions
  private let logger: Logger

  /// Opens the socket; clients that connect now are served once it runs.
  init(log: EventLog, endpoint: SocketEndpoint, options: SocketOptions = SocketOptions(), logger: Logger) throws(Fault)
  {
    (self.log, self.options, self.logger) = (log, options, logger)
    do {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.socketFailed, "cannot wake a thread: \(error)")
    }
    listener = try SocketListener(endpoint)
  }

  deinit { listener.removeFile() }

  /// Serves until shutdown or cancellation; then the socket's file is gone. Called once.
  func run() async throws {
    log.tail.ring { [doorbell] in doorbell.ring() }
    defer { log.tail.ring(nil) }
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await runThread()
    } onCancelOrGracefulShutdown: {
      self.isStopping.withLock { $0 = true }
      self.doorbell.ring()
    }
  }

  /// Calls back on the thread once it has got round to it, and at once when it is stopping.
  func giveSignOfLife(_ answer: @escaping @Sendable () -> Void) {
    if isStopping.withLock({ $0 }) { return answer() }
    asking.withLock { $0.append(answer) }
    doorbell.ring()
  }

  private func answerThoseWhoAsk() {
    let asking = asking.withLock { asking in
      defer { asking = [] }
      return asking
    }
    for answer in asking { answer() }
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
      try loop.run {
        answerThoseWhoAsk()
        return isStopping.withLock { $0 }
      }
    } catch {
      throw Fault(.socketFailed, "the socket's service ended: \(error)")
    }
  }
}
