extension ConfigReader {
  mutating func readSinks(_ node: ConfigNode) {
    for field in entries(of: node) {
      guard sinks[field.key] != nil || sinks.count < ConfigLimits.sinks else {
        return refuse(
          .configBadValue, "at most \(ConfigLimits.sinks) sinks may be described", at: field.place,
          hint: "remove those that nobody needs")
      }
      var draft = sinks[field.key] ?? SinkDraft(name: field.key, place: field.place)
      draft.place = field.place
      if !Self.isSinkName(field.key) {
        draft.isBroken = true
        refuse(
          .configBadValue, "\(quoted(field.key)) cannot name a sink", at: field.place,
          hint: "use 1 to 32 of 'a' to 'z', '0' to '9' and '-'; 'journal' is the journal's")
      }
      if ![.mapping, .nothing].contains(field.value.kind) { draft.isBroken = true }
      fields(of: field.value, as: SinkKey.self) { reader, key, value in
        draft.places[key] = value.place
        reader.read(key, from: value, into: &draft)
      }
      sinks[field.key] = draft
    }
  }

  /// Checks each sink against its kind. Runs after the last file because a later file can change the kind.
  mutating func finishSinks() {
    for var draft in sinks.values {
      if !draft.isBroken {
        finishKind(of: &draft)
        finishAddress(of: draft)
        finishQuietHours(of: &draft)
      }
      config.sinks.append(draft.settings)
    }
    config.sinks.sort { $0.name < $1.name }
  }

  private mutating func read(_ key: SinkKey, from node: ConfigNode, into draft: inout SinkDraft) {
    switch key {
    case .type: draft.kind = choice(node)
    case .url: readURL(node, into: &draft)
    case .secret: draft.set(\.secrets, signingSecrets(node))
    case .token: draft.set(\.token, token(node))
    case .topic: draft.set(\.topic, topic(node))
    case .channel: draft.set(\.channel, channel(node))
    case .chatID: draft.set(\.channel, chatID(node))
    case .threadID: draft.set(\.threadID, threadID(node))
    case .threads: draft.set(\.threads, flag(node))
    case .mode: draft.set(\.mode, choice(node))
    case .command: draft.set(\.command, command(node))
    case .allowHTTP: draft.set(\.allowHTTP, flag(node))
    case .allowPrivate: draft.set(\.allowPrivate, flag(node))
    case .early: draft.set(\.early, flag(node))
    // Streams lag by up to two minutes. One hour also covers viewers who start late.
    case .delay: draft.set(\.delay, span(node, upTo: .seconds(3600)))
    // Facts further apart than half an inning are not a burst.
    case .group: draft.set(\.group, span(node, upTo: .seconds(600)))
    // A message cannot outlive its event in the log.
    case .expires: draft.set(\.expires, duration(node, from: .seconds(1), upTo: .seconds(30 * 86_400)))
    // A shorter time would not suffice to connect.
    case .timeout: draft.set(\.timeout, duration(node, from: .milliseconds(100), upTo: .seconds(3600)))
    case .maxInFlight: draft.set(\.maxInFlight, integer(node, in: 1...16))
    case .maxPerMinute: draft.set(\.maxPerMinute, integer(node, in: 1...6000))
    case .quietHours: readQuietHours(node, into: &draft.quiet)
    case .spoilerFree: draft.set(\.spoilerFree, flag(node))
    case .format: draft.set(\.format, format(node))
    }
  }

  private mutating func readURL(_ node: ConfigNode, into draft: inout SinkDraft) {
    draft.address = nil
    guard let url = secret(node) else { return }
    guard url.reveal({ $0.utf8.count <= ConfigLimits.address }) else {
      return refuse(.configBadValue, "'url' takes at most \(ConfigLimits.address) bytes", at: node.place)
    }
    guard let address = url.reveal(WebAddress.init) else {
      refuse(
        .configBadValue, "'url' takes an https address with a host", at: node.place,
        hint: "write it as in 'https://example.org/hook'")
      return
    }
    (draft.settings.url, draft.address) = (url, address)
  }

  private static func isSinkName(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count) && name != "journal"
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}

/// Checks a sink against the keys that its kind allows and requires.
extension ConfigReader {
  /// Checks the keys of a sink. Skips the check if the `type` was rejected.
  private mutating func finishKind(of draft: inout SinkDraft) {
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

  /// Requires `channel` for a bot. Rejects it for an incoming webhook, which has a fixed channel.
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

  /// Splits a `url` that ends in a topic into server and topic.
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

  /// Checks the token and the topic of a Telegram bot. The token becomes part of the path.
  ///
  /// - Source: core.telegram.org/bots/api, "Authorizing your bot".
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

  /// Sets the default server, and rejects an address to which no path can be appended.
  private mutating func finishServer(of draft: inout SinkDraft) {
    if draft.places[.url] == nil, let usual = draft.settings.kind.usualURL { draft.settings.url = Secret(usual) }
    draft.settings.url = draft.settings.url.reveal { Secret(WebAddress.server($0)) }
    guard draft.address?.hasQueryOrFragment == true else { return }
    refuse(
      .configBadValue, "'url' takes no query or fragment here", at: draft.places[.url],
      hint: "write the address of the server alone")
  }

  /// Checks the protocol and the host of an address. A host name is not resolved here; its addresses are checked on
  /// connecting.
  private mutating func finishAddress(of draft: SinkDraft) {
    guard let address = draft.address, draft.kind.map(SinkKey.url.kinds.contains) ?? true else { return }
    let place = draft.places[.url]
    switch (address.isSecure, address.scope) {
    case (false, _) where !draft.settings.allowHTTP:
      refuse(
        .configBadValue, "'url' takes an https address", at: place,
        hint: "use https, or add 'allow_http: true' for a receiver on your own network")
    case (false, .global), (false, .unusable):
      refuse(
        .configBadValue, "'url' speaks plain http to an address that is neither loopback nor private", at: place,
        hint: "use https: 'allow_http' is for a receiver on your own network")
    case (true, .local) where !draft.settings.allowPrivate, (true, .unusable) where !draft.settings.allowPrivate:
      refuse(
        .configBadValue, "'url' names a loopback, private or otherwise special address", at: place,
        hint: "add 'allow_private: true' for a receiver on your own network")
    default: break
    }
  }
}
