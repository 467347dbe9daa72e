internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform

/// `webhook-signature`: HMAC-SHA256 over id, time and body, once per key, so that keys can be rotated.
///
/// Source: Standard Webhooks, "Signature scheme", version 1.
struct Signature: Equatable, Sendable, CustomStringConvertible {
  /// `v1,<base64>` per key, separated by spaces.
  let description: String

  init(id: WebhookID, at now: Timestamp, body: [UInt8], keys: [Key]) {
    let codes = keys.map { key in
      let code = Digest.hmacSHA256(of: Array("\(id).\(now.seconds).".utf8) + body, key: key.bytes)
      return "v1,\(Data(code).base64EncodedString())"
    }
    description = codes.joined(separator: " ")
  }

  /// A signing secret shared with the receiver.
  struct Key: Sendable {
    private let secret: Secret

    /// The form of a secret, in words.
    static let form = "'whsec_' and the base64 of 24 to 64 bytes"
    static let hint = "make one with: echo \"whsec_$(openssl rand -base64 32)\""

    /// Parses `whsec_` followed by the base64 of 24 to 64 bytes.
    init(_ secret: Secret) throws(Fault) {
      self.secret = secret
      guard (24...64).contains(bytes.count) else {
        throw Fault(.sinkBadSecret, "a signing secret is not \(Self.form)", hint: Self.hint)
      }
    }

    /// The bytes of the key. Only the secret is stored, because its description never shows it.
    fileprivate var bytes: [UInt8] {
      secret.reveal { text in
        text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6))).map(Array.init) ?? [] : []
      }
    }
  }
}

extension Fault.Code {
  static let sinkBadSecret = Fault.Code("sink.bad-secret")
}
