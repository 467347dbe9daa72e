internal import LiveModel

/// The settings of a topic of an ntfy server.
struct NtfySettings: BuildableSinkKind {
  static let name = "ntfy"
  static let audience = SinkAudience.people
  static let requiredKeys: [RequiredSinkKey] = []
  static let keys: [any SinkKeyReading] = [SinkKey.topic, SinkKey.token]

  static let setup = SinkSetup(
    title: "ntfy (push to a phone)", sinkName: "my-phone",
    questions: [
      SinkQuestion(
        "topic", "Topic",
        help: """
          Anyone who knows the topic can read it. Leave it empty to get one that cannot be guessed, and subscribe to it in \
          the ntfy app.
          """,
        isSecret: true, or: .topic),
      SinkQuestion(
        "url", "Server", help: "The public server, or the address of your own.", or: .standard(usualServer)),
      SinkQuestion(
        "token", "Access token",
        help: "Only if the server requires a user: in its web app under Account, Access tokens.",
        isSecret: true, or: .absent),
    ])

  private static let usualServer = "https://ntfy.sh"

  /// The topic: 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
  var topic: Secret
  /// The access token of a user.
  var token: Secret?

  /// Splits a `url` that ends in a topic into server and topic.
  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    reader.finishServer(of: &draft, usual: usualServer)
    let parts = draft.settings.url.reveal { url in
      url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map { rest in
        let host = rest.prefix { $0 != "/" }
        return (server: String(url.dropLast(rest.count - host.count)), path: rest.dropFirst(host.count + 1).map(\.self))
      }
    }
    let place = draft.place(of: .url)
    let isURLGood = draft.address.map { !$0.hasQueryOrFragment } ?? (place == nil)
    guard isURLGood, let parts else { return nil }
    switch (String(parts.path), draft.place(of: SinkKey.topic)) {
    case ("", nil): reader.refuseMissing(SinkKey.topic.name, "\"${credential:ntfy-topic}\"", in: draft)
    case ("", _): return reader.topic(in: draft).map { Self(topic: $0, token: draft[.token]) }
    case (let path, nil) where isTopic(path):
      draft.settings.url = Secret(parts.server)
      return Self(topic: Secret(path), token: draft[.token])
    case (_, nil):
      reader.refuse(
        .configBadValue, "'url' takes the address of the ntfy server, with no more than a topic behind it",
        at: place, hint: "write it as in 'https://ntfy.example.org', and name the 'topic'")
    case (_, .some):
      reader.refuse(
        .configBadValue, "'url' has a path, and 'topic' is given too", at: place,
        hint: "write the address of the server alone, as in 'https://ntfy.example.org'")
    }
    return nil
  }

  /// - Source: ntfy, server/server.go, `topicRegex`.
  fileprivate static func isTopic(_ text: some StringProtocol) -> Bool { ConfigReader.isWord(text, of: 1...64) }

  var receiver: SinkReceiver { SinkReceiver(token: token, topic: topic) }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    NtfySink(name: parts.name, endpoint: parts.endpoint, topic: topic, token: token, wording: parts.wording)
  }
}

extension ConfigReader {
  /// Returns the topic, or refuses it. Other kinds have a `topic` of another form.
  fileprivate mutating func topic(in draft: SinkDraft) -> Secret? {
    guard let topic = draft[SinkKey.topic] else { return nil }
    if topic.reveal(NtfySettings.isTopic) { return topic }
    refuse(
      .configSecret, "'topic' takes 1 to 64 of 'A' to 'Z', 'a' to 'z', '0' to '9', '_' and '-'",
      at: draft.place(of: SinkKey.topic), hint: "name the topic alone; the server goes into 'url'")
    return nil
  }
}
