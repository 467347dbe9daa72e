internal import CCurl

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
