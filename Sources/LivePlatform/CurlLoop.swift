internal import CCurl
internal import Glibc
internal import LiveModel

/// The loop of the transport's thread, and the mailbox through which other threads reach it.
///
/// Bound: the mailbox holds at most one entry for each task that awaits `send`.
final class CurlLoop: Sendable {
  private let mailbox: Locked<Mailbox>
  private let multi: Wakeable
  private let waitsForHTTP2: Bool

  private struct Mailbox {
    var starts: [CurlTransfer] = []
    /// Whether a task has been cancelled since the thread last read the mailbox.
    var hasCancelled = false
    var isClosing = false
    /// Callbacks of `ping`.
    var pings: [@Sendable () -> Void] = []
    /// Nil once the thread gives up the handle.
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

  init(_ limits: CurlTransport.Limits) throws(Fault) {
    let multi = try CurlLibrary.makeMulti()
    ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.perHost)
    ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.total)
    ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limits.idle)
    (self.multi, waitsForHTTP2) = (Wakeable(pointer: multi), limits.waitsForHTTP2)
    mailbox = Locked(Mailbox(multi: Wakeable(pointer: multi)))
  }

  /// Runs until `close`. Call it once, on the thread of the transport.
  func run() {
    let multi = CurlMulti(multi.pointer, waitsForHTTP2: waitsForHTTP2)
    while let mail = takeMail() {
      for transfer in mail.starts { multi.add(transfer) }
      if mail.hasCancelled { multi.dropCancelled() }
      multi.step()
    }
    multi.endAll(CancellationError())
  }

  /// Passes a transfer to the thread. Returns false after `close`.
  func start(_ transfer: CurlTransfer) -> Bool {
    mailbox.withLock { mailbox in
      guard !mailbox.isClosing else { return false }
      mailbox.starts.append(transfer)
      mailbox.wakeUp()
      return true
    }
  }

  /// Makes the thread remove a cancelled transfer.
  func drop(_ transfer: CurlTransfer) {
    mailbox.withLock { mailbox in
      mailbox.starts.removeAll { $0 === transfer }
      mailbox.hasCancelled = true
      mailbox.wakeUp()
    }
  }

  /// Calls back from the thread in its next round, or at once after `close`.
  func ping(_ answer: @escaping @Sendable () -> Void) {
    let hasEnded = mailbox.withLock { mailbox in
      if !mailbox.isClosing { mailbox.pings.append(answer) }
      mailbox.wakeUp()
      return mailbox.isClosing
    }
    if hasEnded { answer() }
  }

  /// Makes `run` return, at the latest after the callback that is running.
  func close() {
    mailbox.withLock { mailbox in
      mailbox.isClosing = true
      mailbox.wakeUp()
    }
  }

  /// Takes everything out of the mailbox. Returns nil when the loop must end: wake-ups have no effect from then on, and
  /// transfers that have not started are cancelled.
  private func takeMail() -> (starts: [CurlTransfer], hasCancelled: Bool)? {
    let (mail, pings, isClosing) = mailbox.withLock { mailbox in
      let mail = (starts: mailbox.starts, hasCancelled: mailbox.hasCancelled)
      let pings = mailbox.pings
      (mailbox.starts, mailbox.hasCancelled, mailbox.pings) = ([], false, [])
      if mailbox.isClosing { mailbox.multi = nil }
      return (mail, pings, mailbox.isClosing)
    }
    for answer in pings { answer() }
    guard isClosing else { return mail }
    for transfer in mail.starts { transfer.finish(.failure(CancellationError())) }
    return nil
  }
}

/// libcurl's multi handle and its transfers. Confined to the thread of one `CurlLoop`.
private final class CurlMulti {
  private let multi: UnsafeMutableRawPointer
  private let waitsForHTTP2: Bool
  private var handles: [UnsafeMutableRawPointer: CurlHandle] = [:]

  /// Takes ownership of `multi` and frees it at the end.
  init(_ multi: UnsafeMutableRawPointer, waitsForHTTP2: Bool) {
    (self.multi, self.waitsForHTTP2) = (multi, waitsForHTTP2)
  }

  deinit {
    for handle in handles.values { curl_multi_remove_handle(multi, handle.easy) }
    handles = [:]
    curl_multi_cleanup(multi)
  }

  /// Starts a transfer, or queues it until a connection is free.
  func add(_ transfer: CurlTransfer) {
    guard !transfer.isOver else { return }
    do throws(HTTPFault) {
      let handle = try CurlHandle(transfer, waitsForHTTP2: waitsForHTTP2)
      guard curl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
        throw HTTPFault(kind: .broken, description: "libcurl took no further transfer")
      }
      handles[handle.easy] = handle
    } catch {
      transfer.finish(.failure(error))
    }
  }

  /// Removes transfers whose task has been resumed.
  func dropCancelled() {
    for handle in handles.values where handle.transfer.isOver { remove(handle) }
  }

  /// Ends every transfer with the same error.
  func endAll(_ error: any Error) {
    for handle in handles.values {
      remove(handle)
      handle.transfer.finish(.failure(error))
    }
  }

  /// Runs one round: transfers data, finishes transfers, then waits for the network, a wake-up or the next deadline.
  func step() {
    var running: Int32 = 0
    let code = curl_multi_perform(multi, &running)
    finishDone()
    finishOverdue(.now)
    guard code == CURLM_OK, curl_multi_poll(multi, nil, 0, waitMilliseconds, nil) == CURLM_OK else {
      endAll(HTTPFault(kind: .broken, description: "libcurl's loop failed (multi \(code.rawValue))"))
      // Limits the rate of errors that repeat at once.
      usleep(100_000)
      return
    }
  }

  private func finishDone() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle, let handle = handles[easy]
      else { continue }
      // `curl_multi_remove_handle` invalidates the message.
      let code = message.pointee.data.result
      remove(handle)
      handle.finish(code)
    }
  }

  private func finishOverdue(_ now: ContinuousClock.Instant) {
    for handle in handles.values where handle.transfer.deadline <= now {
      remove(handle)
      handle.finishOverdue()
    }
  }

  /// Time until the next deadline, at most 60 s. libcurl waits for less when one of its own timers is due earlier.
  private var waitMilliseconds: Int32 {
    guard let deadline = handles.values.lazy.map(\.transfer.deadline).min() else { return 60_000 }
    return Int32(min(60_000, max(0, (deadline - .now).wholeMilliseconds) + 1))
  }

  private func remove(_ handle: CurlHandle) {
    handles[handle.easy] = nil
    curl_multi_remove_handle(multi, handle.easy)
  }
}
