internal import CLinux
internal import Glibc

/// The thread of one running program: writes its input, reads its standard error, and waits for its end. Used on that
/// thread only.
///
/// The process is waited for last of all: until then its number, and so that of its group, cannot become another's.
final class ChildProcessLoop {
  private enum Token: UInt64 { case end, input, complaints, cancel }

  private enum Phase {
    case running
    /// SIGTERM was sent.
    case asked
    /// SIGKILL was sent.
    case forced
  }

  private let cancel: Doorbell
  private let grace: Duration
  private let epoll: Epoll
  private let process: pid_t
  /// Readable once the process has ended.
  private let end: Descriptor
  /// Our end of its standard input; nil once there is nothing more to write, or nobody to read it.
  private var input: Descriptor?
  private var rest: ArraySlice<UInt8>
  /// Our end of its standard error; nil once it is closed.
  private var complaints: Descriptor?
  private var complaint: [UInt8] = []
  private var phase = Phase.running
  /// Of the phase; nil when nothing can follow it but the end.
  private var deadline: SuspendingClock.Instant?
  /// Why it was ended by us.
  private var stop: ChildProcess.Way?

  /// Starts the program.
  init(_ program: ChildProcess, cancel: Doorbell) throws(SocketFailure) {
    (self.cancel, grace, rest) = (cancel, program.grace, program.input[...])
    let (inputs, complaints, epoll) = (try UnixPipe(), try UnixPipe(), try Epoll())
    try inputs.writing.setNonBlocking()
    try complaints.reading.setNonBlocking()
    try epoll.add(inputs.writing, token: Token.input.rawValue, for: .output)
    try epoll.add(complaints.reading, token: Token.complaints.rawValue, for: .input)
    try epoll.add(cancel.descriptor, token: Token.cancel.rawValue, for: .input)
    (self.epoll, input, self.complaints) = (epoll, inputs.writing, complaints.reading)
    let process = try program.start(input: inputs.reading, complaints: complaints.writing)
    self.process = process
    do throws(SocketFailure) {
      end = try Self.watch(process, epoll)
    } catch {
      Self.signal(process, SIGKILL)
      Self.wait(for: process)
      throw error
    }
    deadline = program.timeout.map { .now + $0 }
  }

  /// Returns when the program has ended and nobody of its group is left.
  func run() throws(SocketFailure) -> ChildProcess.Ending {
    var failure: SocketFailure?
    do throws(SocketFailure) {
      while !(try round()) {}
    } catch {
      failure = error
    }
    Self.signal(process, SIGKILL)
    let way = Self.wait(for: process)
    if let failure { throw failure }
    while complaint.count < ChildProcess.longestComplaint, listen() {}
    return ChildProcess.Ending(way: stop ?? way, complaint: complaint)
  }

  /// True when the process has ended.
  private func round() throws(SocketFailure) -> Bool {
    let limit = deadline.map { SuspendingClock.now.duration(to: $0) }
    let ready = try epoll.wait(atMost: limit).compactMap { Token(rawValue: $0.token) }
    if ready.contains(.end) { return true }
    if ready.contains(.input) { feed() }
    if ready.contains(.complaints) { listen() }
    if ready.contains(.cancel) {
      cancel.drain()
      ask(because: .cancelled)
    }
    if let deadline, deadline <= .now { passDeadline() }
    return false
  }

  private func passDeadline() {
    switch phase {
    case .running: ask(because: .timedOut)
    case .asked, .forced:
      Self.signal(process, SIGKILL)
      (phase, deadline) = (.forced, nil)
    }
  }

  private func ask(because way: ChildProcess.Way) {
    guard phase == .running else { return }
    Self.signal(process, SIGTERM)
    (phase, stop, deadline) = (.asked, way, .now + grace)
  }

  /// Writes what the pipe takes. A program that closes its input has not asked for the rest.
  private func feed() {
    guard let input else { return }
    do {
      guard let count = try input.write(rest) else { return }
      rest = rest.dropFirst(count)
      guard rest.isEmpty else { return }
    } catch {}
    epoll.remove(input)
    self.input = nil
  }

  /// False when nothing waits to be read.
  @discardableResult private func listen() -> Bool {
    guard let complaints else { return false }
    do {
      guard let bytes = try complaints.read(atMost: ChildProcess.longestComplaint) else { return false }
      complaint += bytes.prefix(ChildProcess.longestComplaint - complaint.count)
      guard bytes.isEmpty else { return true }
    } catch {}
    epoll.remove(complaints)
    self.complaints = nil
    return false
  }

  private static func watch(_ process: pid_t, _ epoll: Epoll) throws(SocketFailure) -> Descriptor {
    let opened = clinux_pidfd_open(process)
    guard opened >= 0 else { throw .current() }
    let end = Descriptor(opened)
    try epoll.add(end, token: Token.end.rawValue, for: .input)
    return end
  }

  /// To all of its group, and to itself if it should have left it.
  private static func signal(_ process: pid_t, _ number: Int32) {
    if kill(-process, number) != 0 || number == SIGKILL { kill(process, number) }
  }

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
