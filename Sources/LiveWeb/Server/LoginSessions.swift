internal import FoundationEssentials
package import LiveCore
package import LiveModel
internal import LivePlatform

/// The logins of visitors. A login is a cookie that only the holder of the token can make, so that the daemon keeps
/// nothing, and a new token ends all logins.
package struct LoginSessions: Sendable {
  private let token: Secret?
  private let trust: Config.WebSettings.Trust?

  package static let cookie = "livegamed_login"
  /// How long a login lasts, in seconds.
  package static let lifetime: Int64 = 90 * 86_400

  package init(_ settings: Config.WebSettings) { (token, trust) = (settings.token, settings.trust) }

  /// Whether visitors must log in.
  package var isNeeded: Bool { token != nil || trust != nil }

  /// Whether there is a form to log in. Without a token, only a proxy logs visitors in.
  package var hasForm: Bool { token != nil }

  /// Returns whether a connection may be one of a proxy: one of this machine, or one that is trusted.
  package func isTrusted(_ address: String) -> Bool {
    IPAddress(address).map { $0.isLoopback || trust?.from.contains($0) == true } ?? false
  }

  /// The parts of a request that can prove a login.
  package struct Proof: Sendable {
    /// The address that the connection comes from.
    package var address: String
    /// Returns the value of a header by its name in lower-case.
    package var header: @Sendable (String) -> String?
    /// The value of the cookie.
    package var cookie: String?

    package init(address: String, cookie: String?, header: @escaping @Sendable (String) -> String?) {
      (self.address, self.cookie, self.header) = (address, cookie, header)
    }
  }

  /// Returns whether the visitor is logged in, or need not be.
  package func accepts(_ proof: Proof, at now: Timestamp) -> Bool {
    guard isNeeded else { return true }
    if let trust, let address = IPAddress(proof.address), trust.from.contains(address),
      let visitor = proof.header(trust.header), !visitor.isEmpty
    {
      return true
    }
    if let value = proof.header("authorization"), value.hasPrefix("Bearer ") {
      return opens(String(value.dropFirst(7)))
    }
    return proof.cookie.map { isValid($0, at: now) } ?? false
  }

  /// Returns whether a text is the token, in a time that does not depend on the text.
  package func opens(_ text: String) -> Bool {
    guard let token else { return false }
    let given = Digest.sha256(Array(text.utf8))
    return Digest.areEqual(token.reveal { Digest.sha256(Array($0.utf8)) }, given)
  }

  /// Returns the value of the cookie for a login that begins now; nil without a token.
  package func session(from now: Timestamp) -> String? {
    let end = now.seconds + Self.lifetime
    return signature(of: end).map { "\(end).\($0.map(Self.hex).joined())" }
  }

  private func isValid(_ cookie: String, at now: Timestamp) -> Bool {
    let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int(parts[0], in: Int(now.seconds) + 1...Int(now.seconds + Self.lifetime)),
      let expected = signature(of: Int64(end))
    else { return false }
    // Equal digests take equal time, whatever was given.
    let given = Digest.sha256(Array(parts[1].utf8))
    return Digest.areEqual(Digest.sha256(Array(expected.map(Self.hex).joined().utf8)), given)
  }

  private func signature(of end: Int64) -> [UInt8]? {
    token?.reveal { token in
      Digest.hmacSHA256(of: Array("livegamed web login \(end)".utf8), key: Array(token.utf8))
    }
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
