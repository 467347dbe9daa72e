internal import Glibc

/// Tells a file from another one that has taken its path: device and inode, as in stat(2).
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// Reads the identity of the file at a path, following links; nil when there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}
