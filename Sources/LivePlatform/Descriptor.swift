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
