/// A message of a bot: `C123ABC456:1503435956.000247`, the channel's id and the message's timestamp as Slack answered
/// them.
struct SlackHandle: Equatable, Sendable {
  var channel: String
  /// Unique within the channel.
  var ts: String

  var handle: Receipt.Handle { Receipt.Handle(rawValue: "\(channel):\(ts)") }

  init(channel: String, ts: String) { (self.channel, self.ts) = (channel, ts) }

  /// Nil when it is not of this form: it is kept with the delivery, and each part has a length.
  init?(_ handle: Receipt.Handle) {
    let parts = handle.rawValue.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.isPart) else { return nil }
    self.init(channel: String(parts[0]), ts: String(parts[1]))
  }

  private static func isPart(_ text: Substring) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
  }
}
