import ArgumentParser
import Glibc

/// A file that holds an event, or standard input.
enum EventFile {
  /// No event comes near it.
  private static let limit = 1 << 20

  /// Complains and exits with 66 when it cannot be read, with 65 when it is too large.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var page = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &page, page.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(path, errno) }
      if count == 0 { return bytes }
      bytes += page[..<count]
      guard bytes.count <= limit else {
        Terminal.complain("\(path): larger than \(limit) bytes, which no event is")
        throw ExitCode(65)
      }
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> ExitCode {
    Terminal.complain("\(path): \(String(cString: strerror(code)).lowercased())")
    return ExitCode(66)
  }
}
