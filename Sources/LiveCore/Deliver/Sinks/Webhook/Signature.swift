internal import Crypto
internal import FoundationEssentials
internal import LiveModel

/// `webhook-signature`: HMAC-SHA256 over id, time and body, once per key, so that keys can be rotated.
///
/// Source: Standard Webhooks, "Signature scheme", version 1.
struct Signature: Equatable, Sendable, CustomStringConvertible {
  /// `v1,<base64>` per key, separated by spaces.
  let description: String

  init(id: WebhookID, at now: Timestamp, body: [UInt8], keys: [Key]) {
    let codes = keys.map { key in
      var code = HMAC<SHA256>(key: key.bytes)
      code.update(data: Array("\(id).\(now.seconds).".utf8))
      code.update(data: body)
      return "v1,\(Data(code.finalize()).base64EncodedString())"
    }
    description = codes.joined(separator: " ")
  }

  /// A signing secret shared with the receiver.
  struct Key: Sendable {
    fileprivate let bytes: SymmetricKey

    /// The form of a secret, in words.
    static let form = "'whsec_' and the base64 of 24 to 64 bytes"
    static let hint = "make one with: echo \"whsec_$(openssl rand -base64 32)\""

    /// Parses `whsec_` followed by the base64 of 24 to 64 bytes.
    init(_ secret: Secret) throws(Fault) {
      let bytes = secret.reveal { text in
        text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6))) : nil
      }
      guard let bytes, (24...64).contains(bytes.count) else {
        throw Fault(.sinkBadSecret, "a signing secret is not \(Self.form)", hint: Self.hint)
      }
      self.bytes = SymmetricKey(data: bytes)
    }
  }
}

extension Fault.Code {
  static let sinkBadSecret = Fault.Code("sink.bad-secret")
}
