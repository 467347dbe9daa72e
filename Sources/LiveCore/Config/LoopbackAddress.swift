internal import LiveModel

/// A loopback address and a TCP port.
public struct LoopbackAddress: Hashable, Sendable {
  /// The address to bind: `127.0.0.1`, or `::1` without brackets.
  public let host: String
  /// The port. With 0, the system selects one.
  public let port: Int

  /// The reason why a text is rejected.
  enum Refusal: Error, Equatable {
    /// The text is not a numeric address and a port.
    case form
    /// The address is reachable from other machines.
    case reach
  }

  /// Parses `127.0.0.1:9464`, any other address in 127.0.0.0/8, or `[::1]:9464`.
  init(_ text: String) throws(Refusal) {
    guard let colon = text.lastIndex(of: ":") else { throw .form }
    let (host, port) = (text[..<colon], text[text.index(after: colon)...])
    guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(port),
      !host.contains("%"), let address = IPAddress(host: host)
    else { throw .form }
    switch (address, host.hasPrefix("[")) {
    case (.v4, false): self.host = String(host)
    case (.v6, true): self.host = String(host.dropFirst().dropLast())
    default: throw .form
    }
    guard address.isLoopback else { throw .reach }
    self.port = Int(port)
  }
}

extension LoopbackAddress {
  /// Returns true for a numeric loopback host, such as `127.0.0.1` or `[::1]`.
  public static func isLoopback(_ host: String) -> Bool { (try? LoopbackAddress("\(host):0")) != nil }

  /// Returns the URL of a path on the port that was bound, such as `http://127.0.0.1:9464/metrics`.
  public func url(port: Int, path: String) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)"
  }
}
