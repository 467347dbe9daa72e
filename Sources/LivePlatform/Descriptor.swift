internal import CLinux
internal import Glibc

/// An open file descriptor, closed with its last reference.
package final class Descriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Returns a duplicate that the caller must close, or a negative number when the process has no descriptor left.
  func duplicate() -> Int32 { dup(number) }
}

/// Both ends of a pipe. They are closed on exec, so that a child inherits an end only when we pass it on.
struct UnixPipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .current() }
    let opened = (reading: Descriptor(ends[0]), writing: Descriptor(ends[1]))
    (reading, writing) = (try Self.aboveStandard(opened.reading), try Self.aboveStandard(opened.writing))
  }

  /// Moves an end above 2. If 0, 1 or 2 was closed, the pipe gets that number, and the standard files of a child would
  /// overwrite it.
  private static func aboveStandard(_ end: Descriptor) throws(SystemError) -> Descriptor {
    guard end.number <= STDERR_FILENO else { return end }
    let moved = fcntl(end.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard moved >= 0 else { throw .current() }
    return Descriptor(moved)
  }
}

extension Descriptor {
  /// Makes reads and writes return instead of blocking.
  func setNonBlocking() throws(SystemError) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .current() }
  }

  /// Writes and returns how many bytes the kernel took; nil when it takes none now. Throws `EPIPE` for a pipe without a
  /// reader.
  package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    try SystemError.transferred(bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) })
  }

  /// Returns the available bytes, at most `limit`; an empty array at the end of the file, nil when nothing is
  /// available.
  package func read(atMost limit: Int) throws(SystemError) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = Glibc.read(number, buffer.baseAddress, limit)
      initialized = max(0, count)
    }
    return try SystemError.transferred(count).map { _ in bytes }
  }
}

/// Files on disk.
extension Descriptor {
  /// Creates a file for writing. Throws `SystemError.exists` when there is a file of this name.
  package static func creating(_ path: String, mode: UInt32 = 0o644) throws(SystemError) -> Descriptor {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard number >= 0 else { throw .current() }
    return Descriptor(number)
  }

  /// Opens a file for reading. A folder cannot be read, and a pipe waits for its writer.
  package static func reading(_ path: String) throws(SystemError) -> Descriptor {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .current() }
    return Descriptor(number)
  }

  /// Returns the next bytes of a file, at most `limit`; none at its end.
  package func readSome(atMost limit: Int) throws(SystemError) -> [UInt8] {
    while true { if let bytes = try read(atMost: limit) { return bytes } }
  }

  /// Writes all bytes to a file.
  package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if let count = try write(rest) { rest = rest.dropFirst(count) }
    }
  }

  /// Waits until all bytes are on disk. A pipe has none.
  package func sync() throws(SystemError) {
    guard fsync(number) != 0 else { return }
    let failure = SystemError.current()
    guard failure.number == EINVAL || failure.number == EROFS else { throw failure }
  }
}
