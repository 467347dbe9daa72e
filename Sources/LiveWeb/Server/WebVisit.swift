internal import HTTPTypes
internal import Hummingbird
internal import LiveModel

/// A request as far as the page needs it: path, query, cookies, and where it comes from.
struct WebVisit: Sendable {
  /// The address that the connection comes from, in numbers.
  let address: String
  /// The host that was asked for.
  let host: String
  let query: FormValues
  /// The preferences of the cookie.
  let ownPreferences: Preferences
  /// Those of the cookie, with the choices of the query.
  let preferences: Preferences
  /// The parts of the path below the prefix; nil if it is not below it, or malformed.
  let path: [String]?
  /// Path and query as they were asked for.
  let target: String
  let isPost: Bool
  private let headers: HTTPFields
  private let cookies: [String: String]
  private let prefix: String

  /// Before the name of a cookie, it makes browsers refuse one that another host or an unencrypted page has set.
  private static let hostPrefix = "__Host-"
  /// The most parts of a path.
  private static let mostParts = 8

  init(_ request: Request, address: String, prefix: String) {
    (self.address, self.prefix, headers, isPost) = (address, prefix, request.headers, request.method == .post)
    host = AllowedHosts.name(in: request.head.authority ?? "")
    query = FormValues(request.uri.query ?? "")
    cookies = Self.cookies(in: request.headers[.cookie] ?? "")
    let own = PreferencesCookie.preferences(in: Self.value(of: PreferencesCookie.name, in: cookies) ?? "")
    (ownPreferences, preferences) = (own, own.choosing(query))
    path = Self.parts(of: request.uri.path, below: prefix)
    target = request.uri.path + (request.uri.query.map { "?\($0)" } ?? "")
  }

  /// Returns the value of a header by its name in lower-case.
  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// The parts that can prove a login.
  var proof: LoginSessions.Proof {
    LoginSessions.Proof(address: address, cookie: Self.value(of: LoginSessions.cookie, in: cookies)) { [headers] name in
      HTTPField.Name(name).flatMap { headers[$0] }
    }
  }

  /// Whether the request is one of our own pages', or of no page. Browsers say which site a request comes from; other
  /// programs have no cookies.
  func isFromHere(_ hosts: AllowedHosts) -> Bool {
    let isSensitive = isPost || path == ["live"]
    if isSensitive, header("sec-fetch-site") == "cross-site" { return false }
    guard isSensitive, let origin = header("origin") else { return true }
    return hosts.allows(origin: origin)
  }

  /// Returns a path of this site, with its prefix; nil for any other text.
  func localPath(_ text: String?) -> String? {
    guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return text.hasPrefix(prefix + "/") ? text : prefix + text
  }

  /// Returns the address of the visitor whose requests are counted: behind a proxy, the last one that it has forwarded.
  /// `isProxy` returns whether the connection of an address may be one of a proxy.
  func client(_ isProxy: (String) -> Bool) -> String {
    guard isProxy(address), let forwarded = header("x-forwarded-for")?.split(separator: ",").last else {
      return address
    }
    return String(forwarded.filter { $0 != " " }.prefix(Self.longestAddress))
  }

  /// Characters of the longest address: IPv6 with a zone.
  private static let longestAddress = 64

  /// Returns the value of `Set-Cookie`. A cookie with a life of 0 s is removed. Browsers take the prefix only for the path
  /// `/` and over https.
  func cookie(_ name: String, _ value: String, lasting seconds: Int64) -> String {
    let isSecure = header("x-forwarded-proto") == "https"
    let name = (isSecure && prefix.isEmpty ? Self.hostPrefix : "") + name
    return "\(name)=\(value); Path=\(prefix)/; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
      + (isSecure ? "; Secure" : "")
  }

  private static func value(of name: String, in cookies: [String: String]) -> String? {
    cookies[hostPrefix + name] ?? cookies[name]
  }

  private static func cookies(in header: String) -> [String: String] {
    let pairs = header.split(separator: ";").prefix(32).compactMap { part -> (String, String)? in
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private static func parts(of path: String, below prefix: String) -> [String]? {
    guard path == prefix || path.hasPrefix(prefix + "/") else { return nil }
    let parts = path.dropFirst(prefix.count).split(separator: "/").map(String.init)
    let isPlain = parts.allSatisfy { part in
      part.utf8.allSatisfy { byte in
        byte.isASCIIDigit || (65...90).contains(byte) || (97...122).contains(byte)
          || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
      }
    }
    return isPlain && parts.count <= mostParts ? parts : nil
  }
}
