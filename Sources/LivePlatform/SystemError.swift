internal import Glibc

/// The `errno` of a failed system call, with the kinds that callers distinguish.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: Sendable {
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
  package let number: Int32

  package var kind: Kind {
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

  /// Whether there is no file of this name in a folder that exists.
  package var isAbsence: Bool { number == ENOENT }

  /// Text and number: `Permission denied (errno 13)`.
  package var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let isKnown = strerror_r(number, &text, text.count) == 0
    let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (isKnown ? String(decoding: bytes, as: UTF8.self) + " " : "") + "(errno \(number))"
  }

  /// The kernel takes no more data now.
  package static let again = SystemError(number: EAGAIN)

  /// There is a file of this name.
  package static let exists = SystemError(number: EEXIST)

  /// Returns the failure of the last call. Call it before any other function can change `errno`.
  package static func current() -> SystemError { SystemError(number: errno) }

  /// Converts the result of a read or write that has just returned: the number of bytes, or nil when the call would
  /// block.
  static func transferred(_ count: Int) throws(SystemError) -> Int? {
    guard count < 0 else { return count }
    let failure = current()
    guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    return nil
  }
}
