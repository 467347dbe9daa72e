internal import CCurl
internal import Glibc

/// What is known of a transfer that libcurl has ended, and the fault that it amounts to.
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
