internal import Glibc

/// The file under which a Unix socket is found.
struct SocketFile: Equatable, Sendable {
  let path: String
  private let device: UInt
  private let inode: UInt
  /// False when something else lies there.
  let isSocket: Bool

  /// Nil when there is no such file. Does not follow a symbolic link.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Removes the file, unless another one has taken its name meanwhile.
  func remove() {
    if SocketFile(path: path) == self { unlink(path) }
  }

  func setMode(_ mode: UInt32) throws(SocketFailure) {
    guard chmod(path, mode) == 0 else { throw .current() }
  }

  func setGroup(_ group: UInt32) throws(SocketFailure) {
    guard chown(path, uid_t.max, group) == 0 else { throw .current() }
  }

  /// The number of a group; nil when there is none of that name.
  static func number(ofGroup name: String) -> UInt32? {
    var (entry, found) = (group(), UnsafeMutablePointer<group>?.none)
    var text = [CChar](repeating: 0, count: 64 << 10)
    guard getgrnam_r(name, &entry, &text, text.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }
}
