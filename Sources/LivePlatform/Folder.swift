internal import CLinux
internal import Glibc

/// Functions for folders and files on disk.
package enum Folder {
  /// Creates the folder and its missing parents, with mode 0700. An existing folder stays unchanged.
  package static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      guard let parent = parent(of: path) else { throw SystemError(number: ENOENT) }
      try make(parent)
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current() }
    case let number: throw SystemError(number: number)
    }
  }

  /// Returns the folder that contains the path; nil at the top.
  package static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }

  /// Returns the names in a folder that satisfy a condition, in no order, and at most `limit` of them.
  ///
  /// Throws the `errno` of `opendir(3)` or `readdir(3)`.
  package static func names(
    in path: String, limit: Int, where isWanted: (String) -> Bool
  ) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else { throw .current() }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < limit {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw .current() }
        break
      }
      // By its address, because the entry may be shorter than its type.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != "..", isWanted(name) { names.append(name) }
    }
    return names
  }

  /// Returns the size of a file in bytes; 0 when it does not exist.
  package static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  package static func holds(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the error with which this process would fail to open a file for reading; nil when it may read it.
  package static func errorOfReading(_ path: String) -> SystemError? {
    access(path, R_OK) == 0 ? nil : .current()
  }

  /// Whether this process runs as root.
  package static var isRoot: Bool { geteuid() == 0 }
}

/// An exclusive lock on a file. The kernel releases it when the process ends for any reason.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock without waiting; nil when another process holds it.
  ///
  /// Throws the `errno` of `open(2)`.
  package init?(path: String) throws(SystemError) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw .current() }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(opened)
      return nil
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}

/// Options of SQLite connections whose C function is variadic and therefore not visible to Swift.
package enum SQLiteOption {
  /// Keeps the write-ahead log (`-wal`) when the connection is closed. Returns false when SQLite does not support that.
  package static func keepLogOfWrites(_ connection: OpaquePointer) -> Bool {
    clinux_sqlite_keep_wal(UnsafeMutableRawPointer(connection)) == 0
  }
}
