internal import CCurl
internal import Glibc

/// An IP address at the other end of a connection.
enum PeerAddress: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt128)

  /// Where an address leads to.
  enum Reach: Sendable {
    /// This machine and the networks about it: loopback, link-local, private (RFC 1918, RFC 4193) and shared (RFC 6598).
    case home
    /// The open Internet.
    case world
    /// What no receiver of ours has: unspecified, multicast, reserved, for documentation, for benchmarks.
    case nowhere
  }

  /// Reads what `inet_pton` reads, with or without a zone (`fe80::1%eth0`).
  init?(_ text: String) {
    let text = String(text.prefix { $0 != "%" })
    var (short, long): (UInt32, UInt128) = (0, 0)
    if inet_pton(AF_INET, text, &short) == 1 {
      self = .v4(UInt32(bigEndian: short))
    } else if inet_pton(AF_INET6, text, &long) == 1 {
      self = .v6(UInt128(bigEndian: long))
    } else {
      return nil
    }
  }

  /// Reads as many bytes as the family has; nil when it is neither IPv4 nor IPv6.
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

  var reach: Reach {
    switch self {
    case .v4(let number): AddressBlocks.reach(of: number)
    case .v6(let number): AddressBlocks.reach(of: number)
    }
  }
}

extension PeerAddress: CustomStringConvertible {
  var description: String {
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
  /// An address that is not known is admitted by nobody who minds.
  func admits(_ address: PeerAddress?) -> Bool {
    switch self {
    case .anyone: true
    case .publicOnly: address?.reach == .world
    case .privateOnly: address?.reach == .home
    }
  }
}
