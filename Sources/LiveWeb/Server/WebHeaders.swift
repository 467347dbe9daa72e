internal import HTTPTypes
internal import Hummingbird
internal import LiveCore
internal import LiveModel
internal import NIOCore

/// The headers of answers, which tell browsers what a page may do, and how long it may be kept.
struct WebHeaders: Sendable {
  private let safety: [(HTTPField.Name, String)]

  init(_ settings: Config.WebSettings) {
    let frames = settings.frame.isEmpty ? "'none'" : settings.frame.joined(separator: " ")
    let policy = [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
      "form-action 'self'", "base-uri 'none'", "frame-ancestors \(frames)", "require-trusted-types-for 'script'",
      "trusted-types live",
    ]
    safety = [
      ("content-security-policy", policy.joined(separator: "; ")), ("x-content-type-options", "nosniff"),
      ("referrer-policy", "same-origin"), ("cross-origin-opener-policy", "same-origin"),
      ("cross-origin-resource-policy", "same-origin"),
      ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
  }

  /// Returns the answer with the headers that every answer has.
  func added(to response: Response) -> Response {
    var response = response
    for (name, value) in safety { response.headers[name] = value }
    return response
  }

  /// Returns the answer with a page, or 304 if the browser knows these bytes. An error page is not kept.
  func page(_ html: String, _ status: HTTPResponse.Status, maxAge: Int, known: String?) -> Response {
    var digest = FNV1a()
    digest.add(html)
    let tag = "\"\(String(digest.value, radix: 36))\""
    var fields: HTTPFields = [.contentType: "text/html; charset=utf-8", .vary: "Cookie"]
    guard status == .ok else {
      fields[.cacheControl] = "no-store"
      return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
    fields[.cacheControl] = maxAge > 0 ? "private, max-age=\(maxAge)" : "no-cache"
    fields[.eTag] = tag
    if let known, known.contains(tag) { return Response(status: .notModified, headers: fields) }
    return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  /// Returns an answer that sends the browser to another page, with a cookie if one is given.
  static func redirect(to target: String, setting cookie: String? = nil) -> Response {
    var fields: HTTPFields = [.location: target, .cacheControl: "no-store"]
    if let cookie { fields[.setCookie] = cookie }
    return Response(status: .seeOther, headers: fields)
  }

  /// The headers of a stream. Proxies must neither keep nor compress it.
  static var stream: HTTPFields {
    var fields: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store, no-transform"]
    if let name = HTTPField.Name("x-accel-buffering") { fields[name] = "no" }
    return fields
  }
}
