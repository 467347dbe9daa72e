internal import CCurl
internal import Glibc
package import LiveModel

extension IPAddress {
  /// Reads a socket address; nil when it is neither IPv4 nor IPv6. The memory must be as long as its family requires.
  init?(_ address: UnsafePointer<sockaddr>) {
    let bytes = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      self = .v4(UInt32(bigEndian: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6:
      let number = withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr) {
        $0.loadUnaligned(as: UInt128.self)
      }
      self = .v6(UInt128(bigEndian: number))
    default: return nil
    }
  }
}

extension IPAddress: CustomStringConvertible {
  package var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      text.initialize(repeating: 0)
      switch self {
      case .v4(let number):
        var number = number.bigEndian
        inet_ntop(AF_INET, &number, text.baseAddress, socklen_t(text.count))
      case .v6(let number):
        var number = number.bigEndian
        inet_ntop(AF_INET6, &number, text.baseAddress, socklen_t(text.count))
      }
      return text.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}

extension HTTPRequest.Peers {
  /// Returns whether the address is allowed. An unknown address is allowed for `anyone` only.
  package func admits(_ address: IPAddress?) -> Bool {
    switch self {
    case .anyone: true
    case .publicOnly: address?.scope == .global
    case .privateOnly: address?.scope == .local
    }
  }
}
