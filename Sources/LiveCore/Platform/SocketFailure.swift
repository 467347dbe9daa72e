internal import Glibc

/// Why a system call on a socket failed, sorted by what its callers do about it.
struct SocketFailure: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// No such file or folder.
    case missing
    /// Nobody listens.
    case refused
    case denied
    /// The address is taken.
    case taken
    /// The other side takes no more just now.
    case busy
    /// The other side has gone.
    case gone
    /// Out of descriptors or memory.
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

  /// `Permission denied (errno 13)`.
  var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let isKnown = strerror_r(number, &text, text.count) == 0
    let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return (isKnown ? String(decoding: bytes, as: UTF8.self) + " " : "") + "(errno \(number))"
  }

  /// The kernel takes no more just now.
  static let again = SocketFailure(number: EAGAIN)

  /// The failure of the call just made; to be read before any other call.
  static func current() -> SocketFailure { SocketFailure(number: errno) }

  /// What a call that moves bytes returned, just now: how many, and nil when it would have to wait.
  static func transferred(_ count: Int) throws(SocketFailure) -> Int? {
    guard count < 0 else { return count }
    let failure = current()
    guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    return nil
  }
}
