import ArgumentParser
import FoundationEssentials
import Glibc
import LiveCore

/// Terminal output: results on standard output, errors on standard error.
///
/// What comes from outside may hold anything. `say`, `complain` and `warn` write out what a terminal would obey. What
/// is drawn, with colours and in columns, was made of texts that are `onOneLine`, and goes out as it is.
enum Terminal {
  /// A result on a line of its own. Throws the exit status when it cannot be written, as all that writes results does.
  static func say(_ line: String) throws { try say(drawn: line.onOneLine) }

  /// A line with colours of ours, whose texts are `onOneLine`.
  static func say(drawn line: String) throws { try check(write(Array((line + "\n").utf8), to: STDOUT_FILENO)) }

  /// A line of JSON.
  static func say(json line: String) throws { try say(drawn: line.escapedJSON) }

  /// A failure of this write cannot be reported.
  static func complain(_ line: String) { _ = write(Array((line.onOneLine + "\n").utf8), to: STDERR_FILENO) }

  /// A line of an endless output. Throws the exit status, silently when nobody reads any more, and `CancellationError`
  /// when the task is cancelled while there is no room for it.
  static func put(_ line: [UInt8]) async throws { try await putWhole(line + [UInt8(ascii: "\n")]) }

  /// Bytes as they stand.
  static func putWhole(_ bytes: [UInt8]) async throws {
    try check(try await writePatiently(bytes, to: STDOUT_FILENO))
  }

  /// Throws the exit status for an `errno` of standard output, silently when nobody reads any more.
  private static func check(_ number: Int32) throws {
    if number == EPIPE { throw ExitStatus.nobodyReads }
    guard number == 0 else {
      complain("standard output: \(String(cString: strerror(number)).lowercased())")
      throw ExitStatus.notWritten
    }
  }

  /// A line of JSON of an endless output, as `put`.
  static func put(json line: [UInt8]) async throws {
    // Nearly every line is ASCII without controls, and goes out as it came.
    let isPlain = line.allSatisfy { (0x20...0x7E).contains($0) }
    try await put(isPlain ? line : Array(String(decoding: line, as: UTF8.self).escapedJSON.utf8))
  }

  /// Complains between the lines of an endless output; throws as `put` does when the task is cancelled.
  static func warn(_ line: String) async throws {
    _ = try await writePatiently(Array((line.onOneLine + "\n").utf8), to: STDERR_FILENO)
  }

  /// Gives standard input, output and error that are closed a file that cannot be read or written: else the next file
  /// or socket that is opened would take their place, and what is said would go there.
  static func holdStandardFiles() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      _ = open("/dev/null", (number == STDIN_FILENO ? O_WRONLY : O_RDONLY))
    }
  }

  /// A short sequence for the terminal itself, if it takes it within a second. Nobody could be told that it did not.
  static func order(_ sequence: String) {
    if hasRoom(STDOUT_FILENO, within: 1000) { _ = write(Array(sequence.utf8), to: STDOUT_FILENO) }
  }

  /// Colour only for a terminal, and not where `NO_COLOR` asks for none (no-color.org).
  static var hasColour: Bool {
    isTerminal && (ProcessEnvironment.values["NO_COLOR"] ?? "").isEmpty && ProcessEnvironment.values["TERM"] != "dumb"
  }

  /// Standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Columns and rows, by the terminal, else by `COLUMNS` and `LINES`, else 80 and 24.
  static var size: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    func known(_ count: UInt16, _ variable: String, _ standard: Int) -> Int {
      if isKnown, count > 0 { return Int(count) }
      return ProcessEnvironment.values[variable].flatMap { Int($0, in: 1...10_000) } ?? standard
    }
    return (known(size.ws_col, "COLUMNS", 80), known(size.ws_row, "LINES", 24))
  }

  /// A reader that hangs up is told by `put`, so that what has to be put right is.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Throws as `put` does, once nobody can read any more what is written: else a watcher in a pipe would wait for the
  /// next event before it noticed. A pipe cannot be waited for without a thread, so it is looked at once a second.
  static func waitForHangUp() async throws {
    while true {
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      if poll(&output, 1, 0) == 1, output.revents & Int16(POLLERR) != 0 { throw ExitStatus.nobodyReads }
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// The `errno` of the failure, 0 when all went out.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let number = writeSome(of: &rest, to: descriptor)
      guard number == 0 || number == EAGAIN else { return number }
      // Another process that shares the terminal has set it non-blocking.
      if number == EAGAIN { _ = hasRoom(descriptor, within: -1) }
    }
    return 0
  }

  /// The same, but it waits only as long as the task is not cancelled: a pipe that is not read, or a terminal that was
  /// halted, would hold up the end of the process.
  private static func writePatiently(_ bytes: [UInt8], to descriptor: Int32) async throws -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      while !hasRoom(descriptor, within: 0) { try await Task.sleep(for: .milliseconds(20)) }
      // A ready descriptor accepts this much without blocking.
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

  /// Takes away what went out. Zero, or the `errno`; none for an interruption.
  private static func writeSome(of bytes: inout ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count < 0 else {
      bytes = bytes.dropFirst(count)
      return 0
    }
    return errno == EINTR ? 0 : errno
  }
}
