internal import CLinux
internal import Glibc

/// A thread for calls that may block for as long as somebody else likes: the task that waits for one holds no thread of
/// the cooperative pool meanwhile, and can be cancelled. One call at a time, in the order in which they came.
///
/// Bound: one call a waiting task, and the one in hand of a task that was cancelled.
public final class BlockingThread: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var jobs: [Job] = []
    var isClosed = false
  }

  private let state = Locked(State())
  private let doorbell: Doorbell

  /// Starts the thread; `name` has at most 15 bytes.
  public init(name: String) throws(Fault) {
    do throws(SocketFailure) {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.thread, "no descriptor to wake thread '\(name)': \(error)", hint: "raise 'ulimit -n'")
    }
    _ = try DedicatedThread(name: name) { [state, doorbell] in Self.run(state, doorbell) }
  }

  /// The thread ends with the call in hand.
  deinit {
    state.withLock { $0.isClosed = true }
    doorbell.ring()
  }

  /// Returns what `work` returns on the thread.
  ///
  /// Throws `CancellationError` as soon as the task is cancelled: a call that has begun goes on then, and its result is
  /// lost; one that has not is not made.
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

  /// One call, answered once.
  private final class Call<Value: Sendable>: Sendable {
    private enum Stage {
      case new
      case waiting(CheckedContinuation<Value, any Error>)
      case over
    }

    private let stage = Locked(Stage.new)

    /// False when it was cancelled before it began.
    func begin(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
      stage.withLock { stage in
        guard case .new = stage else { return false }
        stage = .waiting(continuation)
        return true
      }
    }

    /// Whether a caller still waits for it.
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

extension Fault.Code {
  /// The system refused a thread.
  static let thread = Fault.Code("platform.thread")
}

/// One thread of our own, for a C loop that blocks: the cooperative pool has only one thread a core.
///
/// Every signal is blocked on it: they belong to the main thread, and a write to a gone TLS peer must not raise
/// SIGPIPE.
final class DedicatedThread: Sendable {
  /// Nil once it was joined.
  private let id: Locked<pthread_t?>

  /// Starts the thread; `name` has at most 15 bytes.
  init(name: String, _ body: @escaping @Sendable () -> Void) throws(Fault) {
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

  /// Waits until the thread has ended. On the thread itself, or the second time, it returns at once.
  func join() {
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
      // For `top -H` and debuggers.
      clinux_set_thread_name(entry.name)
      entry.body()
      return nil
    }
  }
}
