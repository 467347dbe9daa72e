internal import FoundationEssentials
internal import LiveModel

/// The schemes of the addresses of a kind of sink.
enum SinkScheme: Equatable, CaseIterable {
  /// `https`, or `http` with `allow_http`.
  case web
  /// `mqtts` or `mqtt`.
  case mqtt
}

/// The properties of a URL that configuration checks need. The initializer returns nil for any other text and for a URL
/// without a host.
struct WebAddress: Equatable {
  var scheme: SinkScheme
  /// Whether it is `https` or `mqtts`.
  var isSecure: Bool
  /// True without user, password, query and fragment.
  var isBare: Bool
  var hasQueryOrFragment: Bool
  /// The scope of the host, as far as its text shows it. Nil for a host name, which only a lookup can resolve, and for
  /// an IPv6 address that a translator or a tunnel maps to IPv4.
  var scope: IPAddress.Scope?

  /// Returns the address of a server without trailing slashes, so that paths can be appended.
  static func server(_ text: some StringProtocol) -> String {
    String(text.reversed().drop { $0 == "/" }.reversed())
  }

  init?(_ text: String, allowing schemes: [SinkScheme] = [.web]) {
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let (scheme, isSecure) = parts.scheme.flatMap(Self.scheme), schemes.contains(scheme),
      let host = parts.host, !host.isEmpty, (parts.port.map { (1...65_535).contains($0) } ?? true)
    else { return nil }
    (self.scheme, self.isSecure) = (scheme, isSecure)
    hasQueryOrFragment = parts.query != nil || parts.fragment != nil
    isBare = parts.user == nil && parts.password == nil && !hasQueryOrFragment
    scope = Self.scope(of: host.lowercased())
  }

  private static func scheme(_ text: String) -> (SinkScheme, isSecure: Bool)? {
    switch text.lowercased() {
    case "https": (.web, true)
    case "http": (.web, false)
    case "mqtts": (.mqtt, true)
    case "mqtt": (.mqtt, false)
    default: nil
    }
  }

  private static func scope(of host: String) -> IPAddress.Scope? {
    guard let address = IPAddress(host: host) else {
      return ["localhost", "localhost."].contains(host) || host.hasSuffix(".localhost") ? .local : nil
    }
    return address.translated == nil ? address.scope : nil
  }
}
