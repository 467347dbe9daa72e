internal import CLinux
internal import Glibc

extension Fault.Code {
  /// The system refused a thread.
  static let thread = Fault.Code("platform.thread")
}

/// One thread of our own, for a C loop that blocks: the cooperative pool has only one thread a core.
///
/// Every signal is blocked on it: they belong to the main thread, and a write to a gone TLS peer must not raise SIGPIPE.
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
