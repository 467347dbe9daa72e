internal import CCurl
internal import Glibc

/// An IP address at the other end of a connection.
enum PeerAddress: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt128)

  /// Where an address leads to.
  enum Reach: Sendable {
    /// This machine and the networks about it: loopback, link-local, private (RFC 1918, RFC 4193) and shared (RFC
    /// 6598).
    case home
    /// The open Internet.
    case world
    /// Addresses that no receiver has: unspecified, multicast, reserved, for documentation, for benchmarks.
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

/// Which blocks of addresses lead where.
///
/// Source: IANA's IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890). What is globally reachable by them is
/// the world, except inside 192.0.0.0/24 and 2001::/23, where no receiver is. Of IPv6 only 2000::/3 is allocated.
enum AddressBlocks {
  static func reach(of number: UInt32) -> PeerAddress.Reach {
    if home4.contains(where: { $0.contains(number) }) { return .home }
    return nowhere4.contains { $0.contains(number) } ? .nowhere : .world
  }

  static func reach(of number: UInt128) -> PeerAddress.Reach {
    if mapped.contains(number) { return reach(of: UInt32(truncatingIfNeeded: number)) }
    // A gateway at an unknown place carries it on: home it does not stay.
    if let carried = carried(number), number != loopback { return reach(of: carried) == .world ? .world : .nowhere }
    if number == loopback || home6.contains(where: { $0.contains(number) }) { return .home }
    return !unicast.contains(number) || nowhere6.contains { $0.contains(number) } ? .nowhere : .world
  }

  private static let home4 = [
    Block4([10], 8), Block4([100, 64], 10), Block4([127], 8), Block4([169, 254], 16), Block4([172, 16], 12),
    Block4([192, 168], 16),
  ]

  /// The last one is multicast, reserved and broadcast.
  private static let nowhere4 = [
    Block4([0], 8), Block4([192, 0, 0], 24), Block4([192, 0, 2], 24), Block4([192, 88, 99], 24),
    Block4([198, 18], 15), Block4([198, 51, 100], 24), Block4([203, 0, 113], 24), Block4([224], 3),
  ]

  private static let loopback: UInt128 = 1
  private static let home6 = [Block6([0xFC00], 7), Block6([0xFE80], 10)]
  private static let unicast = Block6([0x2000], 3)
  private static let nowhere6 = [Block6([0x2001], 23), Block6([0x2001, 0x0DB8], 32), Block6([0x3FFF], 20)]

  /// The system speaks IPv4 to these (RFC 4291 §2.5.5.2).
  private static let mapped = Block6([0, 0, 0, 0, 0, 0xFFFF], 96)
  private static let compatible = Block6([0], 96)
  private static let nat64 = Block6([0x0064, 0xFF9B], 96)
  private static let sixToFour = Block6([0x2002], 16)

  /// The IPv4 address to which a translator (RFC 6052) or a tunnel (RFC 4291 §2.5.5.1, RFC 3056) passes it on.
  private static func carried(_ number: UInt128) -> UInt32? {
    if compatible.contains(number) || nat64.contains(number) { return UInt32(truncatingIfNeeded: number) }
    return sixToFour.contains(number) ? UInt32(truncatingIfNeeded: number >> 80) : nil
  }

  /// Octets.
  private typealias Block4 = Block<UInt32, UInt8>
  /// Groups of two octets.
  private typealias Block6 = Block<UInt128, UInt16>

  /// The addresses whose first bits, `length` of them, are those of `start`.
  private struct Block<Number: FixedWidthInteger & Sendable, Part: FixedWidthInteger>: Sendable {
    let start: Number
    let length: Int

    /// The bits after the parts are zero.
    init(_ parts: [Part], _ length: Int) {
      let bits = parts.reduce(0) { $0 << Part.bitWidth | Number($1) }
      start = bits << (Number.bitWidth - Part.bitWidth * parts.count)
      self.length = length
    }

    func contains(_ number: Number) -> Bool { (number ^ start) >> (Number.bitWidth - length) == 0 }
  }
}
