/// An answer that was no information, as an operator reads it, and what the server asked for.
struct FeedFault: Error, Equatable, Sendable {
  var fault: Fault
  var retryAfter: Duration?
  /// The server turned this client away: 401, 403, or a page for people.
  var isRefusal = false
  /// There is no such game: 404 or 410.
  var isAbsence = false

  init(_ error: any Error, asking url: String) {
    let place = Fault.Place.url(Self.shown(url))
    switch error {
    case let error as HTTPFault:
      fault = Fault(Fault.Code(rawValue: "feed.\(error.kind.rawValue)"), error.description, at: place)
    case let error as DecodeFault:
      fault = Fault(
        Fault.Code(rawValue: "feed.\(error.kind.rawValue)"), "the answer cannot be read: \(error)", at: place,
        hint: "kept the last good one")
    case let error as UnexpectedAnswer:
      fault = Fault(.feedStatus, error.description, at: place, hint: error.hint)
      retryAfter = error.retryAfter
      isRefusal = error.isRefusal
      isAbsence = error.head.status == 404 || error.head.status == 410
    default:
      let words = (error as? DecodingError)?.inWords ?? "\(error)"
      fault = Fault(.feedMalformed, "the answer cannot be read: \(words)", at: place)
    }
  }

  /// All that there are.
  static var codes: Set<Fault.Code> {
    let kinds = HTTPFault.Kind.allCases.map(\.rawValue) + DecodeFault.Kind.allCases.map(\.rawValue)
    return Set(kinds.map { Fault.Code(rawValue: "feed.\($0)") } + [.feedStatus, .feedMalformed])
  }

  /// Without query and userinfo.
  private static func shown(_ url: String) -> String {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = path.firstRange(of: "://"), let at = path[scheme.upperBound...].firstIndex(of: "@") else {
      return String(path)
    }
    return String(path[..<scheme.upperBound] + path[path.index(after: at)...])
  }
}

extension DecodingError {
  /// What is wrong, and where.
  var inWords: String {
    let context: Context
    switch self {
    case .typeMismatch(_, let own), .valueNotFound(_, let own), .keyNotFound(_, let own), .dataCorrupted(let own):
      context = own
    @unknown default: return "unknown shape"
    }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return context.debugDescription + (path.isEmpty ? "" : " at \(path)")
  }
}

extension Fault.Code {
  static let feedStatus = Fault.Code("feed.status")
  static let feedMalformed = Fault.Code("feed.malformed")
}

/// An HTTP answer whose status is not 200.
struct UnexpectedAnswer: Error, CustomStringConvertible {
  var head: HTTPResponseHead

  var description: String {
    let type = head.headers["content-type"].map { " with \($0.prefix(80))" } ?? ""
    return "answered \(head.status)\(type)"
  }

  var isRefusal: Bool { head.status == 401 || head.status == 403 || isPage }

  /// A block or a captive portal: HTML where JSON was asked for.
  var isPage: Bool { head.headers["content-type"].map { $0.lowercased().contains("html") } ?? false }

  var hint: String? {
    switch head.status {
    case 200: "a page for people, not a feed; check source.mlb.base_url, and whether a portal stands in between"
    case 300..<400: "redirects are not followed; set source.mlb.base_url to the final address"
    case 401, 403: "the server refuses this client; check source.mlb.base_url and poll.requests_per_second"
    case 404: "check source.mlb.base_url"
    default: nil
    }
  }

  /// Source: RFC 9110 §10.2.3; the form with a date is not used by the feed's servers.
  var retryAfter: Duration? {
    head.headers["retry-after"].flatMap { Int($0, in: Int.interoperable) }.map { .seconds(min(max($0, 0), 3600)) }
  }
}
