/// An HTTP request. Only the schemes `http` and `https` are allowed.
struct HTTPRequest: Sendable, Equatable {
  enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", patch = "PATCH" }

  /// Allowed peers. The connected IP address decides, not the host name.
  enum Peers: Sendable {
    case anyone
    /// No loopback, private or other special address.
    case publicOnly
    /// Loopback and private addresses only, so that unencrypted traffic stays on the local network.
    case privateOnly
  }

  var method: Method = .get
  var url: String
  /// Headers, sent unchanged. A name that occurs twice is sent twice.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []
  var limits = HTTPLimits()
  var peers = Peers.anyone

  static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.body == right.body && left.limits == right.limits
      && left.peers == right.peers && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// Time and size limits of a transfer.
struct HTTPLimits: Sendable, Equatable {
  /// Limit for name look-up, TCP and TLS together.
  var connect: Duration = .seconds(10)
  /// Limit from the start to the last byte.
  var total: Duration = .seconds(30)
  /// A transfer that stays below `lowSpeedBytes` per second for this long fails.
  var lowSpeed: Duration = .seconds(10)
  var lowSpeedBytes = 100
  /// Limit of the body in bytes, after decompression.
  var body = 16 << 20
}
