internal import FoundationEssentials
internal import LiveModel

/// The properties of an `http` or `https` URL that configuration checks need. The initializer returns nil for any other
/// text and for a URL without a host.
struct WebAddress: Equatable {
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

  init?(_ text: String) {
    guard let parts = URLComponents(string: text, encodingInvalidCharacters: false),
      let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
      let host = parts.host, !host.isEmpty, (parts.port.map { (1...65_535).contains($0) } ?? true)
    else { return nil }
    isSecure = scheme == "https"
    hasQueryOrFragment = parts.query != nil || parts.fragment != nil
    isBare = parts.user == nil && parts.password == nil && !hasQueryOrFragment
    scope = Self.scope(of: host.lowercased())
  }

  private static func scope(of host: String) -> IPAddress.Scope? {
    guard let address = IPAddress(host: host) else {
      return ["localhost", "localhost."].contains(host) || host.hasSuffix(".localhost") ? .local : nil
    }
    return address.translated == nil ? address.scope : nil
  }
}
