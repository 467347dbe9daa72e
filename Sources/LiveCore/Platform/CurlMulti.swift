internal import CCurl
internal import Glibc

/// libcurl's multi handle and the transfers in it. Confined to the thread of one `CurlLoop`.
final class CurlMulti {
  private let multi: UnsafeMutableRawPointer
  private let waitsForHTTP2: Bool
  private var handles: [UnsafeMutableRawPointer: CurlHandle] = [:]

  /// Takes over `multi`, which ends with this.
  init(_ multi: UnsafeMutableRawPointer, waitsForHTTP2: Bool) {
    (self.multi, self.waitsForHTTP2) = (multi, waitsForHTTP2)
  }

  deinit {
    for handle in handles.values { curl_multi_remove_handle(multi, handle.easy) }
    handles = [:]
    curl_multi_cleanup(multi)
  }

  /// Starts a transfer, or lets it wait for a free connection.
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

  /// Lets go of transfers whose task waits no more.
  func dropCancelled() {
    for handle in handles.values where handle.transfer.isOver { remove(handle) }
  }

  /// Ends every transfer with one error.
  func endAll(_ error: any Error) {
    for handle in handles.values {
      remove(handle)
      handle.transfer.finish(.failure(error))
    }
  }

  /// Waits for the network, a wake-up or the next deadline, and does what there is to do.
  func step() {
    var running: Int32 = 0
    let code = curl_multi_perform(multi, &running)
    finishDone()
    finishOverdue(.now)
    guard code == CURLM_OK, curl_multi_poll(multi, nil, 0, waitMilliseconds, nil) == CURLM_OK else {
      endAll(HTTPFault(kind: .broken, description: "libcurl's loop failed (multi \(code.rawValue))"))
      // The call may fail again at once.
      usleep(100_000)
      return
    }
  }

  private func finishDone() {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle, let handle = handles[easy]
      else { continue }
      // The message dies with the removal.
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

  /// libcurl shortens it when a timer of its own is due earlier.
  private var waitMilliseconds: Int32 {
    guard let deadline = handles.values.lazy.map(\.transfer.deadline).min() else { return 60_000 }
    return Int32(min(60_000, max(0, (deadline - .now).wholeMilliseconds) + 1))
  }

  private func remove(_ handle: CurlHandle) {
    handles[handle.easy] = nil
    curl_multi_remove_handle(multi, handle.easy)
  }
}

/// Keeps one transfer from peers that it may not speak to: before it connects to them, and again before its request
/// leaves, for it may be given a connection that another transfer has made.
///
/// Confined to the thread of its `CurlHandle`, which keeps it alive while libcurl knows it.
final class CurlGate {
  private let peers: HTTPRequest.Peers
  /// The last address that was turned down.
  private var refused: String?
  /// Whether an address was admitted, so that its failure is the network's.
  private var hasPassed = false

  /// Milliseconds for which a peer may acknowledge nothing at all.
  private static let patience: UInt32 = 20_000

  init(_ peers: HTTPRequest.Peers) { self.peers = peers }

  /// Makes libcurl ask here.
  func install(on easy: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
    ccurl_set_opener(easy, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
      guard let context, let address, let peer = ccurl_address(address) else { return CURL_SOCKET_BAD }
      let gate = Unmanaged<CurlGate>.fromOpaque(context).takeUnretainedValue()
      guard gate.mayConnect(to: PeerAddress(peer)) else { return CURL_SOCKET_BAD }
      return ccurl_open_socket(address, CurlGate.patience)
    }
    ccurl_set_pointer(easy, CURLOPT_PREREQDATA, context)
    ccurl_set_gate(easy, CURLOPT_PREREQFUNCTION) { context, address, _, _, _ in
      guard let context else { return CURL_PREREQFUNC_ABORT }
      let gate = Unmanaged<CurlGate>.fromOpaque(context).takeUnretainedValue()
      let peer = address.flatMap { PeerAddress(String(cString: $0)) }
      return gate.maySend(to: peer) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
  }

  /// Asked of each address of a name in its turn; one that is admitted suffices.
  func mayConnect(to address: PeerAddress?) -> Bool {
    guard peers.admits(address) else {
      refused = Self.words(address)
      return false
    }
    hasPassed = true
    return true
  }

  /// Asked of the connection that the request is given at last.
  func maySend(to address: PeerAddress?) -> Bool {
    guard !peers.admits(address) else { return true }
    (refused, hasPassed) = (Self.words(address), false)
    return false
  }

  /// Why a transfer that has failed was not let through; nil when something else is to blame.
  var fault: HTTPFault? {
    guard !hasPassed, let refused else { return nil }
    let reason =
      peers == .privateOnly
      ? "which is neither loopback nor private; plain http may not go there, use https"
      : "which is not public; 'allow_private: true' admits loopback and private addresses"
    return HTTPFault(kind: .forbiddenPeer, description: "the host is at \(refused), \(reason)")
  }

  private static func words(_ address: PeerAddress?) -> String { address?.description ?? "an unknown address" }
}
