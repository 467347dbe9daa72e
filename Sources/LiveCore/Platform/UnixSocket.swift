internal import CLinux
internal import Glibc

/// A Unix stream socket that never blocks.
struct UnixSocket: Sendable {
  let descriptor: Descriptor

  /// The longest path in bytes: the kernel keeps 108 with the closing zero.
  static let longestPath = 107

  private init() throws(SocketFailure) {
    let opened = clinux_unix_stream_socket()
    guard opened >= 0 else { throw .current() }
    descriptor = Descriptor(opened)
  }

  /// Takes over a descriptor that this process inherited.
  init(inherited number: Int32) throws(SocketFailure) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    else { throw .current() }
    descriptor = Descriptor(number)
  }

  private init(accepted number: Int32) { descriptor = Descriptor(number) }

  static func connected(to path: String) throws(SocketFailure) -> UnixSocket {
    let made = try UnixSocket()
    guard withAddress(path, { connect(made.descriptor.number, $0, $1) }) == 0 else { throw .current() }
    return made
  }

  /// Makes the socket's file. Nobody can connect before `listen`.
  static func bound(to path: String) throws(SocketFailure) -> UnixSocket {
    let made = try UnixSocket()
    guard withAddress(path, { bind(made.descriptor.number, $0, $1) }) == 0 else { throw .current() }
    return made
  }

  func listen() throws(SocketFailure) {
    guard Glibc.listen(descriptor.number, SOMAXCONN) == 0 else { throw .current() }
  }

  /// The next client; nil when none waits.
  func accept() throws(SocketFailure) -> UnixSocket? {
    let accepted = clinux_accept(descriptor.number)
    guard accepted >= 0 else {
      let failure = SocketFailure.current()
      guard [EAGAIN, EINTR, ECONNABORTED].contains(failure.number) else { throw failure }
      return nil
    }
    return UnixSocket(accepted: accepted)
  }

  /// How many bytes the kernel took; nil when it takes none now.
  func send(_ bytes: ArraySlice<UInt8>) throws(SocketFailure) -> Int? {
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    return try SocketFailure.transferred(count)
  }

  /// The same for ranges of `bytes`, in one call; at most 1,024 of them.
  func send(_ runs: [Range<Int>], of bytes: [UInt8]) throws(SocketFailure) -> Int? {
    try SocketFailure.transferred(GatheredBytes.with(runs, of: bytes) { $0.send(to: descriptor.number) })
  }

  /// Receives at most `limit` bytes. Returns an empty array when the peer has shut down its sending half, nil when no
  /// byte is ready.
  func receive(atMost limit: Int) throws(SocketFailure) -> [UInt8]? { try descriptor.read(atMost: limit) }

  /// How much the kernel holds that the other side has not read, in bytes of its own memory; nil when it does not say.
  var unread: Int? {
    let count = clinux_unread(descriptor.number)
    return count < 0 ? nil : Int(count)
  }

  /// Ends our sending half; the other side reads its end and may still speak.
  func endSending() { shutdown(descriptor.number, Int32(SHUT_WR)) }

  /// Lets the kernel hold this many bytes for a receiver that does not read.
  func setSendBuffer(bytes: Int32) {
    var bytes = bytes
    setsockopt(descriptor.number, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The peer of a connection.
  struct Peer: Equatable, Sendable, CustomStringConvertible {
    var pid: Int
    var uid: Int

    /// `pid 4711 uid 1000`.
    var description: String { "pid \(pid) uid \(uid)" }

    /// Of this process.
    static var ownUID: Int { Int(geteuid()) }

    /// The kernel's id for users without a mapping in a user namespace.
    static let overflowUID = 65_534

    /// Whether it may order a daemon of that user about.
    func mayOrder(of owner: Int) -> Bool { uid == 0 || (uid == owner && uid != Self.overflowUID) }
  }

  /// By `SO_PEERCRED`, of when it connected; nil when the kernel does not say.
  var peer: Peer? {
    var credentials = [UInt32](repeating: 0, count: 3)
    var length = socklen_t(MemoryLayout<UInt32>.stride * credentials.count)
    guard getsockopt(descriptor.number, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    return Peer(pid: Int(credentials[0]), uid: Int(credentials[1]))
  }

  private static func withAddress(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(longestPath)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// Why a system call on a socket failed, sorted by what its callers do about it.
struct SocketFailure: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// No such file or folder.
    case missing
    /// No process listens.
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

  /// Converts the result of a call that moves bytes: the count, or nil if the call would block.
  static func transferred(_ count: Int) throws(SocketFailure) -> Int? {
    guard count < 0 else { return count }
    let failure = current()
    guard failure.number == EAGAIN || failure.number == EINTR else { throw failure }
    return nil
  }
}

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
