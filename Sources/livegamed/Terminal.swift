import ArgumentParser
import FoundationEssentials
import Glibc

/// What a person sees: results on standard output, complaints on standard error.
enum Terminal {
  static func say(_ line: String) { _ = write(Array((line + "\n").utf8), to: STDOUT_FILENO) }

  static func complain(_ line: String) { _ = write(Array((line + "\n").utf8), to: STDERR_FILENO) }

  /// A line of an endless output. Throws the exit status, silently when nobody reads any more.
  static func put(_ line: [UInt8]) throws { try putWhole(line + [UInt8(ascii: "\n")]) }

  /// Bytes as they stand.
  static func putWhole(_ bytes: [UInt8]) throws {
    let number = write(bytes, to: STDOUT_FILENO)
    if number == EPIPE { throw ExitStatus.nobodyReads }
    guard number == 0 else {
      complain("standard output: \(String(cString: strerror(number)).lowercased())")
      throw ExitCode.failure
    }
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
      return ProcessEnvironment.values[variable].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? standard
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
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count >= 0 {
        sent += count
      } else if number == EAGAIN {
        // Whoever shares the terminal has made it so.
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
      } else if number != EINTR {
        return number
      }
    }
    return 0
  }
}
