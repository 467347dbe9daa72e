internal import LiveModel
internal import LivePlatform

/// The listening socket and its file.
final class SocketListener: Sendable {
  private let socket: UnixSocket
  /// The file to remove at the end; nil when the socket was inherited (systemd owns the file) or the file is removed.
  private let file: Locked<SocketFile?>

  var descriptor: Descriptor { socket.descriptor }

  /// Opens the socket. Clients can connect from now on.
  init(_ endpoint: SocketEndpoint) throws(Fault) {
    switch endpoint {
    case .inherited(let number):
      (socket, file) = (try Self.inherit(number), Locked(nil))
    case .path(let path, let mode, let group):
      let group = try group.map { name throws(Fault) in try Self.number(ofGroup: name, for: path) }
      let (socket, file) = try Self.listen(at: path, mode: mode, group: group)
      (self.socket, self.file) = (socket, Locked(file))
    }
  }

  /// Accepts the next client. Returns nil when none waits.
  func accept() throws(SystemError) -> UnixSocket? { try socket.accept() }

  /// Removes the socket's file. Only the first call has an effect, because a later file may belong to another daemon.
  func removeFile() {
    file.withLock { file in
      file?.remove()
      file = nil
    }
  }

  private static func inherit(_ number: Int32) throws(Fault) -> UnixSocket {
    do {
      return try UnixSocket(inherited: number)
    } catch {
      throw Fault(.socketFailed, "descriptor \(number) is no socket that can be served: \(error)")
    }
  }

  private static func number(ofGroup name: String, for path: String) throws(Fault) -> UInt32 {
    if let number = SocketFile.number(ofGroup: name) { return number }
    throw Fault(
      .socketGroup, "there is no group '\(name)'", at: .path(path),
      hint: "make it with 'sudo groupadd --system \(name)', or set socket.group to another")
  }

  /// Creates the socket, and sets mode and group before clients can connect.
  private static func listen(at path: String, mode: UInt32, group: UInt32?) throws(Fault) -> (UnixSocket, SocketFile) {
    let socket = try bind(path)
    guard let file = SocketFile(path: path) else {
      throw Fault(.socketFailed, "the socket's file vanished while it was made", at: .path(path))
    }
    do {
      try file.setMode(mode)
      if let group { try file.setGroup(group) }
      try socket.listen()
      return (socket, file)
    } catch {
      file.remove()
      guard error.kind == .denied else { throw Fault(.socketFailed, "cannot listen: \(error)", at: .path(path)) }
      throw Fault(
        .socketDenied, "may not set mode and group: \(error)", at: .path(path),
        hint: "run the daemon as a member of socket.group, or leave socket.group out")
    }
  }

  private static func bind(_ path: String) throws(Fault) -> UnixSocket {
    let length = path.utf8.count
    guard length <= UnixSocket.longestPath else {
      throw Fault(
        .socketPath, "the path has \(length) bytes, a Unix socket's at most \(UnixSocket.longestPath)", at: .path(path),
        hint: "choose a shorter socket.path")
    }
    do {
      return try UnixSocket.bound(to: path)
    } catch {
      guard error.kind == .taken else { throw fault(error, at: path) }
    }
    try removeStale(path)
    do {
      return try UnixSocket.bound(to: path)
    } catch {
      throw fault(error, at: path)
    }
  }

  /// Removes the socket's file of a daemon that crashed. Throws `socket.in-use` when another process listens there.
  private static func removeStale(_ path: String) throws(Fault) {
    guard let file = SocketFile(path: path) else { return }
    guard file.isSocket else {
      throw Fault(
        .socketFile, "something that is no socket lies here", at: .path(path),
        hint: "move it away, or set socket.path to another file")
    }
    do throws(SystemError) {
      _ = try UnixSocket.connected(to: path)
    } catch  where error.kind == .refused {
      return file.remove()
    } catch  where error.kind == .missing {
      return
    } catch {}
    throw inUse(path)
  }

  private static func inUse(_ path: String) -> Fault {
    Fault(
      .socketInUse, "another process listens here", at: .path(path),
      hint: "stop the other livegamed, or set socket.path to another file")
  }

  private static func fault(_ failure: SystemError, at path: String) -> Fault {
    switch failure.kind {
    case .missing:
      Fault(
        .socketFolder, "the folder of the socket does not exist", at: .path(path),
        hint: "make it, or set socket.path to a file in another")
    case .denied:
      Fault(
        .socketDenied, "may not make the socket here: \(failure)", at: .path(path),
        hint: "make the folder writable for the daemon, or set socket.path to a file in another")
    case .taken: inUse(path)
    default: Fault(.socketFailed, "cannot make the socket: \(failure)", at: .path(path))
    }
  }
}

/// The place where the daemon listens.
enum SocketEndpoint: Equatable, Sendable {
  /// A socket file that the daemon creates. The folder must exist; with a nil group the file keeps the daemon's group.
  case path(String, mode: UInt32 = 0o660, group: String? = nil)
  /// The descriptor of a listening socket that systemd opened (socket activation). It can be taken over only once.
  case inherited(Int32)
}

extension Fault.Code {
  static let socketInUse = Fault.Code("socket.in-use")
  static let socketPath = Fault.Code("socket.path")
  static let socketFolder = Fault.Code("socket.folder")
  static let socketFile = Fault.Code("socket.file")
  static let socketGroup = Fault.Code("socket.group")
  static let socketDenied = Fault.Code("socket.denied")
  static let socketFailed = Fault.Code("socket.failed")
}
