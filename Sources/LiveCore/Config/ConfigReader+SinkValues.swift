internal import FoundationEssentials

/// Converts the values of a sink, each on its own. Faults show no value that could be or contain a secret.
extension ConfigReader {
  mutating func secret(_ node: ConfigNode) -> Secret? {
    guard let text = text(node) else { return nil }
    do {
      return try SecretReference(text).resolve(in: environment)
    } catch {
      refuse(error.code, error.message, at: node.place, hint: error.hint)
      return nil
    }
  }

  /// Reads one signing secret, or the new and the old one during a rotation.
  mutating func signingSecrets(_ node: ConfigNode) -> [Secret]? {
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
      node, message: "'secret' takes 'whsec_' and the base64 of 24 to 64 bytes",
      hint: "make one with: echo \"whsec_$(openssl rand -base64 32)\""
    ) { text in
      let key = text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6))) : nil
      return key.map { (24...64).contains($0.count) } ?? false
    }
  }

  /// Reads a token. The token is used verbatim in a header or a path.
  mutating func token(_ node: ConfigNode) -> Secret? {
    let token = secret(
      node, message: "'token' takes printable ASCII without spaces", hint: "copy it once more from where it was made"
    ) { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    guard let token else { return nil }
    guard token.reveal({ $0.utf8.count <= ConfigLimits.token }) else {
      refuse(.configSecret, "'token' takes at most \(ConfigLimits.token) bytes", at: node.place)
      return nil
    }
    return token
  }

  mutating func topic(_ node: ConfigNode) -> Secret? {
    secret(
      node, message: "'topic' takes 1 to 64 of 'A' to 'Z', 'a' to 'z', '0' to '9', '_' and '-'",
      hint: "name the topic alone; its server stands in 'url'"
    ) { Self.isTopic($0) }
  }

  /// Reads a secret and checks it with `isValid`. Reports `message` and `hint` if it is invalid.
  private mutating func secret(
    _ node: ConfigNode, message: String, hint: String, _ isValid: (String) -> Bool
  ) -> Secret? {
    guard let secret = secret(node) else { return nil }
    guard secret.reveal(isValid) else {
      refuse(.configSecret, message, at: node.place, hint: hint)
      return nil
    }
    return secret
  }

  /// - Source: ntfy, server/server.go, `topicRegex`.
  static func isTopic(_ text: some StringProtocol) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "-" || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
      }
  }

  /// Reads the name or id of a Slack channel.
  mutating func channel(_ node: ConfigNode) -> String? {
    if node.kind == .nothing { return refuse(node, takes: "text", hint: "put it in quotes, for '#' begins a comment") }
    guard let text = text(node) else { return nil }
    let name = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard (1...80).contains(name.unicodeScalars.count), !name.contains(where: \.isWhitespace), !name.contains("#")
    else {
      refuse(
        .configBadValue, "'channel' takes the name or the id of a channel", at: node.place,
        hint: "write it as in '\"#games\"' or 'C0123ABCD'")
      return nil
    }
    return text
  }

  /// Reads the id of a Telegram chat, which is negative for a group, or the public name of a channel.
  mutating func chatID(_ node: ConfigNode) -> String? {
    let hint = "write it as in '-1001234567890' or '\"@my_channel\"'"
    guard [.text, .number].contains(node.kind), let text = node.text else {
      return refuse(node, takes: "a chat's number or name", hint: hint)
    }
    let isName = text.hasPrefix("@") && (4...32).contains(text.utf8.count - 1) && Self.isTopic(text.dropFirst())
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard isName || Self.isID(digits, upTo: Int.interoperable.upperBound) else {
      refuse(.configBadValue, "'chat_id' takes a chat's number, or '@' and its name", at: node.place, hint: hint)
      return nil
    }
    return text
  }

  mutating func threadID(_ node: ConfigNode) -> String? {
    guard [.text, .number].contains(node.kind), let text = node.text else { return refuse(node, takes: "a number") }
    guard Self.isID(text[...]) else {
      refuse(
        .configBadValue, "'thread_id' takes the thread's number", at: node.place,
        hint: "write its digits alone, as in \"1234567890\"")
      return nil
    }
    return text
  }

  /// Returns true for the digits of a positive number. Discord ids have 63 bits, Telegram ids 52.
  static func isID(_ text: some StringProtocol, upTo most: Int = .max) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) } && Int(text, in: 1...most) != nil
  }

  /// Reads a program and its arguments. Each argument is one element because no shell splits the text.
  mutating func command(_ node: ConfigNode) -> [String]? {
    guard let nodes = elements(of: node, takes: "a list of the program and its arguments") else { return nil }
    let words = nodes.compactMap { argument($0) }
    guard words.count == nodes.count else { return nil }
    guard (1...64).contains(words.count) else {
      refuse(
        .configBadValue, "'command' takes 1 to 64 texts, and not \(words.count)", at: node.place,
        hint: "name the program and its arguments, as in '[/usr/local/bin/on-event]'")
      return nil
    }
    guard isShort(words[0], nodes[0], upTo: ConfigLimits.path) else { return nil }
    guard words[0].hasPrefix("/") else {
      refuse(
        .configBadValue, "'command' takes the absolute path of a program", at: nodes[0].place,
        hint: "begin it with '/', or name a shell as in '[/bin/sh, -c, …]'")
      return nil
    }
    return words
  }

  private mutating func argument(_ node: ConfigNode) -> String? {
    guard node.kind == .text, let text = node.text else {
      let isScalar = node.text != nil
      return refuse(node, takes: "texts", hint: isScalar ? "put it in quotes" : "put each argument on its own")
    }
    guard !text.utf8.contains(0) else {
      refuse(.configBadValue, "an argument of 'command' holds a NUL", at: node.place, hint: "remove it")
      return nil
    }
    return isShort(text, node, upTo: ConfigLimits.argument) ? text : nil
  }

  /// Reads a duration. Zero is allowed.
  mutating func span(_ node: ConfigNode, upTo longest: Duration) -> Duration? {
    node.text.flatMap(DurationText.parse) == .zero ? .zero : duration(node, upTo: longest)
  }

  /// Reads a template. Removes trailing newlines, which YAML block scalars add.
  mutating func format(_ node: ConfigNode) -> String? {
    if node.kind == .mapping || node.kind == .list {
      return refuse(node, takes: "text", hint: "put it in quotes, as in '\"{{summary}}\"'")
    }
    guard let text = text(node) else { return nil }
    let format = String(text.reversed().drop(while: \.isNewline).reversed())
    guard !format.allSatisfy(\.isWhitespace) else {
      refuse(.configBadValue, "'format' is empty", at: node.place, hint: "give it a value or remove it")
      return nil
    }
    do {
      try checkFormat(format)
    } catch {
      refuse(error.code, error.message, at: node.place, hint: error.hint)
      return nil
    }
    return format
  }
}

