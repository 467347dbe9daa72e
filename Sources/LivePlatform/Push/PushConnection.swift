internal import CCurl
internal import Glibc
internal import LiveModel

/// One connection of a push socket: an easy handle of libcurl that connects and does no more (`CURLOPT_CONNECT_ONLY`), and
/// the session that reads and writes its bytes. libcurl of Debian 12 is built without WebSocket, so it makes the connection
/// with all its rules (names, certificates, addresses) only. No call of it blocks.
///
/// Confined to the thread of its multi handle.
final class PushConnection {
  /// The reason for the end; nil before it.
  private(set) var ending: PushEnding?
  /// Whether libcurl may hold more bytes that the socket no longer announces.
  private(set) var hasMore = false
  let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private let endpoint: PushEndpoint
  private let timing: PushTiming
  private let gate = CurlGate(.anyone)
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  /// Nil until the transport is connected.
  private var session: PushSession?
  private let output: PushOutput

  /// The most chunks of one round, so that no connection delays the others.
  private static let chunksPerRound = 4
  /// In seconds. After its default of 118 s without transfers, libcurl would close a connection as too old to be reused
  /// whenever it makes another one.
  private static let oldestConnection = 10 * 365 * 86_400

  /// Begins to connect. `certificates` is a file of trusted certificates instead of the system's.
  init(
    _ endpoint: PushEndpoint, _ timing: PushTiming, in multi: UnsafeMutableRawPointer, certificates: String?
  ) throws(HTTPFault) {
    guard let easy = curl_easy_init() else { throw Self.noMemory }
    (self.easy, self.multi, self.endpoint, self.timing, output) = (easy, multi, endpoint, timing, PushOutput())
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    var limits = HTTPLimits()
    limits.connect = timing.handshake
    let request = HTTPRequest(url: endpoint.url, limits: limits)
    try CurlOptions(easy: easy, waitsForHTTP2: false).apply(request)
    gate.install(on: easy)
    ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    if let certificates { ccurl_set_text(easy, CURLOPT_CAINFO, certificates) }
    for (option, value) in [
      (CURLOPT_CONNECT_ONLY, 1),
      // Otherwise HTTP/2 may be agreed on.
      (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      (CURLOPT_MAXAGE_CONN, Self.oldestConnection),
    ] {
      guard ccurl_set_long(easy, option, value) == CURLE_OK else {
        throw HTTPFault(kind: .broken, description: "libcurl refused an option")
      }
    }
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else { throw Self.noMemory }
  }

  deinit {
    curl_multi_remove_handle(multi, easy)
    curl_easy_cleanup(easy)
    errorText.deallocate()
  }

  /// The socket and the events to wait for; nil without a connection.
  var watched: curl_waitfd? {
    guard session != nil, ending == nil else { return nil }
    // libcurl is asked each time, because it may have closed the connection.
    let socket = ccurl_get_socket(easy)
    guard socket != CURL_SOCKET_BAD else { return nil }
    let events = CURL_WAIT_POLLIN | (output.isEmpty ? 0 : CURL_WAIT_POLLOUT)
    return curl_waitfd(fd: socket, events: Int16(events), revents: 0)
  }

  /// The instant of the next duty; nil while libcurl connects, which has a timer of its own.
  var deadline: Timestamp? { session?.deadline }

  /// Notes that libcurl has connected, or has failed to.
  func finishConnecting(_ code: CURLcode, at now: Timestamp) {
    guard code != CURLE_OK else { return session = PushSession(endpoint, timing, at: now) }
    var errno = 0
    ccurl_get_long(easy, CURLINFO_OS_ERRNO, &errno)
    var limits = HTTPLimits()
    limits.connect = timing.handshake
    let outcome = CurlOutcome(
      code: code, errno: Int32(truncatingIfNeeded: errno), isConnected: false, hasHead: false, received: 0,
      announced: nil, text: String(cString: errorText), limits: limits)
    ending = .failed(gate.fault ?? outcome.fault ?? Self.closed)
  }

  /// Reads and writes as much as is possible without waiting, and does what is due.
  func step(
    at now: Timestamp, with scratch: UnsafeMutableBufferPointer<UInt8>, _ deliver: (PushSession.Event) -> Void
  ) {
    guard session != nil, ending == nil else { return }
    do throws(HTTPFault) {
      try read(at: now, with: scratch, deliver)
      session?.pass(now)
      try write()
    } catch {
      session?.lost(error)
    }
    ending = session?.ending
  }

  /// Ends the connection, by a closing handshake if there has been an opening one.
  func close(_ reason: PushEnding, at now: Timestamp) {
    session?.close(reason, at: now)
    if session == nil { ending = reason }
  }

  /// Ends the connection at once.
  func drop(_ fault: HTTPFault) { ending = ending ?? .failed(fault) }

  /// Asks libcurl before any wait for the socket: TLS may have decrypted bytes already.
  private func read(
    at now: Timestamp, with scratch: UnsafeMutableBufferPointer<UInt8>, _ deliver: (PushSession.Event) -> Void
  ) throws(HTTPFault) {
    hasMore = false
    for _ in 0..<Self.chunksPerRound {
      var count = 0
      let code = curl_easy_recv(easy, scratch.baseAddress, scratch.count, &count)
      if code == CURLE_AGAIN { return }
      guard code == CURLE_OK, count > 0 else { throw Self.closed }
      for event in session?.receive(scratch[..<count], at: now) ?? [] { deliver(event) }
      guard session?.ending == nil else { return }
    }
    hasMore = true
  }

  private func write() throws(HTTPFault) {
    guard output.append(session?.takeOutput() ?? []) else {
      throw HTTPFault(kind: .broken, description: "the server takes no data")
    }
    while !output.isEmpty {
      var count = 0
      let code = output.withPending { curl_easy_send(easy, $0.baseAddress, $0.count, &count) }
      output.removeFirst(count)
      if code == CURLE_AGAIN { return }
      guard code == CURLE_OK else { throw Self.closed }
    }
  }

  private static let noMemory = HTTPFault(kind: .broken, description: "libcurl made no connection")
  private static let closed = HTTPFault(kind: .broken, description: "the connection was closed")
}

/// Bytes that the socket has not taken yet. Their storage does not move: after a write that would block, OpenSSL demands the
/// same address again.
///
/// Bound: `capacity`. Frames of a client are short; a server that leaves so many unread is given up.
private final class PushOutput {
  private static let capacity = 16 << 10
  private let storage = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
  private var start = 0
  private var end = 0

  deinit { storage.deallocate() }

  var isEmpty: Bool { start == end }

  /// Adds bytes, or returns false if there is no space for them.
  func append(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= storage.count - end else { return false }
    _ = storage[end...].initialize(fromContentsOf: bytes)
    end += bytes.count
    return true
  }

  func withPending<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(rebasing: storage[start..<end]))
  }

  func removeFirst(_ count: Int) {
    start += count
    if isEmpty { (start, end) = (0, 0) }
  }
}
