internal import CCurl

/// The network by libcurl: one thread, one pool of connections, HTTP/2 over TLS where the server speaks it.
///
/// Redirects are answers, certificates are always verified, proxy variables of the environment are ignored. What
/// waits for a connection waits in libcurl; the time counts towards `HTTPLimits.total`.
final class CurlTransport: HTTPTransport, Sendable {
  private let loop: CurlLoop
  private let thread: DedicatedThread

  /// Connections at one time. A transfer that is over the limits waits.
  struct Limits: Sendable {
    /// To one host and port; 0 for no limit.
    var perHost = 8
    /// To all hosts; 0 for no limit.
    var total = 64
    /// Kept for another transfer.
    var idle = 64
    /// Its thread's, as `top -H` shows it.
    var name = "livegamed-curl"
    /// Whether a transfer waits for a connection that is being made to its host, for it may be of HTTP/2 and carry
    /// both.
    var waitsForHTTP2 = true

    /// For one who asks few hosts often.
    static let polling = Limits()
    /// For one whose transfers are bounded elsewhere, and may not wait for each other: a receiver that hangs keeps its
    /// own connection.
    static let deliveries = Limits(perHost: 0, total: 0, name: "livegamed-post", waitsForHTTP2: false)
  }

  init(limits: Limits = .polling) throws(Fault) {
    let loop = try CurlLoop(limits)
    thread = try DedicatedThread(name: limits.name) { loop.run() }
    self.loop = loop
  }

  deinit { close() }

  /// Ends the thread and waits for it. What is in flight throws `CancellationError`; what comes later `HTTPFault`.
  func close() {
    loop.close()
    thread.join()
  }

  /// Calls back as soon as the thread has got round to it, or has ended.
  func ping(_ answer: @escaping @Sendable () -> Void) { loop.ping(answer) }

  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead {
    try Task.checkCancellation()
    let transfer = CurlTransfer(request, body: body)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard transfer.begin(continuation), !loop.start(transfer) else { return }
        transfer.finish(.failure(HTTPFault(kind: .broken, description: "the transport is closed")))
      }
    } onCancel: {
      transfer.cancel()
      loop.drop(transfer)
    }
  }
}

extension Fault.Code {
  /// libcurl could not be started.
  static let curl = Fault.Code("platform.curl")
}

/// The transport's thread, and its mailbox.
///
/// The mailbox holds at most one entry for each task that awaits `send`.
final class CurlLoop: Sendable {
  private let mailbox: Locked<Mailbox>
  private let multi: Wakeable
  private let waitsForHTTP2: Bool

  private struct Mailbox {
    var starts: [CurlTransfer] = []
    /// Whether a task was cancelled since the thread last looked.
    var hasCancelled = false
    var isClosing = false
    /// Callbacks that wait for a sign that the thread is alive.
    var asking: [@Sendable () -> Void] = []
    /// Nil once the thread lets go of it.
    var multi: Wakeable?

    func wakeUp() {
      if let multi { curl_multi_wakeup(multi.pointer) }
    }
  }

  // Safe: off the loop's thread it is only given to `curl_multi_wakeup`, which any thread may call, under the
  // mailbox's lock and while `Mailbox.multi` says that the handle lives.
  private struct Wakeable: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer
  }

  /// libcurl must be initialised once a process, before anything else.
  private static let initialised = curl_global_init(Int(CURL_GLOBAL_ALL))

  init(_ limits: CurlTransport.Limits) throws(Fault) {
    guard Self.initialised == CURLE_OK, let multi = curl_multi_init() else {
      throw Fault(.curl, "libcurl does not start (curl \(Self.initialised.rawValue))")
    }
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.perHost)
    ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.total)
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limits.idle)
    (self.multi, waitsForHTTP2) = (Wakeable(pointer: multi), limits.waitsForHTTP2)
    mailbox = Locked(Mailbox(multi: Wakeable(pointer: multi)))
  }

  /// Runs until `close`; called once, on the thread of the transport.
  func run() {
    let multi = CurlMulti(multi.pointer, waitsForHTTP2: waitsForHTTP2)
    while let mail = takeMail() {
      for transfer in mail.starts { multi.add(transfer) }
      if mail.hasCancelled { multi.dropCancelled() }
      multi.step()
    }
    multi.endAll(CancellationError())
  }

  /// Hands a transfer to the thread; false after `close`.
  func start(_ transfer: CurlTransfer) -> Bool {
    mailbox.withLock { mailbox in
      guard !mailbox.isClosing else { return false }
      mailbox.starts.append(transfer)
      mailbox.wakeUp()
      return true
    }
  }

  /// Lets the thread forget a transfer that has been cancelled.
  func drop(_ transfer: CurlTransfer) {
    mailbox.withLock { mailbox in
      mailbox.starts.removeAll { $0 === transfer }
      mailbox.hasCancelled = true
      mailbox.wakeUp()
    }
  }

  /// Calls back on the thread once it has got round to it, and at once when it has ended.
  func ping(_ answer: @escaping @Sendable () -> Void) {
    let hasEnded = mailbox.withLock { mailbox in
      if !mailbox.isClosing { mailbox.asking.append(answer) }
      mailbox.wakeUp()
      return mailbox.isClosing
    }
    if hasEnded { answer() }
  }

  /// Makes `run` return, at the latest after the callback in hand.
  func close() {
    mailbox.withLock { mailbox in
      mailbox.isClosing = true
      mailbox.wakeUp()
    }
  }

  /// Nil when the loop is to end; then nobody wakes it any more, and what had not started is cancelled.
  private func takeMail() -> (starts: [CurlTransfer], hasCancelled: Bool)? {
    let (mail, asking, isClosing) = mailbox.withLock { mailbox in
      let mail = (starts: mailbox.starts, hasCancelled: mailbox.hasCancelled)
      let asking = mailbox.asking
      (mailbox.starts, mailbox.hasCancelled, mailbox.asking) = ([], false, [])
      if mailbox.isClosing { mailbox.multi = nil }
      return (mail, asking, mailbox.isClosing)
    }
    for answer in asking { answer() }
    guard isClosing else { return mail }
    for transfer in mail.starts { transfer.finish(.failure(CancellationError())) }
    return nil
  }
}
