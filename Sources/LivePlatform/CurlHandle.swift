internal import CCurl
internal import Glibc
internal import LiveModel

/// One transfer inside libcurl: its easy handle, the data of its callbacks, and its outcome.
///
/// Confined to the thread of its `CurlMulti`, which keeps it alive for as long as libcurl may call back.
final class CurlHandle {
  let transfer: CurlTransfer
  let easy: UnsafeMutableRawPointer
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let gate: CurlGate
  private var reader = HTTPHeadReader()
  /// Decoded bytes of the body so far.
  private var decoded = 0
  /// The error with which a callback ended the transfer.
  private var stop: (any Error)?

  /// Prepares the easy handle. `waitsForHTTP2` is described at `CurlTransport.Limits`.
  init(_ transfer: CurlTransfer, waitsForHTTP2: Bool) throws(HTTPFault) {
    guard let easy = curl_easy_init() else {
      throw HTTPFault(kind: .broken, description: "no memory for a transfer")
    }
    (self.transfer, self.easy, gate) = (transfer, easy, CurlGate(transfer.request.peers))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    try CurlOptions(easy: easy, waitsForHTTP2: waitsForHTTP2).apply(transfer.request)
    gate.install(on: easy)
    headerList = try CurlOptions.headerList(transfer.request)
    ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, headerList)
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(easy, CURLOPT_WRITEDATA, context)
    ccurl_set_receiver(easy, CURLOPT_WRITEFUNCTION) { CurlHandle.receive($0, $1 * $2, $3) { try $0.takeBody($1) } }
    ccurl_set_pointer(easy, CURLOPT_HEADERDATA, context)
    ccurl_set_receiver(easy, CURLOPT_HEADERFUNCTION) { CurlHandle.receive($0, $1 * $2, $3) { try $0.takeHeader($1) } }
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Resumes the task when libcurl has finished the transfer.
  func finish(_ code: CURLcode) {
    if let error = stop ?? (code == CURLE_OK ? nil : gate.fault) ?? outcome(code).fault {
      transfer.finish(.failure(error))
    } else {
      transfer.finish(.success(reader.head))
    }
  }

  /// Resumes the task of a transfer that has passed its deadline.
  func finishOverdue() {
    transfer.finish(.failure(withHead(outcome(CURLE_OPERATION_TIMEDOUT).overdue)))
  }

  /// Adds the response head, if it has arrived, to a fault.
  private func withHead(_ fault: HTTPFault) -> HTTPFault {
    var fault = fault
    fault.head = reader.isComplete ? reader.head : nil
    return fault
  }

  /// Calls `take` for a libcurl callback. Any return value but `count` makes libcurl end the transfer.
  private static func receive(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ take: (CurlHandle, UnsafeBufferPointer<UInt8>) throws -> Void
  ) -> Int {
    guard count > 0, let bytes, let context else { return 0 }
    let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
    let start = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
    do {
      try take(handle, UnsafeBufferPointer(start: start, count: count))
      return count
    } catch {
      handle.stop = handle.stop ?? error
      return Int(CURL_WRITEFUNC_ERROR)
    }
  }

  private func takeHeader(_ line: UnsafeBufferPointer<UInt8>) throws {
    let wasComplete = reader.isComplete
    try reader.take(String(decoding: line, as: UTF8.self))
    if reader.isComplete, !wasComplete { try checkAnnouncedLength() }
  }

  private func takeBody(_ chunk: UnsafeBufferPointer<UInt8>) throws {
    let limit = transfer.request.limits.body
    decoded += chunk.count
    guard decoded <= limit else {
      throw HTTPFault(kind: .tooLarge, description: "answer grew over the limit of \(limit) bytes")
    }
    try transfer.deliver(reader.head, chunk.span)
  }

  /// Refuses a body that is announced as too long, before its first byte. A 304 has a Content-Length but no body.
  private func checkAnnouncedLength() throws {
    let limit = transfer.request.limits.body
    guard reader.head.status != 304, let text = reader.head.headers["content-length"] else { return }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    guard Int(text, in: 0...limit) != nil else {
      throw HTTPFault(kind: .tooLarge, description: "answer of \(text) bytes is over the limit of \(limit) bytes")
    }
  }

  private func outcome(_ code: CURLcode) -> CurlOutcome {
    var errno = 0
    var (connected, received, announced): (curl_off_t, curl_off_t, curl_off_t) = (0, 0, -1)
    ccurl_get_long(easy, CURLINFO_OS_ERRNO, &errno)
    ccurl_get_offset(easy, CURLINFO_PRETRANSFER_TIME_T, &connected)
    ccurl_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &received)
    ccurl_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced)
    return CurlOutcome(
      code: code, errno: Int32(truncatingIfNeeded: errno), isConnected: connected > 0, hasHead: reader.isComplete,
      received: Int(received), announced: announced < 0 ? nil : Int(announced), text: String(cString: errorText),
      limits: transfer.request.limits)
  }
}

/// Result of a finished transfer as libcurl reports it, and the fault that follows from it.
struct CurlOutcome {
  var code: CURLcode
  /// `errno` of the failed connection; 0 when there was none.
  var errno: Int32
  /// Whether name look-up, TCP and TLS have succeeded.
  var isConnected: Bool
  /// Whether the head of the final response has arrived.
  var hasHead: Bool
  /// Bytes of the body that have arrived, before decompression.
  var received: Int
  /// Content-Length; nil when the server has not sent one.
  var announced: Int?
  /// libcurl's own error text.
  var text: String
  var limits: HTTPLimits

  /// The fault; nil when the transfer has succeeded.
  var fault: HTTPFault? {
    switch code {
    case CURLE_OK: hasHead ? nil : HTTPFault(kind: .broken, description: "the answer has no head")
    case CURLE_URL_MALFORMAT: HTTPFault(kind: .badURL, description: "the address cannot be read as a URL")
    case CURLE_COULDNT_RESOLVE_HOST: HTTPFault(kind: .unresolved, description: "host name not found")
    case CURLE_COULDNT_CONNECT: Self.connectFault(errno: errno)
    case CURLE_OPERATION_TIMEDOUT: isConnected ? slow : noConnection
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
      HTTPFault(kind: .tls, description: text.isEmpty ? fixedText : text)
    case CURLE_PARTIAL_FILE: truncated
    case CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM: hasHead ? truncated : broken
    case CURLE_GOT_NOTHING: HTTPFault(kind: .broken, description: "connection closed before an answer")
    case CURLE_BAD_CONTENT_ENCODING: HTTPFault(kind: .broken, description: "the answer's compression is damaged")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      HTTPFault(kind: .broken, description: "the answer is not HTTP")
    default: broken
    }
  }

  /// The fault of a transfer that has passed `limits.total`.
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
    return HTTPFault(kind: .broken, description: reset ? "connection reset before an answer" : fixedText)
  }

  /// libcurl's fixed text for the code. Unlike `text`, it never contains a part of the address.
  private var fixedText: String { "\(String(cString: curl_easy_strerror(code))) (curl \(code.rawValue))" }
}

extension Duration {
  fileprivate var inWords: String {
    let milliseconds = wholeMilliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
