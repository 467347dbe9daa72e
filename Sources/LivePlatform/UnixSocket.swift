internal import CLinux
internal import Glibc

/// A non-blocking Unix stream socket.
package struct UnixSocket: Sendable {
  package let descriptor: Descriptor

  /// Longest path in bytes. The kernel stores 108 bytes including the terminating zero.
  package static let longestPath = 107

  private init() throws(SystemError) {
    let opened = clinux_unix_stream_socket()
    guard opened >= 0 else { throw .current() }
    descriptor = Descriptor(opened)
  }

  /// Takes over a descriptor that this process inherited.
  package init(inherited number: Int32) throws(SystemError) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0, fcntl(number, F_SETFD, FD_CLOEXEC) == 0
    else { throw .current() }
    descriptor = Descriptor(number)
  }

  private init(accepted number: Int32) { descriptor = Descriptor(number) }

  package static func connected(to path: String) throws(SystemError) -> UnixSocket {
    let made = try UnixSocket()
    guard withAddress(path, { connect(made.descriptor.number, $0, $1) }) == 0 else { throw .current() }
    return made
  }

  /// Creates the file of the socket. Clients cannot connect before `listen`.
  package static func bound(to path: String) throws(SystemError) -> UnixSocket {
    let made = try UnixSocket()
    guard withAddress(path, { bind(made.descriptor.number, $0, $1) }) == 0 else { throw .current() }
    return made
  }

  package func listen() throws(SystemError) {
    guard Glibc.listen(descriptor.number, SOMAXCONN) == 0 else { throw .current() }
  }

  /// Returns the next client; nil when none is waiting.
  package func accept() throws(SystemError) -> UnixSocket? {
    let accepted = clinux_accept(descriptor.number)
    guard accepted >= 0 else {
      let failure = SystemError.current()
      guard [EAGAIN, EINTR, ECONNABORTED].contains(failure.number) else { throw failure }
      return nil
    }
    return UnixSocket(accepted: accepted)
  }

  /// Sends and returns how many bytes the kernel took; nil when it takes none now.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int? {
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    return try SystemError.transferred(count)
  }

  /// Sends ranges of `bytes` in one call; at most 1,024 ranges.
  package func send(_ runs: [Range<Int>], of bytes: [UInt8]) throws(SystemError) -> Int? {
    try SystemError.transferred(GatheredBytes.with(runs, of: bytes) { $0.send(to: descriptor.number) })
  }

  /// Returns the available bytes, at most `limit`; an empty array when the other side has ended its sending half, nil
  /// when nothing is available.
  package func receive(atMost limit: Int) throws(SystemError) -> [UInt8]? { try descriptor.read(atMost: limit) }

  /// Sent data that the other side has not read, in bytes of kernel memory; nil when the kernel does not report it.
  package var unread: Int? {
    let count = clinux_unread(descriptor.number)
    return count < 0 ? nil : Int(count)
  }

  /// Ends our sending half. The other side reads the end of the stream and can still send.
  package func endSending() { shutdown(descriptor.number, Int32(SHUT_WR)) }

  /// Sets how many bytes the kernel buffers for a receiver that does not read.
  package func setSendBuffer(bytes: Int32) {
    var bytes = bytes
    setsockopt(descriptor.number, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// The connected process.
  package struct Peer: Equatable, Sendable, CustomStringConvertible {
    package var pid: Int
    package var uid: Int

    package init(pid: Int, uid: Int) {
      (self.pid, self.uid) = (pid, uid)
    }

    /// Text for the log: `pid 4711 uid 1000`.
    package var description: String { "pid \(pid) uid \(uid)" }

    /// The user id of this process.
    package static var ownUID: Int { Int(geteuid()) }

    /// The user id that the kernel reports for users without a mapping in a user namespace. It identifies no user.
    static let overflowUID = 65_534

    /// Returns whether this peer may change the state of a daemon that runs as `owner`.
    package func mayOrder(of owner: Int) -> Bool { uid == 0 || (uid == owner && uid != Self.overflowUID) }
  }

  /// Credentials at the time of the connection (`SO_PEERCRED`); nil when the kernel does not provide them.
  package var peer: Peer? {
    var credentials = [UInt32](repeating: 0, count: 3)
    var length = socklen_t(MemoryLayout<UInt32>.stride * credentials.count)
    guard getsockopt(descriptor.number, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    return Peer(pid: Int(credentials[0]), uid: Int(credentials[1]))
  }

  /// The groups of the connected process at the time of the connection, its primary group first (`SO_PEERCRED`,
  /// `SO_PEERGROUPS`). Empty when the kernel does not provide them.
  package var peerGroups: [UInt32] {
    let primary = (try? option(SO_PEERCRED, count: 3).suffix(1)) ?? []
    do {
      return primary + (try option(SO_PEERGROUPS, count: 64))
    } catch  where error.number == ERANGE {
      // The kernel allows 65,536 groups. Few users have more than a dozen.
      return primary + ((try? option(SO_PEERGROUPS, count: 65_536)) ?? [])
    } catch {
      return Array(primary)
    }
  }

  /// Returns the numbers of a socket option, at most `count`.
  private func option(_ name: Int32, count: Int) throws(SystemError) -> ArraySlice<UInt32> {
    var numbers = [UInt32](repeating: 0, count: count)
    var length = socklen_t(MemoryLayout<UInt32>.stride * count)
    guard getsockopt(descriptor.number, SOL_SOCKET, name, &numbers, &length) == 0 else { throw .current() }
    return numbers.prefix(Int(length) / MemoryLayout<UInt32>.stride)
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

/// The file of a Unix socket.
package struct SocketFile: Equatable, Sendable {
  package let path: String
  private let device: UInt
  private let inode: UInt
  /// False when the path holds another kind of file.
  package let isSocket: Bool

  /// Reads the identity of the file; nil when it does not exist. Does not follow symbolic links.
  package init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.path = path
    (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Removes the file, unless another file has replaced it.
  package func remove() {
    if SocketFile(path: path) == self { unlink(path) }
  }

  package func setMode(_ mode: UInt32) throws(SystemError) {
    guard chmod(path, mode) == 0 else { throw .current() }
  }

  package func setGroup(_ group: UInt32) throws(SystemError) {
    guard chown(path, uid_t.max, group) == 0 else { throw .current() }
  }

  /// Returns the id of a group; nil when it does not exist.
  package static func number(ofGroup name: String) -> UInt32? {
    var (entry, found) = (group(), UnsafeMutablePointer<group>?.none)
    var text = [CChar](repeating: 0, count: 64 << 10)
    guard getgrnam_r(name, &entry, &text, text.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
  }
}

/// Sends the same bytes to many non-blocking sockets.
package enum MultiSend {
  /// A socket that has not taken all bytes.
  package struct PartialSend: Equatable {
    /// Index among the descriptors.
    package var index: Int
    /// Number of bytes taken.
    package var taken: Int
    /// The connection is closed.
    package var isGone = false
  }

  /// Sends to each socket in one call and does not retry.
  ///
  /// - Parameters:
  ///   - runs: ranges of `bytes` in sending order, at most 1,024.
  ///   - bytes: the memory of the ranges.
  ///   - descriptors: the sockets.
  /// - Returns: the sockets that took less than everything, in the order of the descriptors.
  package static func send(
    _ runs: [Range<Int>], of bytes: [UInt8], to descriptors: ContiguousArray<Int32>
  ) -> [PartialSend] {
    let total = runs.reduce(0) { $0 + $1.count }
    var shortfalls: [PartialSend] = []
    GatheredBytes.with(runs, of: bytes) { gathered in
      for (index, descriptor) in descriptors.enumerated() {
        let taken = gathered.send(to: descriptor)
        if taken != total { shortfalls.append(shortfall(index, taken)) }
      }
    }
    return shortfalls
  }

  private static func shortfall(_ index: Int, _ taken: Int) -> PartialSend {
    guard taken < 0 else { return PartialSend(index: index, taken: taken) }
    return PartialSend(index: index, taken: 0, isGone: errno != EAGAIN && errno != EINTR)
  }
}

/// Pieces of memory that are sent in one call.
private struct GatheredBytes: ~Copyable {
  private let first: UnsafeRawBufferPointer
  private var message: msghdr?

  /// Sends the pieces. Returns the result of `send(2)` or `sendmsg(2)`.
  func send(to descriptor: Int32) -> Int {
    guard var message else { return Glibc.send(descriptor, first.baseAddress, first.count, Int32(MSG_NOSIGNAL)) }
    return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
  }

  /// Calls `body` with the gathered bytes, which are valid during the call only.
  static func with<Answer>(
    _ runs: [Range<Int>], of bytes: [UInt8], _ body: (borrowing GatheredBytes) -> Answer
  ) -> Answer {
    bytes.withUnsafeBytes { memory in
      var pieces = runs.map { run in
        // The kernel only reads.
        iovec(
          iov_base: UnsafeMutableRawPointer(mutating: memory.baseAddress.map { $0 + run.lowerBound }),
          iov_len: run.count)
      }
      return pieces.withUnsafeMutableBufferPointer { pieces in
        guard runs.count != 1 else {
          return body(GatheredBytes(first: UnsafeRawBufferPointer(rebasing: memory[runs[0]])))
        }
        var message = msghdr()
        (message.msg_iov, message.msg_iovlen) = (pieces.baseAddress, pieces.count)
        return body(GatheredBytes(first: memory, message: message))
      }
    }
  }
}
