internal import CLinux
internal import Glibc

/// Both ends of a pipe. A program that is started does not get them unless they are handed to it.
struct UnixPipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SocketFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .current() }
    let opened = (reading: Descriptor(ends[0]), writing: Descriptor(ends[1]))
    (reading, writing) = (try Self.aboveStandard(opened.reading), try Self.aboveStandard(opened.writing))
  }

  /// Where 0, 1 or 2 were closed, the pipe would get their numbers, and be overwritten by what a program gets there.
  private static func aboveStandard(_ end: Descriptor) throws(SocketFailure) -> Descriptor {
    guard end.number <= STDERR_FILENO else { return end }
    let moved = fcntl(end.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard moved >= 0 else { throw .current() }
    return Descriptor(moved)
  }
}

extension Descriptor {
  /// Reading and writing tell that they would have to wait.
  func setNonBlocking() throws(SocketFailure) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .current() }
  }

  /// How many bytes were taken; nil when none are now. A pipe that nobody reads is `EPIPE`.
  func write(_ bytes: ArraySlice<UInt8>) throws(SocketFailure) -> Int? {
    try SocketFailure.transferred(bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) })
  }

  /// What has come, at most `limit` bytes; empty at the end, nil when nothing waits.
  func read(atMost limit: Int) throws(SocketFailure) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = Glibc.read(number, buffer.baseAddress, limit)
      initialized = max(0, count)
    }
    return try SocketFailure.transferred(count).map { _ in bytes }
  }
}
