import ArgumentParser
import FoundationEssentials
import Glibc
import LiveCore
internal import LiveModel

/// Output for people: results on standard output, errors on standard error.
///
/// Text from outside may contain anything. `say`, `complain` and `warn` escape all control characters. Drawn lines,
/// with colours and columns, consist of texts that are already `onOneLine`, and are written unchanged. On a terminal,
/// lines for people are broken at spaces; in a pipe they stay whole.
enum Terminal {
  /// Writes a result as one line. Like every function that writes results, throws the exit status when the write fails.
  static func say(_ line: String) throws { try say(drawn: line.onOneLine) }

  /// Writes a line with our own colours. Its texts must be `onOneLine`.
  static func say(drawn line: String) throws {
    try check(write(bytes(of: line, for: STDOUT_FILENO), to: STDOUT_FILENO))
  }

  /// Writes a line with a command to copy. It is never broken, because a pasted break would end the command.
  static func say(command line: String) throws {
    try check(write(Array((line.onOneLine + "\n").utf8), to: STDOUT_FILENO))
  }

  /// Returns a line for people with its end; on a terminal, broken at spaces.
  private static func bytes(of line: String, for descriptor: Int32) -> [UInt8] {
    let lines = isatty(descriptor) == 1 ? line.wrapped(to: size(of: descriptor).columns) : [line]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Writes the last lines of a command that a signal may have ended. A stopped terminal blocks them for two seconds at
  /// most. Their texts must be `onOneLine`.
  static func sayAtEnd(drawn lines: [String]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for line in lines { try await put(line) } }
      group.addTask { try await Task.sleep(for: .seconds(2)) }
      try await group.next()
      group.cancelAll()
    }
  }

  /// Writes a line of JSON.
  static func say(json line: String) throws {
    try check(write(Array((line.escapedJSON + "\n").utf8), to: STDOUT_FILENO))
  }

  /// Writes an error line. A failure of the write is ignored, because it could not be reported.
  static func complain(_ line: String) { _ = write(bytes(of: line.onOneLine, for: STDERR_FILENO), to: STDERR_FILENO) }

  /// Writes a drawn line of an endless output. Throws the exit status, without a message when the reader is gone, and
  /// `CancellationError` when the task is cancelled while the output is blocked.
  static func put(_ line: String) async throws { try await putWhole(bytes(of: line, for: STDOUT_FILENO)) }

  /// Writes a drawn line given as UTF-8; otherwise like `put`.
  static func put(_ line: [UInt8]) async throws { try await put(String(decoding: line, as: UTF8.self)) }

  /// Writes bytes unchanged; otherwise like `put`.
  static func putWhole(_ bytes: [UInt8]) async throws {
    try check(try await writeCancellably(bytes, to: STDOUT_FILENO))
  }

  /// Throws the exit status for an `errno` of standard output, without a message when the reader is gone.
  private static func check(_ number: Int32) throws {
    if number == EPIPE { throw ExitStatus.nobodyReads }
    guard number == 0 else {
      complain("standard output: \(String(cString: strerror(number)).lowercased())")
      throw ExitStatus.notWritten
    }
  }

  /// Writes a line of JSON of an endless output; otherwise like `put`.
  static func put(json line: [UInt8]) async throws {
    // Nearly every line is ASCII without control characters and needs no escapes.
    let isPlain = line.allSatisfy { (0x20...0x7E).contains($0) }
    let shown = isPlain ? line : Array(String(decoding: line, as: UTF8.self).escapedJSON.utf8)
    try await putWhole(shown + [UInt8(ascii: "\n")])
  }

  /// Writes an error line during an endless output. Throws `CancellationError` when the task is cancelled meanwhile.
  static func warn(_ line: String) async throws {
    _ = try await writeCancellably(bytes(of: line.onOneLine, for: STDERR_FILENO), to: STDERR_FILENO)
  }

  /// Opens `/dev/null` in place of closed standard files, in the mode that makes reads of input and writes of output
  /// fail. Otherwise the next file or socket would get number 0, 1 or 2, and our output would go there.
  static func holdStandardFiles() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", (number == STDIN_FILENO ? O_WRONLY : O_RDONLY))
    }
  }

  /// Sends a control sequence, if the terminal takes it within one second. A failure is ignored, because it could not
  /// be reported.
  static func send(control sequence: String) {
    if hasRoom(STDOUT_FILENO, within: 1000) { _ = write(Array(sequence.utf8), to: STDOUT_FILENO) }
  }

  /// Whether to use colour: only on a terminal, and not when `NO_COLOR` is set (no-color.org).
  static var hasColour: Bool {
    isTerminal && (ProcessEnvironment.values["NO_COLOR"] ?? "").isEmpty && ProcessEnvironment.values["TERM"] != "dumb"
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Columns for a table: those of the terminal, and enough for every table if the output is none.
  static var tableWidth: Int { isTerminal ? size.columns : BoardText.plainWidth }

  /// Columns and rows of the terminal, else `COLUMNS` and `LINES`, else 80 and 24.
  static var size: (columns: Int, rows: Int) { size(of: STDOUT_FILENO) }

  private static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0
    func known(_ count: UInt16, _ variable: String, _ standard: Int) -> Int {
      if isKnown, count > 0 { return Int(count) }
      return ProcessEnvironment.values[variable].flatMap { Int($0, in: 1...10_000) } ?? standard
    }
    return (known(size.ws_col, "COLUMNS", 80), known(size.ws_row, "LINES", 24))
  }

  /// Columns of standard output if it is a terminal; nil for a pipe, whose lines have no limit.
  static var width: Int? { isTerminal ? size.columns : nil }

  /// Ignores SIGPIPE. `put` then throws when the reader is gone, and the command can clean up.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Throws as `put` does, once the reader is gone. Without it, a watcher in a pipe would notice that only at the next
  /// event. Polls once a second, because waiting for a pipe would need a thread.
  static func waitForHangUp() async throws {
    while true {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      if poll(&output, 1, 0) == 1, output.revents & Int16(POLLERR) != 0 { throw ExitStatus.nobodyReads }
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Writes everything and returns 0, or the `errno` of the failure.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let number = writeSome(of: &rest, to: descriptor)
      guard number == 0 || number == EAGAIN else { return number }
      // Another process that shares the terminal has made it non-blocking.
      if number == EAGAIN { _ = hasRoom(descriptor, within: -1) }
    }
    return 0
  }

  /// Writes everything like `write`, but stops waiting when the task is cancelled. Otherwise a pipe without a reader or
  /// a stopped terminal would block the end of the process.
  private static func writeCancellably(_ bytes: [UInt8], to descriptor: Int32) async throws -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      while !hasRoom(descriptor, within: 0) { try await Task.sleep(for: .milliseconds(20)) }
      // A descriptor with room takes this many bytes without blocking.
      var piece = rest.prefix(Int(PIPE_BUF))
      let count = piece.count
      let number = writeSome(of: &piece, to: descriptor)
      guard number == 0 || number == EAGAIN else { return number }
      rest = rest.dropFirst(count - piece.count)
    }
    return 0
  }

  private static func hasRoom(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&output, 1, milliseconds) == 1
  }

  /// Writes once and removes the written bytes. Returns 0, also after an interruption, or the `errno`.
  private static func writeSome(of bytes: inout ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count < 0 else {
      bytes = bytes.dropFirst(count)
      return 0
    }
    return errno == EINTR ? 0 : errno
  }
}
