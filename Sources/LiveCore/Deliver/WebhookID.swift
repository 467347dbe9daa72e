internal import Crypto
internal import FoundationEssentials

/// `webhook-id`: identifies a message across retries, restarts and reinstallations that keep the log.
///
/// Has the form `msg_` and 52 characters of `a-z2-7`. Contains no `.`, which separates the parts of the signed content.
struct WebhookID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  let rawValue: String

  var description: String { rawValue }
}

extension WebhookID {
  /// Derives the id of one message to one sink from the ids of its `events`, in order, and its `part`, counted from 0.
  init(log: LogID, sink: String, events: [String], part: Int = 0) {
    var hash = SHA256()
    for field in [log.rawValue, sink, String(part)] + events {
      // Each field is preceded by its length, so that two different lists never give the same bytes.
      hash.update(data: Array("\(field.utf8.count):\(field)".utf8))
    }
    self.init(rawValue: "msg_" + Self.base32(hash.finalize()))
  }

  /// Encodes bytes in base32 (RFC 4648 §6), in lower case and without padding.
  static func base32(_ bytes: some Sequence<UInt8>) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    var text: [UInt8] = []
    var (pending, bits) = (0, 0)
    for byte in bytes {
      (pending, bits) = (pending << 8 | Int(byte), bits + 8)
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[pending >> bits & 31])
      }
      pending &= (1 << bits) - 1
    }
    if bits > 0 { text.append(alphabet[pending << (5 - bits) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }
}

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

    /// Parses `whsec_` followed by the base64 of 24 to 64 bytes.
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
