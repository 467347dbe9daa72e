internal import Glibc

/// Functions for files that appear under their name only when they are complete, and survive a power loss then.
package enum WholeFile {
  /// The user and group that own a file, and its permission bits.
  package struct Owner: Equatable, Sendable {
    package var user: UInt32
    package var group: UInt32
    package var mode: UInt32
  }

  /// Returns the name of a file before it is complete, such as `/srv/log.backup.4711.part`.
  package static func unfinished(_ path: String) -> String { "\(path).\(getpid()).part" }

  /// Creates an empty file that only its owner can read. Throws `EEXIST` when there is a file of this name.
  package static func create(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .current() }
    close(descriptor)
  }

  /// Creates a file with these bytes and permission bits, in place of one of this name. After a failure there is none.
  package static func write(_ bytes: [UInt8], to path: String, mode: UInt32) throws(SystemError) {
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .current() }
    defer { close(descriptor) }
    do throws(SystemError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .current() }
        rest = rest.dropFirst(count)
      }
      // The file was created for its owner alone, whatever the mask of the process.
      guard fchmod(descriptor, mode) == 0 else { throw .current() }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Gives a complete file its name. Throws `EEXIST` when there is a file of that name, which stays unchanged.
  package static func place(_ path: String, at name: String) throws(SystemError) {
    try sync(path)
    if link(path, name) == 0 {
      unlink(path)
    } else {
      let failure = SystemError.current()
      // File systems without hard links, such as FAT.
      guard [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(failure.number) else { throw failure }
      guard !Folder.holds(name) else { throw SystemError(number: EEXIST) }
      try move(path, to: name)
    }
    try syncFolder(of: name)
  }

  /// Gives a complete file a name, in place of a file that may have it.
  package static func replace(_ name: String, by path: String) throws(SystemError) {
    try sync(path)
    try move(path, to: name)
    try syncFolder(of: name)
  }

  /// Gives a file a second name; copies nothing.
  package static func name(_ path: String, also name: String) throws(SystemError) {
    guard link(path, name) == 0 else { throw .current() }
  }

  package static func move(_ path: String, to name: String) throws(SystemError) {
    guard rename(path, name) == 0 else { throw .current() }
  }

  /// Removes a file; does nothing when there is none.
  package static func remove(_ path: String) { unlink(path) }

  /// Returns the owner of a file or folder; nil when there is none.
  package static func owner(of path: String) -> Owner? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Owner(user: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o777)
  }

  /// Sets the permission bits of a file and, if this process is root, its user and group.
  package static func give(_ path: String, to owner: Owner) throws(SystemError) {
    if Folder.isRoot {
      guard chown(path, owner.user, owner.group) == 0 else { throw .current() }
    }
    guard chmod(path, owner.mode) == 0 else { throw .current() }
  }

  private static func syncFolder(of path: String) throws(SystemError) {
    try sync(path.contains("/") ? Folder.parent(of: path) ?? "/" : ".")
  }

  private static func sync(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      let failure = SystemError.current()
      // Some file systems cannot write a folder by itself.
      if failure.number == EINVAL { return }
      throw failure
    }
  }
}
