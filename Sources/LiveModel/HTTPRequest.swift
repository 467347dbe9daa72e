/// An HTTP request. Only the schemes `http` and `https` are allowed.
package struct HTTPRequest: Sendable, Equatable {
  package enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", patch = "PATCH" }

  /// Allowed peers. The connected IP address decides, not the host name.
  package enum Peers: Sendable {
    case anyone
    /// No loopback, private or other special address.
    case publicOnly
    /// Loopback and private addresses only, so that unencrypted traffic stays on the local network.
    case privateOnly
  }

  package var method: Method = .get
  package var url: String
  /// Headers, sent unchanged. A name that occurs twice is sent twice.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []
  package var limits = HTTPLimits()
  package var peers = Peers.anyone

  package init(
    method: Method = .get, url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    limits: HTTPLimits = HTTPLimits(), peers: Peers = Peers.anyone
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
    self.peers = peers
  }

  package static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.body == right.body && left.limits == right.limits
      && left.peers == right.peers && left.headers.elementsEqual(right.headers, by: ==)
  }
}

/// Time and size limits of a transfer.
package struct HTTPLimits: Sendable, Equatable {
  /// Limit for name look-up, TCP and TLS together.
  package var connect: Duration = .seconds(10)
  /// Limit from the start to the last byte.
  package var total: Duration = .seconds(30)
  /// A transfer that stays below `lowSpeedBytes` per second for this long fails.
  package var lowSpeed: Duration = .seconds(10)
  package var lowSpeedBytes = 100
  /// Limit of the body in bytes, after decompression.
  package var body = 16 << 20

  package init(
    connect: Duration = .seconds(10), total: Duration = .seconds(30), lowSpeed: Duration = .seconds(10),
    lowSpeedBytes: Int = 100, body: Int = 16 << 20
  ) {
    self.connect = connect
    self.total = total
    self.lowSpeed = lowSpeed
    self.lowSpeedBytes = lowSpeedBytes
    self.body = body
  }
}
