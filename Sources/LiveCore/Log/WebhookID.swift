internal import LivePlatform

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
    let fields = [log.rawValue, sink, String(part)] + events
    self.init(rawValue: "msg_" + Self.base32(Digest.sha256(ofFields: fields)))
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
