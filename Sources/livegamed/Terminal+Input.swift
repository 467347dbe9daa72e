import Glibc
import LiveCore

/// Input from people.
extension Terminal {
  /// Whether standard input is a terminal.
  static var isInputTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Longest line of an answer in bytes; a terminal in its usual mode passes at most 4096.
  private static let longestLine = 65_536

  /// Writes a prompt and returns the answer without its end of line, or nil at the end of the input. A hidden answer is
  /// not shown while it is typed. Throws `CancellationError` when the task is cancelled meanwhile; the terminal shows
  /// what is typed again after every outcome.
  static func ask(_ prompt: String, isHidden: Bool) async throws -> String? {
    try await putWhole(Array(prompt.onOneLine.utf8))
    guard isHidden, isInputTerminal else { return try await readLine() }
    let echo = try? EchoOff()
    defer { echo?.restore() }
    let line = try await readLine()
    // The end of the line was not shown either.
    try await putWhole([UInt8(ascii: "\n")])
    return line
  }

  /// Ignores Ctrl-Z, for a program that cannot restore the terminal before it stops.
  static func ignoreStops() { signal(SIGTSTP, SIG_IGN) }

  /// Returns the next line of standard input; nil at its end. A longer line than 64 KiB is cut.
  static func readLine() async throws -> String? {
    var (line, byte): ([UInt8], UInt8) = ([], 0)
    while true {
      while !hasInput { try await Task.sleep(for: .milliseconds(20)) }
      // One at a time: what follows the line is left to the next answer.
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
      guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count < longestLine { line.append(byte) }
    }
  }

  private static var hasInput: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) == 1
  }

  /// A terminal that does not show what is typed.
  private struct EchoOff {
    private let before: termios

    /// Throws if standard input is no terminal.
    init() throws {
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw ExitStatus.notWritten }
      before = settings
      settings.c_lflag &= ~tcflag_t(ECHO)
      // Keeps the input that was typed ahead.
      guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { throw ExitStatus.notWritten }
    }

    func restore() {
      var settings = before
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
  }
}
