internal import CCurl
internal import Glibc
internal import LiveModel

/// The settings of all connections of a `PushSockets`.
struct PushSettings: Sendable {
  var timing: PushTiming
  /// A file of trusted certificates instead of the system's.
  var certificates: String?
  var now: @Sendable () -> Timestamp
  /// Random numbers from 0 to 1.
  var chance: @Sendable () -> Double
}

/// The loop of the thread of all push sockets, and the way in which other threads reach it.
///
/// libcurl's multi handle is one of its own, without limits of connections: with a limit, libcurl takes a connection that
/// it only made for us for an idle one, and closes it.
///
/// Bound: one entry per subscription.
final class PushLoop: Sendable {
  let waker: CurlWaker
  private let handle: CurlWaker.Handle
  private let settings: PushSettings
  private let inbox = Locked(Inbox())

  private struct Inbox {
    var starts: [(endpoint: PushEndpoint, mailbox: PushMailbox)] = []
    var isClosing = false
  }

  init(_ settings: PushSettings) throws(Fault) {
    handle = CurlWaker.Handle(pointer: try CurlLibrary.makeMulti())
    (waker, self.settings) = (CurlWaker(handle), settings)
  }

  /// Passes a subscription to the thread. Returns false after `close`.
  func start(_ endpoint: PushEndpoint, _ mailbox: PushMailbox) -> Bool {
    let isOpen = inbox.withLock { inbox in
      if !inbox.isClosing { inbox.starts.append((endpoint, mailbox)) }
      return !inbox.isClosing
    }
    waker.wake()
    return isOpen
  }

  /// Makes `run` close all connections and return.
  func close() {
    inbox.withLock { $0.isClosing = true }
    waker.wake()
  }

  /// Runs until `close`. Call it once, on the thread of the sockets.
  func run() {
    let connections = PushConnections(handle.pointer, settings)
    while true {
      let (starts, isClosing) = inbox.withLock { inbox in
        defer { inbox.starts = [] }
        return (inbox.starts, inbox.isClosing)
      }
      for (endpoint, mailbox) in starts { connections.add(endpoint, mailbox) }
      if isClosing { connections.endAll() }
      connections.step()
      if isClosing, connections.isEmpty { break }
      connections.wait()
    }
    waker.retire()
    connections.free()
  }
}

/// libcurl's multi handle and the subscriptions that use it. Confined to the thread of one `PushLoop`.
private final class PushConnections {
  private let multi: UnsafeMutableRawPointer
  private let settings: PushSettings
  private var runners: [(runner: PushRunner, mailbox: PushMailbox)] = []
  private let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 << 10)

  init(_ multi: UnsafeMutableRawPointer, _ settings: PushSettings) {
    (self.multi, self.settings) = (multi, settings)
  }

  deinit { scratch.deallocate() }

  var isEmpty: Bool { runners.isEmpty }

  func add(_ endpoint: PushEndpoint, _ mailbox: PushMailbox) {
    runners.append((PushRunner(endpoint, mailbox, settings, in: multi, at: settings.now()), mailbox))
  }

  func endAll() {
    for (_, mailbox) in runners { mailbox.end() }
  }

  /// Frees libcurl's handle, after `step` has nothing left to do.
  func free() { curl_multi_cleanup(multi) }

  /// Connects, reads and writes as much as is possible without waiting.
  func step() {
    var running: Int32 = 0
    let code = curl_multi_perform(multi, &running)
    if code != CURLM_OK { dropAll(code) }
    let now = settings.now()
    finishConnecting(at: now)
    for (runner, _) in runners { runner.step(at: now, with: scratch) }
    runners.removeAll(where: \.runner.isOver)
  }

  /// Waits for the network, a wake-up or the next deadline. libcurl waits for less when one of its own timers is due
  /// earlier.
  func wait() {
    var sockets = runners.compactMap(\.runner.connection?.watched)
    let isReady = runners.contains { $0.runner.connection?.hasMore == true }
    let next = runners.lazy.compactMap(\.runner.deadline).min()
    let wait = next.map { max(0, ($0 - settings.now()).wholeMilliseconds) + 1 } ?? 60_000
    let limit = isReady ? 0 : Int32(min(60_000, wait))
    let code = curl_multi_poll(multi, &sockets, UInt32(sockets.count), limit, nil)
    if code != CURLM_OK { dropAll(code) }
  }

  private func dropAll(_ code: CURLMcode) {
    let fault = HTTPFault(kind: .broken, description: "libcurl's loop failed (multi \(code.rawValue))")
    for (runner, _) in runners { runner.connection?.drop(fault) }
    // Limits the rate of errors that repeat at once.
    usleep(100_000)
  }

  private func finishConnecting(at now: Timestamp) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let connection = runners.lazy.compactMap(\.runner.connection).first { $0.easy == easy }
      connection?.finishConnecting(message.pointee.data.result, at: now)
    }
  }
}
