import FoundationEssentials
import Glibc

/// What a person sees: results on standard output, complaints on standard error.
enum Terminal {
  static func say(_ line: String) { write(line, to: STDOUT_FILENO) }

  static func complain(_ line: String) { write(line, to: STDERR_FILENO) }

  /// Colour only for a terminal, and not where `NO_COLOR` asks for none (no-color.org).
  static var hasColour: Bool {
    isatty(STDOUT_FILENO) == 1 && (ProcessEnvironment.values["NO_COLOR"] ?? "").isEmpty
      && ProcessEnvironment.values["TERM"] != "dumb"
  }

  private static func write(_ line: String, to descriptor: Int32) {
    let bytes = Array((line + "\n").utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      sent += max(0, count)
    }
  }
}
