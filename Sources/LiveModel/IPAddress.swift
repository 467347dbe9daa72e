/// An IPv4 or IPv6 address as a number, and the only table of special addresses: configuration checks and the checks of
/// each connection use it.
package enum IPAddress: Hashable, Sendable {
  case v4(UInt32)
  case v6(UInt128)

  /// Classes of addresses.
  package enum Scope: Sendable {
    /// This machine and its local networks: loopback, link-local, private (RFC 1918, RFC 4193) and shared (RFC 6598).
    case local
    /// The public Internet.
    case global
    /// Addresses without a valid receiver: unspecified, multicast, reserved, for documentation, for benchmarks.
    case unusable
  }

  /// Parses the formats of `inet_pton(3)`, with or without a zone (`fe80::1%eth0`). Rejects abbreviated IPv4 addresses
  /// and leading zeros, which some parsers read as octal.
  package init?(_ text: some StringProtocol) {
    let text = Substring(text).prefix { $0 != "%" }
    if let number = Self.v4(text) {
      self = .v4(number)
    } else if let number = Self.v6(text) {
      self = .v6(number)
    } else {
      return nil
    }
  }

  /// Parses the host of a URL, where an IPv6 address is in brackets.
  package init?(host: some StringProtocol) {
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    self.init(isBracketed ? Substring(host).dropFirst().dropLast() : Substring(host))
  }

  /// Whether the address is in 127.0.0.0/8, or is `::1`.
  package var isLoopback: Bool {
    switch self {
    case .v4(let number): Ranges.loopback4.contains(number)
    case .v6(let number): number == Ranges.loopback6
    }
  }

  /// The IPv4 address to which a translator or a tunnel forwards packets; nil for other addresses.
  package var translated: UInt32? {
    guard case .v6(let number) = self else { return nil }
    return Ranges.translated(number)
  }

  package var scope: Scope {
    switch self {
    case .v4(let number): Ranges.scope(of: number)
    case .v6(let number): Ranges.scope(of: number)
    }
  }
}

/// The parsers. They do not call `inet_pton(3)`, because the configuration is read without the C library.
extension IPAddress {
  private static func v4(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard part.utf8.allSatisfy(\.isASCIIDigit), part == "0" || part.utf8.first != UInt8(ascii: "0"),
        let octet = UInt8(part)
      else { return nil }
      number = number << 8 | UInt32(octet)
    }
    return number
  }

  private static func v6(_ text: Substring) -> UInt128? {
    var text = text
    // Write an IPv4 address at the end as two groups.
    if let colon = text.lastIndex(of: ":"), let tail = v4(text[text.index(after: colon)...]) {
      text = text[...colon] + "\(String(tail >> 16, radix: 16)):\(String(tail & 0xFFFF, radix: 16))"
    }
    let halves = text.split(separator: "::", omittingEmptySubsequences: false).map(groups)
    switch (halves.count, halves.first ?? nil, halves.last ?? nil) {
    case (1, let all?, _) where all.count == 8: return number(all)
    case (2, let head?, let tail?) where head.count + tail.count < 8:
      return number(head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
    default: return nil
    }
  }

  /// Returns the groups between single colons; none for an empty text, and nil if one is invalid.
  private static func groups(_ text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let groups = parts.compactMap { part in
      (1...4).contains(part.utf8.count) && part.utf8.first != UInt8(ascii: "+") ? UInt16(part, radix: 16) : nil
    }
    return groups.count == parts.count ? groups : nil
  }

  private static func number(_ groups: [UInt16]) -> UInt128 { groups.reduce(0) { $0 << 16 | UInt128($1) } }
}

/// The ranges of special addresses.
///
/// Source: IANA's IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890). An address that they list as globally
/// reachable is `global`, except inside 192.0.0.0/24 and 2001::/23, which hold no receiver. Only 2000::/3 of IPv6 is
/// allocated.
private enum Ranges {
  static func scope(of number: UInt32) -> IPAddress.Scope {
    if local4.contains(where: { $0.contains(number) }) { return .local }
    return unusable4.contains { $0.contains(number) } ? .unusable : .global
  }

  static func scope(of number: UInt128) -> IPAddress.Scope {
    if mapped.contains(number) { return scope(of: UInt32(truncatingIfNeeded: number)) }
    // A translator or tunnel forwards the packet from an unknown location, so a private target is not on our local
    // network.
    if let translated = translated(number) { return scope(of: translated) == .global ? .global : .unusable }
    if number == loopback6 || local6.contains(where: { $0.contains(number) }) { return .local }
    return !unicast.contains(number) || unusable6.contains { $0.contains(number) } ? .unusable : .global
  }

  static let loopback4 = Range4([127], 8)
  private static let local4 = [
    Range4([10], 8), Range4([100, 64], 10), loopback4, Range4([169, 254], 16), Range4([172, 16], 12),
    Range4([192, 168], 16),
  ]

  /// Range 224.0.0.0/3 is multicast, reserved and broadcast.
  private static let unusable4 = [
    Range4([0], 8), Range4([192, 0, 0], 24), Range4([192, 0, 2], 24), Range4([192, 88, 99], 24),
    Range4([198, 18], 15), Range4([198, 51, 100], 24), Range4([203, 0, 113], 24), Range4([224], 3),
  ]

  static let loopback6: UInt128 = 1
  private static let local6 = [Range6([0xFC00], 7), Range6([0xFE80], 10)]
  private static let unicast = Range6([0x2000], 3)
  private static let unusable6 = [Range6([0x2001], 23), Range6([0x2001, 0x0DB8], 32), Range6([0x3FFF], 20)]

  /// IPv4-mapped addresses, which the system connects to by IPv4 (RFC 4291 §2.5.5.2).
  private static let mapped = Range6([0, 0, 0, 0, 0, 0xFFFF], 96)
  private static let compatible = Range6([0], 96)
  private static let nat64 = Range6([0x0064, 0xFF9B], 96)
  private static let sixToFour = Range6([0x2002], 16)

  /// Returns the IPv4 address that is embedded for a translator (RFC 6052) or a tunnel (RFC 4291 §2.5.5.1, RFC 3056).
  static func translated(_ number: UInt128) -> UInt32? {
    if number > loopback6, compatible.contains(number) || nat64.contains(number) {
      return UInt32(truncatingIfNeeded: number)
    }
    return sixToFour.contains(number) ? UInt32(truncatingIfNeeded: number >> 80) : nil
  }

  /// A range written as octets.
  typealias Range4 = Prefix<UInt32, UInt8>
  /// A range written as groups of two octets.
  typealias Range6 = Prefix<UInt128, UInt16>

  /// All addresses whose first `length` bits equal those of `start`.
  struct Prefix<Number: FixedWidthInteger & Sendable, Part: FixedWidthInteger>: Sendable {
    private let start: Number
    private let length: Int

    /// Creates a range. Missing trailing parts are zero.
    init(_ parts: [Part], _ length: Int) {
      let bits = parts.reduce(0) { $0 << Part.bitWidth | Number($1) }
      start = bits << (Number.bitWidth - Part.bitWidth * parts.count)
      self.length = length
    }

    func contains(_ number: Number) -> Bool { (number ^ start) >> (Number.bitWidth - length) == 0 }
  }
}
