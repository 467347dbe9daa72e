internal import Glibc

/// This process's standard error.
enum StandardError {
  /// Writes one line, whole unless nobody reads it any more: there is nowhere left to say so. Blocks for as long as nobody
  /// takes it.
  static func say(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EAGAIN {
        // Whoever shares it has made it non-blocking.
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
        continue
      }
      guard count >= 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
