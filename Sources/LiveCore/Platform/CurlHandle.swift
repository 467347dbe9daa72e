internal import CCurl

/// One transfer inside libcurl: its easy handle, what its callbacks have gathered, and how it ended.
///
/// Confined to the thread of its `CurlMulti`, which keeps it alive while libcurl knows it.
final class CurlHandle {
  let transfer: CurlTransfer
  let easy: UnsafeMutableRawPointer
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerList: UnsafeMutablePointer<curl_slist>?
  private let gate: CurlGate
  private var reader = HTTPHeadReader()
  /// Decoded bytes so far.
  private var decoded = 0
  /// Why a callback ended the transfer.
  private var stop: (any Error)?

  /// `waitsForHTTP2` as in `CurlTransport.Limits`.
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

  /// Answers the task when libcurl is done with the transfer.
  func finish(_ code: CURLcode) {
    if let error = stop ?? (code == CURLE_OK ? nil : gate.fault) ?? outcome(code).fault {
      transfer.finish(.failure(error))
    } else {
      transfer.finish(.success(reader.head))
    }
  }

  /// Answers the task of a transfer that outlived its deadline.
  func finishOverdue() {
    transfer.finish(.failure(withHead(outcome(CURLE_OPERATION_TIMEDOUT).overdue)))
  }

  /// A status has come or it has not, whatever became of the body.
  private func withHead(_ fault: HTTPFault) -> HTTPFault {
    var fault = fault
    fault.head = reader.isComplete ? reader.head : nil
    return fault
  }

  /// The callbacks' common shell: any count but `count` makes libcurl end the transfer.
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

  /// Refuses a body before its first byte. A 304 announces the length of a body that it does not have.
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

/// One request on its way: what the awaiting task and the thread of the transport share.
///
/// It ends once, by whoever is first: the thread with an outcome, or the task by being cancelled. A cancel that comes
/// while `body` runs is told when that call is over, so that `body` never runs after `send` has returned. The lock is
/// never held while `body` runs, which may therefore cancel its own task.
final class CurlTransfer: Sendable {
  typealias Body = @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  typealias Continuation = CheckedContinuation<HTTPResponseHead, any Error>

  let request: HTTPRequest
  /// When the time of `request.limits.total` is over; waiting for a free connection counts, which libcurl's does not.
  let deadline: ContinuousClock.Instant
  private let body: Body
  private let state = Locked(State())

  private struct State {
    var continuation: Continuation?
    var isOver = false
    var isInBody = false
  }

  init(_ request: HTTPRequest, body: @escaping Body) {
    (self.request, self.body) = (request, body)
    deadline = .now + request.limits.total
  }

  /// Whether the task has been answered, or will be once `body` returns.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes the task's continuation; false when it was cancelled before, and then the task has been answered.
  func begin(_ continuation: Continuation) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isOver { state.continuation = continuation }
      return state.isOver
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  /// Ends it at once, from any thread.
  func cancel() {
    let continuation = state.withLock { state -> Continuation? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.isInBody ? nil : state.continuation.take()
    }
    continuation?.resume(throwing: CancellationError())
  }

  /// Gives a chunk to `body`. Throws what `body` threw, or `CancellationError` when nobody waits any more.
  func deliver(_ head: HTTPResponseHead, _ chunk: Span<UInt8>) throws {
    guard enterBody() else { throw CancellationError() }
    defer { leaveBody() }
    try body(head, chunk)
  }

  /// Answers the task, unless it was answered before.
  func finish(_ outcome: Result<HTTPResponseHead, any Error>) {
    let continuation = state.withLock { state -> Continuation? in
      guard !state.isOver else { return nil }
      state.isOver = true
      return state.continuation.take()
    }
    continuation?.resume(with: outcome)
  }

  private func enterBody() -> Bool {
    state.withLock { state in
      state.isInBody = !state.isOver
      return state.isInBody
    }
  }

  private func leaveBody() {
    let continuation = state.withLock { state -> Continuation? in
      state.isInBody = false
      return state.isOver ? state.continuation.take() : nil
    }
    continuation?.resume(throwing: CancellationError())
  }
}