extension ConfigReader {
  mutating func readQuietHours(_ node: ConfigNode, into draft: inout QuietDraft) {
    if node.kind == .mapping { draft.place = node.place }
    fields(of: node, as: QuietDraft.Key.self) { reader, key, value in
      draft.given.insert(key)
      switch key {
      case .from: draft.from = reader.minutes(value)
      case .to: draft.to = reader.minutes(value)
      case .timeZone: draft.timeZone = reader.timeZone(value)
      }
    }
  }

  mutating func finishQuietHours(of draft: inout SinkDraft) {
    let quiet = draft.quiet
    guard quiet.place != nil else { return }
    for (key, example) in [(QuietDraft.Key.from, "23:00"), (.to, "08:00")] where !quiet.given.contains(key) {
      refuse(
        .configMissingKey, "'quiet_hours' has no '\(key.rawValue)'", at: quiet.place,
        hint: "add '\(key.rawValue): \"\(example)\"'")
    }
    guard let from = quiet.from, let to = quiet.to else { return }
    guard from != to else {
      refuse(
        .configBadValue, "'quiet_hours' begin and end at the same time", at: quiet.place,
        hint: "to send nothing at all, remove the sink")
      return
    }
    draft.settings.quietHours = SinkSettings.QuietHours(from: from, to: to, timeZone: quiet.timeZone)
  }

  /// Reads a time such as `23:00` as minutes after midnight. YAML 1.1 reads it as 1380; the YAML 1.2 core schema treats
  /// it as text.
  private mutating func minutes(_ node: ConfigNode) -> Int? {
    let hint = "write hours from 00 to 23, ':' and minutes, as in \"08:00\""
    guard node.kind == .text, let text = node.text else { return refuse(node, takes: "a time of day", hint: hint) }
    let digits = text.utf8.compactMap { (48...57).contains($0) ? Int($0) - 48 : nil }
    let isForm = text.utf8.count == 5 && text.dropFirst(2).first == ":" && digits.count == 4
    let (hour, minute) = isForm ? (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3]) : (24, 60)
    guard hour < 24, minute < 60 else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes a time of day, and \(quoted(text)) is none", at: node.place,
        hint: hint)
      return nil
    }
    return hour * 60 + minute
  }

  private mutating func timeZone(_ node: ConfigNode) -> String? {
    guard let name = text(node) else { return nil }
    guard TimeZone(identifier: name) == nil else { return name }
    refuse(
      .configUnknownName, "unknown time zone \(quoted(name))", at: node.place,
      hint: similar { TimeZoneName.meant(by: name) }
        ?? "use IANA's name, such as 'America/New_York' or 'Europe/Berlin'")
    return nil
  }
}
