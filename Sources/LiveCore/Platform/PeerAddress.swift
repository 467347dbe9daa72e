internal import CCurl
internal import Glibc

/// The IP address of the peer of a connection.
enum PeerAddress: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt128)

  /// Classes of addresses.
  enum Reach: Sendable {
    /// This machine and its local networks: loopback, link-local, private (RFC 1918, RFC 4193) and shared (RFC 6598).
    case home
    /// The public Internet.
    case world
    /// Addresses without a valid receiver: unspecified, multicast, reserved, for documentation, for benchmarks.
    case nowhere
  }

  /// Parses the formats of `inet_pton`, with or without a zone (`fe80::1%eth0`).
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
  /// Returns whether the address is allowed. An unknown address is allowed for `anyone` only.
  func admits(_ address: PeerAddress?) -> Bool {
    switch self {
    case .anyone: true
    case .publicOnly: address?.reach == .world
    case .privateOnly: address?.reach == .home
    }
  }
}

/// The blocks of special addresses.
///
/// Source: IANA's IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890). An address that they list as globally
/// reachable is `world`, except inside 192.0.0.0/24 and 2001::/23, which hold no receiver. Only 2000::/3 of IPv6 is
/// allocated.
private enum AddressBlocks {
  static func reach(of number: UInt32) -> PeerAddress.Reach {
    if home4.contains(where: { $0.contains(number) }) { return .home }
    return nowhere4.contains { $0.contains(number) } ? .nowhere : .world
  }

  static func reach(of number: UInt128) -> PeerAddress.Reach {
    if mapped.contains(number) { return reach(of: UInt32(truncatingIfNeeded: number)) }
    // A translator or tunnel forwards the packet from an unknown location, so a private target is not on our local
    // network.
    if let carried = carried(number), number != loopback { return reach(of: carried) == .world ? .world : .nowhere }
    if number == loopback || home6.contains(where: { $0.contains(number) }) { return .home }
    return !unicast.contains(number) || nowhere6.contains { $0.contains(number) } ? .nowhere : .world
  }

  private static let home4 = [
    Block4([10], 8), Block4([100, 64], 10), Block4([127], 8), Block4([169, 254], 16), Block4([172, 16], 12),
    Block4([192, 168], 16),
  ]

  /// Block 224.0.0.0/3 is multicast, reserved and broadcast.
  private static let nowhere4 = [
    Block4([0], 8), Block4([192, 0, 0], 24), Block4([192, 0, 2], 24), Block4([192, 88, 99], 24),
    Block4([198, 18], 15), Block4([198, 51, 100], 24), Block4([203, 0, 113], 24), Block4([224], 3),
  ]

  private static let loopback: UInt128 = 1
  private static let home6 = [Block6([0xFC00], 7), Block6([0xFE80], 10)]
  private static let unicast = Block6([0x2000], 3)
  private static let nowhere6 = [Block6([0x2001], 23), Block6([0x2001, 0x0DB8], 32), Block6([0x3FFF], 20)]

  /// IPv4-mapped addresses, which the system connects to by IPv4 (RFC 4291 §2.5.5.2).
  private static let mapped = Block6([0, 0, 0, 0, 0, 0xFFFF], 96)
  private static let compatible = Block6([0], 96)
  private static let nat64 = Block6([0x0064, 0xFF9B], 96)
  private static let sixToFour = Block6([0x2002], 16)

  /// Returns the IPv4 address that is embedded for a translator (RFC 6052) or a tunnel (RFC 4291 §2.5.5.1, RFC 3056).
  private static func carried(_ number: UInt128) -> UInt32? {
    if compatible.contains(number) || nat64.contains(number) { return UInt32(truncatingIfNeeded: number) }
    return sixToFour.contains(number) ? UInt32(truncatingIfNeeded: number >> 80) : nil
  }

  /// Blocks written as octets.
  private typealias Block4 = Block<UInt32, UInt8>
  /// Blocks written as groups of two octets.
  private typealias Block6 = Block<UInt128, UInt16>

  /// All addresses whose first `length` bits equal those of `start`.
  private struct Block<Number: FixedWidthInteger & Sendable, Part: FixedWidthInteger>: Sendable {
    let start: Number
    let length: Int

    /// Creates a block. Missing trailing parts are zero.
    init(_ parts: [Part], _ length: Int) {
      let bits = parts.reduce(0) { $0 << Part.bitWidth | Number($1) }
      start = bits << (Number.bitWidth - Part.bitWidth * parts.count)
      self.length = length
    }

    func contains(_ number: Number) -> Bool { (number ^ start) >> (Number.bitWidth - length) == 0 }
  }
}
