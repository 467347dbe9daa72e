internal import FoundationEssentials

extension MessagePayload {
  /// Returns the stored body, a JSON object, with the members of `address` in front.
  ///
  /// Sinks whose receiver stands in the body add it at sending: what waits in the outbox then goes to the receiver that
  /// is configured now, and whoever may read the outbox learns no secret name.
  static func body(_ stored: [UInt8], to address: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard stored.count > 2, stored.first == UInt8(ascii: "{"), let members = try? encoder.encode(address),
      members.count > 2
    else { return stored }
    return members.dropLast() + [UInt8(ascii: ",")] + stored.dropFirst()
  }
}
