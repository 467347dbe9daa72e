internal import LiveModel

/// The settings of a receiver of CloudEvents with Standard Webhooks headers.
struct WebhookSettings: BuildableSinkKind {
  static let name = "webhook"
  static let audience = SinkAudience.program
  static let requiredKeys = [RequiredSinkKey("url", example: #""https://example.org/hook""#)]
  static let keys: [any SinkKeyReading] = [secret]

  static let setup = SinkSetup(
    title: "Webhook of your own program", sinkName: "my-webhook",
    questions: [
      SinkQuestion("url", "URL", help: "The address to which each event is posted, such as https://example.org/hook."),
      SinkQuestion(
        "secret", "Signing secret",
        help: "Leave it empty to get one. Your program checks with it that a request is from livegamed.",
        isSecret: true, or: .signingSecret),
    ])

  private static let secret = SinkKey<[Secret]>("secret") { $0.signingSecrets($1) }

  /// Signing secrets: `whsec_` and the base64 of 24 to 64 bytes. A second one is the old secret during a key rotation;
  /// both sign.
  var secrets: [Secret] = []

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    Self(secrets: draft[secret] ?? [])
  }

  func testNote(after end: TestMessageEnd) -> String? {
    switch secrets.count {
    case _ where end != .accepted: nil
    case 0: nil
    case 1: "signed with 1 secret; the receiver accepted it, and its own log says whether it checked the signature"
    case let count: "signed with \(count) secrets: the receiver may verify it with any of them"
    }
  }

  var receiver: SinkReceiver { SinkReceiver() }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    try WebhookSink(name: parts.name, endpoint: parts.endpoint, secrets: secrets)
  }
}

extension ConfigReader {
  /// Reads one signing secret, or the new and the old one during a rotation.
  fileprivate mutating func signingSecrets(_ node: ConfigNode) -> [Secret]? {
    guard case .list(let nodes) = node.content else { return signingSecret(node).map { [$0] } }
    guard (1...2).contains(nodes.count) else {
      refuse(
        .configBadValue, "'secret' takes one secret, or a list of two, and not \(nodes.count)", at: node.place,
        hint: "name the new one first, then the old one")
      return nil
    }
    return nodes.compactMap { signingSecret($0) }
  }

  /// - Source: Standard Webhooks, "Signature scheme".
  private mutating func signingSecret(_ node: ConfigNode) -> Secret? {
    secret(
      node, message: "'secret' takes \(Signature.Key.form)",
      hint: Signature.Key.hint
    ) { (try? Signature.Key(Secret($0))) != nil }
  }
}
