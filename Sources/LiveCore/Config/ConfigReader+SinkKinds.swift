/// Checks that a sink has the keys that its kind accepts and requires.
extension ConfigReader {
  /// Nothing is judged by a kind that was refused.
  mutating func finishKind(of draft: inout SinkDraft) {
    guard let kind = draft.kind else {
      guard draft.places[.type] == nil else { return }
      let known = SinkSettings.Kind.allCases.map(\.rawValue).joined(separator: ", ")
      refuse(
        .configMissingKey, "sink '\(draft.settings.name)' has no 'type'", at: draft.place,
        hint: "add 'type:' and one of \(known)")
      return
    }
    draft.settings.kind = kind
    for (key, place) in draft.places where !key.kinds.contains(kind) {
      refuse(
        .configUnknownKey, "'\(key.rawValue)' is no key of a sink of type '\(kind.rawValue)'", at: place,
        hint: key.kinds.count == 1
          ? "only '\(key.kinds[0].rawValue)' has it"
          : "these have it: \(key.kinds.map(\.rawValue).joined(separator: ", "))")
    }
    for need in kind.needs where draft.places[need.key] == nil { refuseMissing(need.key, need.example, in: draft) }
    switch kind {
    case .slack: finishSlack(&draft)
    case .ntfy: finishNtfy(&draft)
    case .telegram: finishTelegram(&draft)
    case .gotify: finishServer(of: &draft)
    case .webhook, .discord, .homeAssistant, .exec: break
    }
  }

  private mutating func refuseMissing(_ key: SinkKey, _ example: String, in draft: SinkDraft) {
    refuse(
      .configMissingKey, "sink '\(draft.settings.name)' has no '\(key.rawValue)'", at: draft.place,
      hint: "add '\(key.rawValue): \(example)'")
  }

  /// An incoming webhook knows its channel; a bot must be told.
  private mutating func finishSlack(_ draft: inout SinkDraft) {
    guard draft.places[.token] == nil else {
      if draft.places[.channel] == nil { refuseMissing(.channel, "\"#games\"", in: draft) }
      finishServer(of: &draft)
      return
    }
    if draft.places[.url] == nil {
      refuse(
        .configMissingKey, "sink '\(draft.settings.name)' has neither 'url' nor 'token'", at: draft.place,
        hint: "add the 'url' of an incoming webhook, or the 'token' of a bot and its 'channel'")
    }
    for key in [SinkKey.channel, .threads] {
      guard let place = draft.places[key] else { continue }
      refuse(
        .configBadValue, "'\(key.rawValue)' goes with the 'token' of a bot", at: place,
        hint: "remove it: an incoming webhook posts to its own channel, without threads")
    }
  }

  /// The topic may also be the path of the address.
  private mutating func finishNtfy(_ draft: inout SinkDraft) {
    finishServer(of: &draft)
    let parts = draft.settings.url.reveal { url in
      url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last.map { rest in
        let host = rest.prefix { $0 != "/" }
        return (server: String(url.dropLast(rest.count - host.count)), path: rest.dropFirst(host.count + 1).map(\.self))
      }
    }
    let isURLGood = draft.address.map { !$0.hasQueryOrFragment } ?? (draft.places[.url] == nil)
    guard isURLGood, let parts else { return }
    switch (String(parts.path), draft.places[.topic]) {
    case ("", nil): refuseMissing(.topic, "\"${credential:ntfy-topic}\"", in: draft)
    case ("", _): break
    case (let path, nil) where Self.isTopic(path):
      (draft.settings.url, draft.settings.topic) = (Secret(parts.server), Secret(path))
    case (_, nil):
      refuse(
        .configBadValue, "'url' takes the address of the ntfy server, with no more than a topic behind it",
        at: draft.places[.url], hint: "write it as in 'https://ntfy.example.org', and name the 'topic'")
    case (_, .some):
      refuse(
        .configBadValue, "'url' has a path, and 'topic' is given too", at: draft.places[.url],
        hint: "write the address of the server alone, as in 'https://ntfy.example.org'")
    }
  }

  /// - Source: core.telegram.org/bots/api, "Authorizing your bot": the token is part of the path.
  private mutating func finishTelegram(_ draft: inout SinkDraft) {
    finishServer(of: &draft)
    if let topic = draft.settings.threadID, !Self.isID(topic, upTo: Int.interoperable.upperBound) {
      refuse(
        .configBadValue, "'thread_id' takes a topic's number, and \(quoted(topic)) is beyond Telegram's",
        at: draft.places[.threadID], hint: "take the number that stands last in the address of the topic")
    }
    let isFit = draft.settings.token?.reveal { $0.replacing(":", with: "").utf8.allSatisfy(Self.isWordByte) } ?? true
    guard !isFit else { return }
    refuse(
      .configSecret, "'token' takes the token of a bot: a number, ':' and letters", at: draft.places[.token],
      hint: "ask @BotFather for it")
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    let letter = Unicode.Scalar(byte)
    return letter.properties.isAlphabetic || ("0"..."9").contains(letter) || letter == "_" || letter == "-"
  }

  /// The address is one to which paths are added.
  private mutating func finishServer(of draft: inout SinkDraft) {
    if draft.places[.url] == nil, let usual = draft.settings.kind.usualURL { draft.settings.url = Secret(usual) }
    draft.settings.url = draft.settings.url.reveal { Secret(WebAddress.server($0)) }
    guard draft.address?.hasQueryOrFragment == true else { return }
    refuse(
      .configBadValue, "'url' takes no query or fragment here", at: draft.places[.url],
      hint: "write the address of the server alone")
  }

  /// Sets which peers are allowed. A host name is checked later, by the address that it resolves to.
  mutating func finishAddress(of draft: SinkDraft) {
    guard let address = draft.address, draft.kind.map(SinkKey.url.kinds.contains) ?? true else { return }
    let place = draft.places[.url]
    switch (address.isSecure, address.reach) {
    case (false, _) where !draft.settings.allowHTTP:
      refuse(
        .configBadValue, "'url' takes an https address", at: place,
        hint: "use https, or add 'allow_http: true' for a receiver on your own network")
    case (false, .world), (false, .nowhere):
      refuse(
        .configBadValue, "'url' speaks plain http to an address that is neither loopback nor private", at: place,
        hint: "use https: 'allow_http' is for a receiver on your own network")
    case (true, .home) where !draft.settings.allowPrivate, (true, .nowhere) where !draft.settings.allowPrivate:
      refuse(
        .configBadValue, "'url' names a loopback, private or otherwise special address", at: place,
        hint: "add 'allow_private: true' for a receiver on your own network")
    default: break
    }
  }
}
