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

/// A folder on disk.
enum Folder {
  /// Makes the folder and those above it, readable by its owner only. One that exists stays as it is.
  static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      guard let parent = parent(of: path) else { throw SystemError(number: ENOENT) }
      try make(parent)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError(number: errno) }
    case let number: throw SystemError(number: number)
    }
  }

  /// The folder that a path lies in; nil at the top.
  static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }

  /// The bytes of a file; 0 for one that is not there.
  static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func holds(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether this process runs as root.
  static var isRoot: Bool { geteuid() == 0 }
}
