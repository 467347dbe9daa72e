import Glibc
import Testing

/// A terminal of 80 columns and 24 rows, and its user.
final class PseudoTerminal {
  private let front: Int32
  /// The end that a program uses as its terminal.
  let back: Int32
  /// Received output that no test has searched yet.
  private var shown: [UInt8] = []

  struct CannotOpen: Error { let number: Int32 }

  init() throws {
    front = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, number, size) = (Int32(0), Int32(0), winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0))
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    guard front >= 0, ioctl(front, 0x4004_5431, &isLocked) == 0, ioctl(front, 0x8004_5430, &number) == 0 else {
      throw CannotOpen(number: errno)
    }
    back = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard back >= 0, ioctl(back, UInt(TIOCSWINSZ), &size) == 0 else { throw CannotOpen(number: errno) }
  }

  deinit {
    close(front)
    close(back)
  }

  /// Returns whether the text is shown within 20 s, possibly after other output.
  private func shows(_ text: String) async throws -> Bool {
    let text = Array(text.utf8)
    var page = [UInt8](repeating: 0, count: 4096)
    for _ in 0..<1000 {
      if let place = shown.indices.first(where: { shown[$0...].starts(with: text) }) {
        shown.removeFirst(place + text.count)
        return true
      }
      var ready = pollfd(fd: front, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 0) == 1 {
        shown += page[..<max(0, read(front, &page, page.count))]
      } else {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    return false
  }

  /// Records an issue if the text is not shown.
  func expect(_ text: String, at place: SourceLocation = #_sourceLocation) async throws {
    let isShown = try await shows(text)
    #expect(isShown, sourceLocation: place)
  }
}
