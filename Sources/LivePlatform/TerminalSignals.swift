internal import Glibc
public import LiveModel
internal import Synchronization

extension Fault.Code {
  /// Signals cannot be received.
  package static let signals = Fault.Code("platform.signals")
}

/// The signals that end or stop a program or change its terminal, for a command that must clean up first. Creating it
/// disables the default actions; create it once in a process.
///
/// A second request to end that arrives more than one second after the first ends the process immediately.
public struct TerminalSignals: Sendable {
  private let numbers: AsyncStream<Int32>

  /// Lives as long as the process, because a signal handler may run at any time.
  private static let pipe = try? UnixPipe()
  /// The only state that a signal handler uses.
  private static let writingEnd = Atomic<Int32>(-1)

  /// Handles SIGINT, SIGTERM, SIGQUIT and SIGHUP and, for a screen, also SIGTSTP, SIGCONT and SIGWINCH. SIGQUIT, SIGHUP
  /// and SIGTSTP stay ignored if the parent ignored them, as `nohup` does.
  public init(ofScreen isScreen: Bool) throws(Fault) {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingNewest(64))
    self.numbers = numbers
    let reading: Descriptor
    do throws(SystemError) {
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

  /// Returns the number of the signal that requests the end; nil when the task is cancelled. Calls `stopped` on
  /// SIGTSTP, to leave the screen and call `stop`, and `resized` when the screen must be redrawn.
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

  /// Stops the process as Ctrl-Z does, and returns when it continues. The kernel does not stop a process that no shell
  /// could continue.
  public func stop() {
    var (stopping, usual) = (sigset_t(), sigset_t())
    sigemptyset(&stopping)
    sigaddset(&stopping, SIGTSTP)
    signal(SIGTSTP, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &stopping, &usual)
    // Goes to this thread, which does nothing else before the stop.
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

/// Signals whose default action would end the process.
package enum Signals {
  /// Ignores SIGPIPE, because a receiver that hangs up must not end the daemon, and SIGHUP, which requests a reload.
  package static func ignoreHangUps() {
    for number in [SIGPIPE, SIGHUP] { signal(number, SIG_IGN) }
  }
}
