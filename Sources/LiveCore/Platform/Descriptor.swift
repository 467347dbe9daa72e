internal import CLinux
internal import Glibc

/// An open file descriptor, closed with its last reference.
final class Descriptor: Sendable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Returns a duplicate that the caller must close, or a negative number when the process has no descriptor left.
  func duplicate() -> Int32 { dup(number) }
}

/// Both ends of a pipe. They are closed on exec, so that a child inherits an end only when we pass it on.
struct UnixPipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws(SocketFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .current() }
    let opened = (reading: Descriptor(ends[0]), writing: Descriptor(ends[1]))
    (reading, writing) = (try Self.aboveStandard(opened.reading), try Self.aboveStandard(opened.writing))
  }

  /// Moves an end above 2. If 0, 1 or 2 was closed, the pipe gets that number, and the standard files of a child would
  /// overwrite it.
  private static func aboveStandard(_ end: Descriptor) throws(SocketFailure) -> Descriptor {
    guard end.number <= STDERR_FILENO else { return end }
    let moved = fcntl(end.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard moved >= 0 else { throw .current() }
    return Descriptor(moved)
  }
}

extension Descriptor {
  /// Makes reads and writes return instead of blocking.
  func setNonBlocking() throws(SocketFailure) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw .current() }
  }

  /// Writes and returns how many bytes the kernel took; nil when it takes none now. Throws `EPIPE` for a pipe without a
  /// reader.
  func write(_ bytes: ArraySlice<UInt8>) throws(SocketFailure) -> Int? {
    try SocketFailure.transferred(bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) })
  }

  /// Returns the available bytes, at most `limit`; an empty array at the end of the file, nil when nothing is
  /// available.
  func read(atMost limit: Int) throws(SocketFailure) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      count = Glibc.read(number, buffer.baseAddress, limit)
      initialized = max(0, count)
    }
    return try SocketFailure.transferred(count).map { _ in bytes }
  }
}

/// The `errno` of a failed system call on a socket, with the kinds that callers distinguish.
struct SocketFailure: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// The file or folder does not exist.
    case missing
    /// No process listens on the address.
    case refused
    case denied
    /// The address is in use.
    case taken
    /// The other side takes no more data now.
    case busy
    /// The other side has closed the connection.
    case gone
    /// The process or the system is out of descriptors or memory.
    case exhausted
    case other
  }

  /// The `errno`.
  let number: Int32

  var kind: Kind {
    switch number {
    case ENOENT, ENOTDIR: .missing
    case ECONNREFUSED: .refused
    case EACCES, EPERM: .denied
    case EADDRINUSE: .taken
    case EAGAIN: .busy
    case EPIPE, ECONNRESET: .gone
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
    default: .other
    }
  }

  /// Text and number: `Permission denied (errno 13)`.
  var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let isKnown = strerror_r(number, &text, text.count) == 0
    let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (isKnown ? String(decoding: bytes, as: UTF8.self) + " " : "") + "(errno \(number))"
  }

  /// The kernel takes no more data now.
  static let again = SocketFailure(number: EAGAIN)

  /// Returns the failure of the last call. Call it before any other function can change `errno`.
  static func current() -> SocketFailure { SocketFailure(number: errno) }

  /// Converts the result of a read or write that has just returned: the number of bytes, or nil when the call would
  /// block.
  static func transferred(_ count: Int) throws(SocketFailure) -> Int? {
    guard count < 0 else { return count }
    let failure = current()
    guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    return nil
  }
}
