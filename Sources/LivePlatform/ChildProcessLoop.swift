internal import CLinux
internal import Glibc

/// The loop of the thread that runs one program: writes its input, reads its standard error and waits for its end. Used
/// on that thread only.
///
/// The process is reaped last. Until then the kernel cannot give its pid, and so the number of its group, to another
/// process.
final class ChildProcessLoop {
  private enum Token: UInt64 { case end, input, errors, cancel }

  private enum Phase {
    case running
    /// SIGTERM has been sent.
    case terminating
    /// SIGKILL has been sent.
    case killed
  }

  private let cancel: Doorbell
  private let grace: Duration
  private let epoll: Epoll
  private let process: pid_t
  /// The pidfd: readable once the process has ended.
  private let end: Descriptor
  /// Our end of the program's standard input; nil after the last byte or when the program has closed its end.
  private var input: Descriptor?
  private var rest: ArraySlice<UInt8>
  /// Our end of the program's standard error; nil once it is closed.
  private var errors: Descriptor?
  private var excerpt: [UInt8] = []
  private var phase = Phase.running
  /// End of the present phase; nil without a time limit and after SIGKILL.
  private var deadline: SuspendingClock.Instant?
  /// The reason why we ended the program.
  private var stop: ChildProcess.Way?

  /// Starts the program.
  init(_ program: ChildProcess, cancel: Doorbell) throws(SystemError) {
    (self.cancel, grace, rest) = (cancel, program.grace, program.input[...])
    let (inputs, errors, epoll) = (try UnixPipe(), try UnixPipe(), try Epoll())
    try inputs.writing.setNonBlocking()
    try errors.reading.setNonBlocking()
    try epoll.add(inputs.writing, token: Token.input.rawValue, for: .output)
    try epoll.add(errors.reading, token: Token.errors.rawValue, for: .input)
    try epoll.add(cancel.descriptor, token: Token.cancel.rawValue, for: .input)
    (self.epoll, input, self.errors) = (epoll, inputs.writing, errors.reading)
    let process = try program.start(input: inputs.reading, errors: errors.writing)
    self.process = process
    do throws(SystemError) {
      end = try Self.watch(process, epoll)
    } catch {
      Self.signal(process, SIGKILL)
      Self.wait(for: process)
      throw error
    }
    deadline = program.timeout.map { .now + $0 }
  }

  /// Returns when the program has ended and no process of its group is left.
  func run() throws(SystemError) -> ChildProcess.Ending {
    var failure: SystemError?
    do throws(SystemError) {
      while !(try round()) {}
    } catch {
      failure = error
    }
    Self.signal(process, SIGKILL)
    let way = Self.wait(for: process)
    if let failure { throw failure }
    while excerpt.count < ChildProcess.longestComplaint, readErrors() {}
    return ChildProcess.Ending(way: stop ?? way, complaint: excerpt)
  }

  /// Waits for the next event and handles it. Returns true when the process has ended.
  private func round() throws(SystemError) -> Bool {
    let limit = deadline.map { SuspendingClock.now.duration(to: $0) }
    let ready = try epoll.wait(atMost: limit).compactMap { Token(rawValue: $0.token) }
    if ready.contains(.end) { return true }
    if ready.contains(.input) { writeInput() }
    if ready.contains(.errors) { readErrors() }
    if ready.contains(.cancel) {
      cancel.drain()
      terminate(because: .cancelled)
    }
    if let deadline, deadline <= .now { passDeadline() }
    return false
  }

  private func passDeadline() {
    switch phase {
    case .running: terminate(because: .timedOut)
    case .terminating, .killed:
      Self.signal(process, SIGKILL)
      (phase, deadline) = (.killed, nil)
    }
  }

  private func terminate(because way: ChildProcess.Way) {
    guard phase == .running else { return }
    Self.signal(process, SIGTERM)
    (phase, stop, deadline) = (.terminating, way, .now + grace)
  }

  /// Writes as much as the pipe takes. A program may close its input before it has read everything; that is no error.
  private func writeInput() {
    guard let input else { return }
    do {
      guard let count = try input.write(rest) else { return }
      rest = rest.dropFirst(count)
      guard rest.isEmpty else { return }
    } catch {}
    epoll.remove(input)
    self.input = nil
  }

  /// Reads standard error once. Returns false when there was nothing to read.
  @discardableResult private func readErrors() -> Bool {
    guard let errors else { return false }
    do {
      guard let bytes = try errors.read(atMost: ChildProcess.longestComplaint) else { return false }
      excerpt += bytes.prefix(ChildProcess.longestComplaint - excerpt.count)
      guard bytes.isEmpty else { return true }
    } catch {}
    epoll.remove(errors)
    self.errors = nil
    return false
  }

  private static func watch(_ process: pid_t, _ epoll: Epoll) throws(SystemError) -> Descriptor {
    let opened = clinux_pidfd_open(process)
    guard opened >= 0 else { throw .current() }
    let end = Descriptor(opened)
    try epoll.add(end, token: Token.end.rawValue, for: .input)
    return end
  }

  /// Signals the whole group; SIGKILL also goes to the process itself, in case it has left the group.
  private static func signal(_ process: pid_t, _ number: Int32) {
    if kill(-process, number) != 0 || number == SIGKILL { kill(process, number) }
  }

  /// Reaps the process.
  ///
  /// - Source: `wait(2)`: the low seven bits are the signal, the next byte the status.
  @discardableResult private static func wait(for process: pid_t) -> ChildProcess.Way {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return .unknown }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited(Int(status >> 8 & 0xff)) : .killed(signal: Int(signal))
  }
}
