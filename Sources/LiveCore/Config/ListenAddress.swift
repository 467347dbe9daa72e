package import LiveModel

/// A numeric address and a TCP port to listen on.
public struct ListenAddress: Hashable, Sendable {
  /// The address to bind: `192.168.1.9`, or `::` without brackets.
  public let host: String
  /// The port. With 0, the system selects one.
  public let port: Int
  package let address: IPAddress

  /// The address of this machine for its own programs.
  init(loopback port: Int) { (host, self.port, address) = ("127.0.0.1", port, .v4(0x7F00_0001)) }

  /// Parses `127.0.0.1:8080` or `[::1]:8080`. Fails for a name, since it may stand for several addresses.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...], in: 0...65_535),
      let address = IPAddress(host: text[..<colon]), !text.contains("%")
    else { return nil }
    let isBracketed = text.hasPrefix("[")
    if case .v6 = address { guard isBracketed else { return nil } } else if isBracketed { return nil }
    host = isBracketed ? String(text[..<colon].dropFirst().dropLast()) : String(text[..<colon])
    (self.port, self.address) = (port, address)
  }

  /// Whether only this machine can reach it.
  public var isLoopback: Bool { address.isLoopback }

  /// Returns the URL of the port that was bound, such as `http://127.0.0.1:8080`.
  public func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
