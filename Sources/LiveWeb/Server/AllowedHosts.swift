package import LiveCore
internal import LiveModel

/// The names under which browsers may ask for the page.
///
/// Without this check, a web site could let its own name point to this machine (DNS rebinding), and read the page with
/// the browser of a visitor.
package struct AllowedHosts: Sendable {
  private let names: Set<String>
  private let address: IPAddress

  package init(_ settings: Config.WebSettings) {
    names = Set(settings.hosts)
    address = settings.listen.address
  }

  /// Returns whether the value of a `Host` header is expected: a name of this machine, the address that is listened on,
  /// or one of the configured names, each with any port. If all addresses are listened on, every address is expected,
  /// because no name can be rebound to a page at an address.
  package func allows(_ authority: String) -> Bool {
    let host = Self.name(in: authority)
    if host == "localhost" || names.contains(host) { return true }
    guard let asked = IPAddress(host: host) else { return false }
    return asked.isLoopback || asked == address || address == .v4(0) || address == .v6(0)
  }

  /// Returns whether the value of an `Origin` header is that of a page of ours.
  package func allows(origin: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return false }
    return allows(String(origin.dropFirst(scheme.count)))
  }

  /// Returns the host of `host:port` in lower-case, an IPv6 address in its brackets.
  package static func name(in authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return String(text[...end]) }
    return String(text.prefix { $0 != ":" })
  }
}
