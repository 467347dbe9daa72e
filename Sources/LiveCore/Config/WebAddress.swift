internal import FoundationEssentials

/// The properties of an `http` or `https` URL that configuration checks need. The initializer returns nil for any other
/// text and for a URL without a host.
struct WebAddress: Equatable {
  /// The kind of network that a host is in, as far as its text shows.
  enum Reach: Equatable {
    /// Loopback, private, link-local, or shared address space of a provider.
    case home
    /// The public Internet.
    case world
    /// An address without a receiver: unspecified, multicast, reserved, or for documentation.
    case nowhere
  }

  var isSecure: Bool
  /// True without user, password, query and fragment.
  var isBare: Bool
  var hasQueryOrFragment: Bool
  /// Nil for a host name, which only a lookup can resolve.
  var reach: Reach?

  /// Returns the address of a server without trailing slashes, so that paths can be appended.
  static func server(_ text: some StringProtocol) -> String {
    String(text.reversed().drop { $0 == "/" }.reversed())
  }

  init?(_ text: String) {
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = parts.host, !host.isEmpty, (parts.port.map { (1...65_535).contains($0) } ?? true)
    else { return nil }
    isSecure = scheme == "https"
    hasQueryOrFragment = parts.query != nil || parts.fragment != nil
    isBare = parts.user == nil && parts.password == nil && !hasQueryOrFragment
    reach = Reach(host: host.lowercased())
  }
}

extension WebAddress.Reach {
  /// Returns nil for a name other than `localhost`, for an abbreviated IPv4 address, and for an IPv6 address that a
  /// gateway maps to IPv4 (`::a.b.c.d`, NAT64, 6to4).
  init?(host: String) {
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    let address = bare.prefix { $0 != "%" }
    if let bytes = Self.bytes(of: address) {
      self.init(bytes)
    } else if let groups = Self.groups(of: address) {
      self.init(groups)
    } else if ["localhost", "localhost."].contains(bare) || bare.hasSuffix(".localhost") {
      self = .home
    } else {
      return nil
    }
  }

  /// Classifies the four bytes of an IPv4 address.
  ///
  /// - Source: IANA, IPv4 Special-Purpose Address Registry.
  private init(_ bytes: [UInt8]) {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (10, _, _), (127, _, _), (172, 16...31, _), (192, 168, _), (169, 254, _), (100, 64...127, _): self = .home
    case (0, _, _), (224..., _, _), (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 18...19, _), (198, 51, 100),
      (203, 0, 113):
      self = .nowhere
    default: self = .world
    }
  }

  /// Classifies the eight groups of an IPv6 address.
  ///
  /// - Source: IANA, IPv6 Special-Purpose Address Registry.
  private init?(_ groups: [UInt16]) {
    switch (groups[0], groups[1]) {
    case _ where groups.starts(with: [0, 0, 0, 0, 0, 0xFFFF]):
      self.init(groups.suffix(2).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    case _ where groups == [0, 0, 0, 0, 0, 0, 0, 1], (0xFC00...0xFDFF, _), (0xFE80...0xFEBF, _): self = .home
    case (0, 0) where groups.contains { $0 != 0 }, (0x64, 0xFF9B), (0x2002, _): return nil
    case (0x2001, 0...0x1FF), (0x2001, 0xDB8), (0x3FFF, 0...0xFFF): self = .nowhere
    case (0x2000...0x3FFF, _): self = .world
    default: self = .nowhere
    }
  }

  private static func bytes(of text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in part.allSatisfy { ("0"..."9").contains($0) } ? UInt8(part) : nil }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func groups(of text: Substring) -> [UInt16]? {
    guard text.contains(":") else { return nil }
    let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false).map { half in
      half.isEmpty
        ? []
        : half.split(separator: ":", omittingEmptySubsequences: false).flatMap { part in
          Self.group(part, isLast: part.endIndex == text.endIndex)
        }
    }
    switch (halves.count, halves.reduce(0) { $0 + $1.count }) {
    case (1, 8): return whole(halves[0])
    case (2, 0...7):
      return whole(halves[0] + Array(repeating: 0, count: 8 - halves[0].count - halves[1].count) + halves[1])
    default: return nil
    }
  }

  /// Returns one group, or the two groups of an IPv4 address at the end. An invalid group is nil.
  private static func group(_ text: Substring, isLast: Bool) -> [UInt16?] {
    if isLast, let bytes = bytes(of: text) {
      return [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
    }
    return [(1...4).contains(text.utf8.count) && text.first != "+" ? UInt16(text, radix: 16) : nil]
  }

  private static func whole(_ groups: [UInt16?]) -> [UInt16]? {
    let whole = groups.compactMap(\.self)
    return whole.count == groups.count ? whole : nil
  }
}

/// A loopback address and a TCP port.
public struct LoopbackAddress: Hashable, Sendable {
  /// The address to bind: `127.0.0.1`, or `::1` without brackets.
  public let host: String
  /// The port. With 0, the system selects one.
  public let port: Int

  /// The reason why a text is rejected.
  enum Refusal: Error, Equatable {
    /// The text is not a numeric address and a port.
    case form
    /// The address is reachable from other machines.
    case reach
  }

  /// Parses `127.0.0.1:9464`, any other address in 127.0.0.0/8, or `[::1]:9464`.
  init(_ text: String) throws(Refusal) {
    guard let colon = text.lastIndex(of: ":") else { throw .form }
    let (host, port) = (text[..<colon], text[text.index(after: colon)...])
    guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(port)
    else { throw .form }
    self.port = Int(port)
    if host == "[::1]" {
      self.host = "::1"
      return
    }
    let known = host.split(separator: ".").compactMap { UInt8($0) }
    // Reject forms such as 127.0.0.01: some parsers read the part as octal.
    guard known.count == 4, known.map(String.init).joined(separator: ".") == host else {
      throw host.hasPrefix("[") && host.hasSuffix("]") ? .reach : .form
    }
    guard known[0] == 127 else { throw .reach }
    self.host = String(host)
  }
}

extension LoopbackAddress {
  /// Returns true for a numeric loopback host, such as `127.0.0.1` or `[::1]`.
  public static func isLoopback(_ host: String) -> Bool { (try? LoopbackAddress("\(host):0")) != nil }

  /// Returns the URL of a path on the port that was bound, such as `http://127.0.0.1:9464/metrics`.
  public func url(port: Int, path: String) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)"
  }
}
