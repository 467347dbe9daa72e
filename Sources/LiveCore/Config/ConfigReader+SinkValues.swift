internal import FoundationEssentials
internal import LiveModel

/// Converts values that several kinds of sinks have. Faults show no value that could be or contain a secret.
extension ConfigReader {
  mutating func secret(_ node: ConfigNode) -> Secret? {
    guard let text = text(node) else { return nil }
    do {
      let reference = try SecretReference(text)
      guard readsSecrets || reference.isPlain else { return nil }
      return try reference.resolve(in: environment, credentials: credentials)
    } catch {
      refuse(error.code, error.message, at: node.place, hint: error.hint)
      return nil
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

  /// Reads a secret and checks it with `isValid`. Reports `message` and `hint` if it is invalid.
  mutating func secret(
    _ node: ConfigNode, message: String, hint: String, _ isValid: (String) -> Bool
  ) -> Secret? {
    guard let secret = secret(node) else { return nil }
    guard secret.reveal(isValid) else {
      refuse(.configSecret, message, at: node.place, hint: hint)
      return nil
    }
    return secret
  }

  /// Returns true for a text of so many letters of `A-Z`, `a-z`, digits, `_` and `-`.
  static func isWord(_ text: some StringProtocol, of length: ClosedRange<Int>) -> Bool {
    length.contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0 == "_" || $0 == "-" || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
      }
  }

  /// Reads the id of a thread within a channel or chat.
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

  /// Reads a duration. Zero is allowed.
  mutating func span(_ node: ConfigNode, upTo longest: Duration) -> Duration? {
    duration(node, from: .zero, upTo: longest)
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
    guard [.mapping, .nothing].contains(node.kind) else {
      return refuse(node, takes: "two times", hint: "write {from: \"23:00\", to: \"08:00\"}") ?? ()
    }
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

  /// Reads a time such as `23:00` or `8:00` as minutes after midnight. YAML 1.1 reads it as 1380; the YAML 1.2 core schema treats
  /// it as text.
  private mutating func minutes(_ node: ConfigNode) -> Int? {
    let hint = "write hours from 0 to 23, ':' and minutes, as in \"08:00\""
    guard node.kind == .text, let text = node.text else { return refuse(node, takes: "a time of day", hint: hint) }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isForm =
      parts.count == 2 && (1...2).contains(parts[0].utf8.count) && parts[1].utf8.count == 2
      && parts.joined().utf8.allSatisfy(\.isASCIIDigit)
    guard isForm, let hour = Int(parts[0], in: 0...23), let minute = Int(parts[1], in: 0...59) else {
      refuse(
        .configBadValue, "\(quoted(node.name)) takes a time of day, and \(quoted(text)) is not one", at: node.place,
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
