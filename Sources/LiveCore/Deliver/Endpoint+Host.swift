extension Endpoint {
  /// `host:port` in lower case, without the user: what shares one server's patience. No secret.
  var host: String { url.reveal(Self.host) }

  private static func host(of url: String) -> String {
    let scheme = url.firstRange(of: "://")
    let rest = scheme.map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    // The colons of an IPv6 address stand in brackets.
    let nameEnd = place.lastIndex(of: "]").map { place.index(after: $0) } ?? place.firstIndex(of: ":") ?? place.endIndex
    let port = place[nameEnd...].drop { $0 == ":" }
    let name = place[..<nameEnd]
    let isPlain = scheme.map { url[..<$0.lowerBound].lowercased() } == "http"
    return
      "\((name.last == "." ? name.dropLast() : name).lowercased()):\(port.isEmpty ? (isPlain ? "80" : "443") : port)"
  }
}
