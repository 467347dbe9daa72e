/// An address of this machine that nobody else can reach, and a TCP port.
public struct LoopbackAddress: Hashable, Sendable {
  /// As it is bound: `127.0.0.1`, or `::1` without brackets.
  public let host: String
  /// 0 lets the system choose.
  public let port: Int

  /// What is wrong with a text that is none.
  enum Refusal: Error, Equatable {
    /// It is not an address in numbers and a port.
    case form
    /// Others could connect.
    case reach
  }

  /// Reads `127.0.0.1:9464`, any other address of 127.0.0.0/8, or `[::1]:9464`.
  init(_ text: String) throws(Refusal) {
    guard let colon = text.lastIndex(of: ":") else { throw .form }
    let (host, port) = (text[..<colon], text[text.index(after: colon)...])
    guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy({ (48...57).contains($0) }),
      let port = UInt16(port)
    else { throw .form }
    self.port = Int(port)
    if host == "[::1]" {
      self.host = "::1"
      return
    }
    let known = host.split(separator: ".").compactMap { UInt8($0) }
    // Written otherwise, such as 127.0.0.01, it is another address to some who read it.
    guard known.count == 4, known.map(String.init).joined(separator: ".") == host else {
      throw host.hasPrefix("[") && host.hasSuffix("]") ? .reach : .form
    }
    guard known[0] == 127 else { throw .reach }
    self.host = String(host)
  }
}

extension LoopbackAddress {
  /// Whether a host in numbers is one of this machine, such as `127.0.0.1` or `[::1]`.
  public static func isLoopback(_ host: String) -> Bool { (try? LoopbackAddress("\(host):0")) != nil }

  /// Where it is asked when it is bound to this port: `http://127.0.0.1:9464/metrics`.
  public func url(port: Int, path: String) -> String {
    "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(path)"
  }
}
