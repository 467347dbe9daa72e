/// Where the daemon listens.
enum SocketEndpoint: Equatable, Sendable {
  /// A file of its own. The folder must exist; a nil group leaves the daemon's.
  case path(String, mode: UInt32 = 0o660, group: String? = nil)
  /// A listening socket that systemd opened and keeps; it is taken over once.
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
