internal import Crypto
internal import FoundationEssentials

/// `webhook-signature`: HMAC-SHA256 over id, time and body, once for each key, so that keys can be rotated.
///
/// Source: Standard Webhooks, "Signature scheme", version 1.
struct Signature: Equatable, Sendable, CustomStringConvertible {
  /// `v1,<base64>`, separated by spaces.
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

  /// What a receiver shares with this daemon.
  struct Key: Sendable {
    fileprivate let bytes: SymmetricKey

    /// Reads `whsec_` and the base64 of 24 to 64 bytes.
    init(_ secret: Secret) throws(Fault) {
      let bytes = secret.reveal { text in
        text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6))) : nil
      }
      guard let bytes, (24...64).contains(bytes.count) else {
        throw Fault(
          .sinkBadSecret, "a signing secret is not 'whsec_' and the base64 of 24 to 64 bytes",
          hint: "make one with: echo \"whsec_$(openssl rand -base64 32)\"")
      }
      self.bytes = SymmetricKey(data: bytes)
    }
  }
}

extension Fault.Code {
  static let sinkBadSecret = Fault.Code("sink.bad-secret")
}
