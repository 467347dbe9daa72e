internal import CCurl
internal import LiveModel

/// Sets the options of one easy handle for a request.
struct CurlOptions {
  let easy: UnsafeMutableRawPointer
  let waitsForHTTP2: Bool

  /// Sets everything except the callbacks and the header list.
  func apply(_ request: HTTPRequest) throws(HTTPFault) {
    try check(request)
    try set(CURLOPT_URL, request.url)
    try applyPolicy(isTLS: request.url.lowercased().hasPrefix("https:"))
    try applyLimits(request.limits)
    try applyMethod(request.method, body: request.body)
  }

  /// Returns the header lines of a request as libcurl takes them. The caller frees the list.
  static func headerList(_ request: HTTPRequest) throws(HTTPFault) -> UnsafeMutablePointer<curl_slist>? {
    // libcurl would add `Expect: 100-continue` to a long body, and a form's Content-Type to any body.
    var lines = ["Expect:"]
    if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
    // In libcurl's syntax 'Name:' removes a header and 'Name;' sends it with an empty value.
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

  /// Sets the options that are the same for every request.
  private func applyPolicy(isTLS: Bool) throws(HTTPFault) {
    try set(CURLOPT_PROTOCOLS_STR, "http,https")
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // With plain HTTP, waiting would only serialise the first transfers.
    try set(CURLOPT_PIPEWAIT, isTLS && waitsForHTTP2 ? 1 : 0)
    try set(CURLOPT_PROXY, "")
    try set(CURLOPT_NOPROXY, "*")
    try set(CURLOPT_NOSIGNAL, 1)
    // Without it, removing a cancelled transfer blocks the thread until the resolver gives up.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_USERAGENT, Version.userAgent)
    // An empty value offers every encoding that this libcurl can decode.
    try set(CURLOPT_ACCEPT_ENCODING, "")
  }

  private func applyLimits(_ limits: HTTPLimits) throws(HTTPFault) {
    // libcurl takes 0 as its own default.
    try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, limits.connect.wholeMilliseconds))
    try set(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytes)
    try set(CURLOPT_LOW_SPEED_TIME, max(1, (limits.lowSpeed.wholeMilliseconds + 999) / 1000))
  }

  private func applyMethod(_ method: HTTPRequest.Method, body: [UInt8]) throws(HTTPFault) {
    if method != .get || !body.isEmpty {
      try require(ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
      // With a null pointer libcurl would read the body from standard input.
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

/// Keeps one transfer from forbidden peers. It checks the address before the connection is made, and again before the
/// request is sent, because libcurl may reuse a connection of another transfer.
///
/// Confined to the thread of its `CurlHandle`, which keeps it alive for as long as libcurl may call back.
final class CurlGate {
  private let peers: HTTPRequest.Peers
  /// The last address that was refused.
  private var refused: String?
  /// Whether an address was admitted. A later failure is then a network failure.
  private var hasAdmitted = false

  /// Milliseconds after which a connection without any acknowledgement is closed (`TCP_USER_TIMEOUT`).
  private static let acknowledgementTimeout: UInt32 = 20_000

  init(_ peers: HTTPRequest.Peers) { self.peers = peers }

  /// Registers the two checks with libcurl.
  func install(on easy: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
    ccurl_set_opener(easy, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
      guard let context, let address, let peer = ccurl_address(address) else { return CURL_SOCKET_BAD }
      let gate = Unmanaged<CurlGate>.fromOpaque(context).takeUnretainedValue()
      guard gate.mayConnect(to: IPAddress(peer)) else { return CURL_SOCKET_BAD }
      return ccurl_open_socket(address, CurlGate.acknowledgementTimeout)
    }
    ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    ccurl_set_gate(easy, CURLOPT_PREREQFUNCTION) { context, address, _, _, _ in
      guard let context else { return CURL_PREREQFUNC_ABORT }
      let gate = Unmanaged<CurlGate>.fromOpaque(context).takeUnretainedValue()
      let peer = address.flatMap { IPAddress(String(cString: $0)) }
      return gate.maySend(to: peer) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  /// Checks one address of the host. libcurl calls it for each address in turn, until one connects.
  func mayConnect(to address: IPAddress?) -> Bool {
    guard peers.admits(address) else {
      refused = Self.description(of: address)
      return false
    }
    hasAdmitted = true
    return true
  }

  /// Checks the connection on which the request is about to be sent.
  func maySend(to address: IPAddress?) -> Bool {
    guard !peers.admits(address) else { return true }
    (refused, hasAdmitted) = (Self.description(of: address), false)
    return false
  }

  /// The fault of a transfer that was refused; nil when the failure has another cause.
  var fault: HTTPFault? {
    guard !hasAdmitted, let refused else { return nil }
    let reason =
      peers == .privateOnly
      ? "which is neither loopback nor private; plain http may not go there, use https"
      : "which is not public; 'allow_private: true' admits loopback and private addresses"
    return HTTPFault(kind: .forbiddenPeer, description: "the host is at \(refused), \(reason)")
  }

  private static func description(of address: IPAddress?) -> String { address?.description ?? "an unknown address" }
}
