/// A push socket: its address, and what its service says by close codes.
package struct PushEndpoint: Equatable, Sendable {
  /// `https://…` for TLS, `http://…` without. libcurl of Debian 12 knows no `wss`.
  package var url: String
  /// The text that is sent again and again, so that the service keeps the connection; nil for none.
  package var heartbeat: String?
  /// Close codes that mean "not yet": the next attempt follows after a fixed wait and does not count as failed.
  package var notYet: Set<Int>
  /// Close codes that mean "never": no further attempt is made.
  package var never: Set<Int>

  package init(url: String, heartbeat: String? = nil, notYet: Set<Int> = [], never: Set<Int> = []) {
    (self.url, self.heartbeat, self.notYet, self.never) = (url, heartbeat, notYet, never)
  }
}
