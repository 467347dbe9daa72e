internal import CCurl

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

  /// What holds for every request.
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
