internal import Glibc

/// A lock on a file that the kernel gives back when the process ends, however it ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock at once; nil when another process holds it.
  ///
  /// Throws the `errno` of `open(2)`.
  init?(path: String) throws(SystemError) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw SystemError(number: errno) }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(opened)
      return nil
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}

/// An `errno`.
struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  var number: Int32

  /// `No such file or directory (2)`
  var description: String { "\(String(cString: strerror(number))) (\(number))" }
}
