internal import Glibc
internal import Synchronization

extension Fault.Code {
  /// The system refused what it takes to hear of signals.
  static let signals = Fault.Code("platform.signals")
}

/// The signals by which people end a program, stop it or change its terminal, for a command that has something to put
/// right before it goes. From when it is made they do nothing by themselves; to be made once in a process.
///
/// One that asks for the end a second after another one did ends the process at once, whatever it hangs in.
public struct TerminalSignals: Sendable {
  private let numbers: AsyncStream<Int32>

  /// For as long as the process lives, for a handler may run at any time.
  private static let pipe = try? UnixPipe()
  /// All that a handler may touch.
  private static let writingEnd = Atomic<Int32>(-1)

  /// Listens to SIGINT, SIGTERM, SIGQUIT and SIGHUP, and for a screen also to what stops it, makes it go on, or changes
  /// its size. What `nohup` and its like have had ignored stays so.
  public init(ofScreen isScreen: Bool) throws(Fault) {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(64))
    self.numbers = numbers
    let reading: Descriptor
    do throws(SocketFailure) {
      guard let pipe = Self.pipe else { throw .current() }
      try pipe.writing.setNonBlocking()
      Self.writingEnd.store(pipe.writing.number, ordering: .sequentiallyConsistent)
      reading = pipe.reading
    } catch {
      throw Fault(.signals, "no pipe for signals: \(error)", hint: "raise 'ulimit -n'")
    }
    _ = try DedicatedThread(name: "livegamed-sig") { Self.listen(on: reading, continuation) }
    for number in [SIGINT, SIGTERM] { Self.trap(number) }
    for number in [SIGQUIT, SIGHUP] where !Self.isIgnored(number) { Self.trap(number) }
    guard isScreen else { return }
    for number in [SIGWINCH, SIGCONT] { Self.trap(number) }
    if !Self.isIgnored(SIGTSTP) { Self.trap(SIGTSTP) }
  }

  /// The number of the signal that asks for the end; nil when the task is cancelled. Calls `stopped` when a screen is
  /// to be left and `stop` called, `resized` when it is to be drawn anew.
  public func wait(stopped: () async -> Void = {}, resized: () async -> Void = {}) async -> Int32? {
    for await number in numbers {
      switch number {
      case SIGTSTP: await stopped()
      case SIGWINCH, SIGCONT: await resized()
      default: return number
      }
    }
    return nil
  }

  /// Stops the process as Ctrl-Z does, and returns when it goes on. Where nobody could make it go on, the kernel does
  /// not stop it.
  public func stop() {
    var (stopping, usual) = (sigset_t(), sigset_t())
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &stopping, &usual)
    // To this thread, which then does nothing more before the stop.
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &usual, nil)
    Self.trap(SIGTSTP)
  }

  private static func listen(on pipe: Descriptor, _ continuation: AsyncStream<Int32>.Continuation) {
    var firstEnd: ContinuousClock.Instant?
    while let bytes = try? pipe.read(atMost: 64), !bytes.isEmpty {
      for number in bytes.map(Int32.init) {
        if [SIGINT, SIGTERM, SIGQUIT, SIGHUP].contains(number) {
          if let firstEnd, firstEnd.duration(to: .now) > .seconds(1) { _exit(128 + number) }
          firstEnd = firstEnd ?? .now
        }
        continuation.yield(number)
      }
    }
  }

  private static func trap(_ number: Int32) {
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { number in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      write(TerminalSignals.writingEnd.load(ordering: .relaxed), &byte, 1)
      errno = before
    }
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// Signals whose default would end the process.
enum Signals {
  /// A receiver that hangs up must not end the daemon, nor SIGHUP, by which others ask for a reload.
  static func ignoreHangUps() {
    for number in [SIGPIPE, SIGHUP] { signal(number, SIG_IGN) }
  }
}
