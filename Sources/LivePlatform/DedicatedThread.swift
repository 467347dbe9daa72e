internal import CLinux
internal import Glibc
public import LiveModel

extension Fault.Code {
  /// The system refused to create a thread.
  package static let thread = Fault.Code("platform.thread")
}

/// A thread of our own for blocking C calls, because the cooperative pool has only one thread per core.
///
/// All signals are blocked on it: the main thread handles them, and a write to a closed TLS connection must not raise
/// SIGPIPE.
package final class DedicatedThread: Sendable {
  /// Nil after `join`.
  private let id: Locked<pthread_t?>

  /// Starts the thread. `name` has at most 15 bytes.
  package init(name: String, _ body: @escaping @Sendable () -> Void) throws(Fault) {
    let entry = Unmanaged.passRetained(Entry(name: name, body: body))
    var id = pthread_t()
    let error = pthread_create(&id, nil, { Entry.run($0) }, entry.toOpaque())
    guard error == 0 else {
      entry.release()
      throw Fault(.thread, "no thread '\(name)' (errno \(error))", hint: "raise TasksMax or LimitNPROC of the service")
    }
    self.id = Locked(id)
  }

  deinit {
    if let id = takeID() { pthread_detach(id) }
  }

  /// Waits until the thread has ended. Returns at once on the thread itself and on a second call.
  package func join() {
    guard let id = takeID() else { return }
    if pthread_equal(id, pthread_self()) != 0 {
      pthread_detach(id)
    } else {
      pthread_join(id, nil)
    }
  }

  private func takeID() -> pthread_t? {
    id.withLock { id in
      defer { id = nil }
      return id
    }
  }

  private final class Entry {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      let entry = Unmanaged<Entry>.fromOpaque(context).takeRetainedValue()
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_SETMASK, &signals, nil)
      // Shown by `top -H` and debuggers.
      clinux_set_thread_name(entry.name)
      entry.body()
      return nil
    }
  }
}

/// A thread for calls that may block for any length of time. A task that waits for such a call holds no thread of the
/// cooperative pool, and can be cancelled. Calls run one at a time, in the order of arrival.
///
/// Bound: one call per waiting task, plus the running call of a cancelled task.
public final class BlockingThread: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var jobs: [Job] = []
    var isClosed = false
  }

  private let state = Locked(State())
  private let doorbell: Doorbell

  /// Starts the thread. `name` has at most 15 bytes.
  public init(name: String) throws(Fault) {
    do throws(SystemError) {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.thread, "no descriptor to wake thread '\(name)': \(error)", hint: "raise 'ulimit -n'")
    }
    _ = try DedicatedThread(name: name) { [state, doorbell] in Self.run(state, doorbell) }
  }

  /// Ends the thread after the running call.
  deinit {
    state.withLock { $0.isClosed = true }
    doorbell.ring()
  }

  /// Runs `work` on the thread and returns its result.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled. A call that is running then continues and its result
  /// is discarded; a call that has not started is never made.
  public func call<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let call = Call<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard call.begin(continuation) else { return continuation.resume(throwing: CancellationError()) }
        state.withLock { state in state.jobs.append { if call.isWanted { call.finish(Result(catching: work)) } } }
        doorbell.ring()
      }
    } onCancel: {
      call.finish(.failure(CancellationError()))
    }
  }

  private static func run(_ state: Locked<State>, _ doorbell: Doorbell) {
    while true {
      let (job, isClosed) = state.withLock { state in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
      }
      if isClosed { return }
      if let job { job() } else { doorbell.wait() }
    }
  }

  /// One call, whose continuation is resumed once.
  private final class Call<Value: Sendable>: Sendable {
    private enum Stage {
      case new
      case waiting(CheckedContinuation<Value, any Error>)
      case over
    }

    private let stage = Locked(Stage.new)

    /// Stores the continuation. Returns false when the call was cancelled before.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
      stage.withLock { stage in
        guard case .new = stage else { return false }
        stage = .waiting(continuation)
        return true
      }
    }

    /// Whether a task still waits for the result.
    var isWanted: Bool {
      stage.withLock { stage in
        if case .waiting = stage { true } else { false }
      }
    }

    func finish(_ result: Result<Value, any Error>) {
      let continuation = stage.withLock { stage -> CheckedContinuation<Value, any Error>? in
        defer { stage = .over }
        guard case .waiting(let continuation) = stage else { return nil }
        return continuation
      }
      continuation?.resume(with: result)
    }
  }
}
