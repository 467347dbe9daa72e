internal import CCurl
internal import Glibc

/// The outcome of a finished transfer, and the fault that follows from it.
struct CurlOutcome {
  var code: CURLcode
  /// `errno` of the failed connection; 0 when there was none.
  var errno: Int32
  /// Whether name look-up, TCP and TLS had succeeded.
  var isConnected: Bool
  /// Whether the final response's head had come.
  var hasHead: Bool
  /// Bytes of the body that came, as on the wire.
  var received: Int
  /// Content-Length; nil when the server did not say.
  var announced: Int?
  /// libcurl's own words.
  var text: String
  var limits: HTTPLimits

  /// Our words for it; nil when the transfer succeeded.
  var fault: HTTPFault? {
    switch code {
    case CURLE_OK: hasHead ? nil : HTTPFault(kind: .broken, description: "the answer has no head")
    case CURLE_URL_MALFORMAT: HTTPFault(kind: .badURL, description: "the address cannot be read as a URL")
    case CURLE_COULDNT_RESOLVE_HOST: HTTPFault(kind: .unresolved, description: "host name not found")
    case CURLE_COULDNT_CONNECT: Self.connectFault(errno: errno)
    case CURLE_OPERATION_TIMEDOUT: isConnected ? slow : noConnection
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
      HTTPFault(kind: .tls, description: text.isEmpty ? words : text)
    case CURLE_PARTIAL_FILE: truncated
    case CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM: hasHead ? truncated : broken
    case CURLE_GOT_NOTHING: HTTPFault(kind: .broken, description: "connection closed before an answer")
    case CURLE_BAD_CONTENT_ENCODING: HTTPFault(kind: .broken, description: "the answer's compression is damaged")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      HTTPFault(kind: .broken, description: "the answer is not HTTP")
    default: broken
    }
  }

  /// The fault of a transfer that outlived `limits.total`.
  var overdue: HTTPFault {
    HTTPFault(kind: .timeout, description: "no whole answer within \(limits.total.inWords); \(received) bytes came")
  }

  static func connectFault(errno: Int32) -> HTTPFault {
    switch errno {
    case ECONNREFUSED: HTTPFault(kind: .refused, description: "connection refused")
    case ENETUNREACH: HTTPFault(kind: .unreachable, description: "network unreachable")
    case EHOSTUNREACH, EHOSTDOWN: HTTPFault(kind: .unreachable, description: "host unreachable")
    default: HTTPFault(kind: .unreachable, description: "no connection (errno \(errno))")
    }
  }

  private var noConnection: HTTPFault {
    HTTPFault(kind: .timeout, description: "no connection within \(limits.connect.inWords)")
  }

  private var slow: HTTPFault {
    let limit = "under \(limits.lowSpeedBytes) bytes a second for \(limits.lowSpeed.inWords)"
    return HTTPFault(kind: .slow, description: "\(limit); \(received) bytes came")
  }

  private var truncated: HTTPFault {
    let figures = announced.map { "\(received) of \($0) bytes" } ?? "\(received) bytes, before its end"
    return HTTPFault(kind: .truncated, description: "answer ended after \(figures)")
  }

  private var broken: HTTPFault {
    let reset = errno == ECONNRESET || errno == EPIPE
    return HTTPFault(kind: .broken, description: reset ? "connection reset before an answer" : words)
  }

  /// libcurl's fixed words for the code: unlike `text` they never hold a part of the address.
  private var words: String { "\(String(cString: curl_easy_strerror(code))) (curl \(code.rawValue))" }
}

extension Duration {
  fileprivate var inWords: String {
    let milliseconds = wholeMilliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}

/// Turns a request into the options of one easy handle.
struct CurlOptions {
  let easy: UnsafeMutableRawPointer
  let waitsForHTTP2: Bool

  /// Sets everything but the callbacks and the header list.
  func apply(_ request: HTTPRequest) throws(HTTPFault) {
    try check(request)
    try set(CURLOPT_URL, request.url)
    try applyPolicy(isTLS: request.url.lowercased().hasPrefix("https:"))
    try applyLimits(request.limits)
    try applyMethod(request.method, body: request.body)
  }

  /// The header lines of a request as libcurl wants them; the caller frees the list.
  static func headerList(_ request: HTTPRequest) throws(HTTPFault) -> UnsafeMutablePointer<curl_slist>? {
    // libcurl would ask to be told to go on before it sends a long body, and calls any body a form.
    var lines = ["Expect:"]
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
    // 'Name:' would take a header away; 'Name;' sends it empty.
    lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        throw HTTPFault(kind: .broken, description: "no memory for the request's headers")
      }
      list = longer
    }
    return list
  }

  /// Sets the options of every request.
  private func applyPolicy(isTLS: Bool) throws(HTTPFault) {
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // To plain HTTP it would mean one transfer at a time at first.
    try set(CURLOPT_PIPEWAIT, isTLS && waitsForHTTP2 ? 1 : 0)
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NOPROXY, "*")
    try set(CURLOPT_NOSIGNAL, 1)
    // Else a cancelled transfer blocks the thread until the resolver has given up.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_USERAGENT, Version.userAgent)
    // All that this libcurl can decode.
    try set(CURLOPT_ACCEPT_ENCODING, "")
  }

  private func applyLimits(_ limits: HTTPLimits) throws(HTTPFault) {
    // To libcurl 0 means its own default.
    try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, limits.connect.wholeMilliseconds))
    try set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytes)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, (limits.lowSpeed.wholeMilliseconds + 999) / 1000))
  }

  private func applyMethod(_ method: HTTPRequest.Method, body: [UInt8]) throws(HTTPFault) {
    if method != .get || !body.isEmpty {
      try require(ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
      // A null pointer would make libcurl read the body from standard input.
      let code = (body.isEmpty ? [0] : body).withUnsafeBytes {
        ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
      }
      try require(code)
    }
    try set(CURLOPT_CUSTOMREQUEST, method.rawValue)
  }

  private func check(_ request: HTTPRequest) throws(HTTPFault) {
    let scheme = request.url.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https", request.url.dropFirst(scheme.count).hasPrefix("://") else {
      throw HTTPFault(kind: .badURL, description: "only http:// and https:// addresses are spoken to")
    }
    guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw HTTPFault(kind: .badURL, description: "the address has a space or a control character")
    }
    for (name, value) in request.headers {
      guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3A && $0 != 0x3B }),
        value.utf8.allSatisfy({ $0 != 0 && $0 != 0x0A && $0 != 0x0D })
      else { throw HTTPFault(kind: .broken, description: "a header of the request has a bad name or a line break") }
    }
  }

  private func set(_ option: CURLoption, _ value: Int) throws(HTTPFault) {
    try require(ccurl_set_long(easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(HTTPFault) {
    try require(ccurl_set_text(easy, option, value))
  }

  private func require(_ code: CURLcode) throws(HTTPFault) {
    guard code == CURLE_OK else {
      throw HTTPFault(kind: .broken, description: "libcurl refused an option (curl \(code.rawValue))")
    }
  }
}
