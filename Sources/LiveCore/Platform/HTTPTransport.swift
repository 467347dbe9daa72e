/// One request. Only `http` and `https` are ever spoken.
struct HTTPRequest: Sendable, Equatable {
  enum Method: String, Sendable { case get = "GET", post = "POST", patch = "PATCH" }

  /// Who may be at the other end, judged by the address that is connected and not by a name.
  enum Peers: Sendable {
    case anyone
    /// No loopback, private or otherwise special address.
    case publicOnly
    /// Loopback and private addresses alone: what goes there unencrypted stays at home.
    case privateOnly
  }

  var method: Method = .get
  var url: String
  /// Sent as they stand; a name that comes twice is sent twice.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var limits = HTTPLimits()
  var peers = Peers.anyone

  static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.body == right.body && left.limits == right.limits
      && left.peers == right.peers && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// What a transfer may cost.
struct HTTPLimits: Sendable, Equatable {
  /// Name look-up, TCP and TLS together.
  var connect: Duration = .seconds(10)
  /// From start to last byte.
  var total: Duration = .seconds(30)
  /// Under `lowSpeedBytes` a second for this long ends the transfer.
  var lowSpeed: Duration = .seconds(10)
  var lowSpeedBytes = 100
  /// Decoded bytes of a body, counted after decompression.
  var body = 16 << 20
}

/// What comes before a body.
struct HTTPResponseHead: Sendable, Equatable {
  var status: Int
  /// Names in lower case; of a name that comes twice the last value stands.
  var headers: [String: String] = [:]
}

/// Why a transfer brought no answer. A status of 400 or 500 is an answer, not a fault.
struct HTTPFault: Error, Equatable, Sendable, CustomStringConvertible {
  enum Kind: String, CaseIterable, Sendable {
    case badURL = "bad-url"
    case unresolved, refused, unreachable, tls, timeout, slow, truncated
    case tooLarge = "too-large"
    /// The connected address is not one that may be spoken to.
    case forbiddenPeer = "forbidden-peer"
    case broken
  }

  var kind: Kind
  /// In few words, with figures and units, without the address.
  var description: String
  /// Of a response whose body did not come, or not whole.
  var head: HTTPResponseHead?
}

/// The seam to the network.
protocol HTTPTransport: Sendable {
  /// Sends a request and streams the decoded body to `body` as it arrives, on a thread of the transport's own.
  ///
  /// `body` gets the head and a chunk, never an empty one; when it throws, the transfer ends and its error is thrown
  /// here. It is never called again after this function has returned. The head is returned when the whole body has
  /// been given. Throws `HTTPFault`, `CancellationError` as soon as the task is cancelled, or what `body` threw.
  func send(
    _ request: HTTPRequest, body: @escaping @Sendable (HTTPResponseHead, Span<UInt8>) throws -> Void
  ) async throws -> HTTPResponseHead
}
