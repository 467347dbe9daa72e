import Glibc

/// The receiving end of `NOTIFY_SOCKET`, as systemd has it: a datagram socket in its own folder.
final class NotifySocket {
  let path: String
  private let folder: String
  private let descriptor: Int32

  struct CannotBind: Error { let number: Int32 }

  /// Creates the socket. Throws if that fails.
  init() throws {
    var template = Array("/tmp/livegamed-notify-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CannotBind(number: errno) }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/notify"
    descriptor = try BoundSocket.bound(to: path, type: SOCK_DGRAM)
  }

  deinit {
    close(descriptor)
    unlink(path)
    rmdir(folder)
  }

  /// Returns the next message; nil if there is none. A datagram is available as soon as its sender returns.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}

/// Unix sockets as systemd creates them for its services.
enum BoundSocket {
  /// Binds a socket of a type to a path. The caller closes it and removes the file.
  static func bound(to path: String, type: __socket_type) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard descriptor >= 0, result == 0 else { throw NotifySocket.CannotBind(number: errno) }
    return descriptor
  }
}
