internal import CSystemd
internal import Glibc

extension SystemdManager {
  /// The listening Unix stream socket that systemd opened for the daemon under this `FileDescriptorName=`, nil when it
  /// passed none.
  ///
  /// The descriptor is the caller's from now on, is closed on exec, and blocks unless systemd was told otherwise.
  /// Throws `platform.inherited-socket` when there is a descriptor of that name that cannot be served.
  func listeningSocket(named name: String) throws(Fault) -> Int32? {
    var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    let count = sd_listen_fds_with_names(0, &names)
    guard count >= 0 else { throw Self.unusable("descriptors could not be taken over (errno \(-count))") }
    guard let names else { return nil }
    defer { Self.release(names, count: Int(count)) }
    let passed = (0..<Int(count)).map { index in names[index].map { String(cString: $0) } }
    guard let index = passed.firstIndex(of: name) else { return nil }
    let descriptor = SD_LISTEN_FDS_START + Int32(index)
    guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
      throw Self.unusable("descriptor \(descriptor), '\(name)', is no listening unix stream socket")
    }
    return descriptor
  }

  private static func release(_ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) {
    for index in 0..<count { free(names[index]) }
    free(names)
  }

  private static func unusable(_ what: String) -> Fault {
    Fault(.inheritedSocket, "\(what)", hint: "give the socket unit one ListenStream= with an absolute path")
  }
}

extension Fault.Code {
  static let inheritedSocket = Fault.Code("platform.inherited-socket")
}
