internal import FoundationEssentials

/// The values of a sink's keys, each judged by itself. What could be a secret, or hold one, is not shown in any fault.
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

  /// One signing secret, or the new and the old one of a rotation.
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
      node, says: "'secret' takes 'whsec_' and the base64 of 24 to 64 bytes",
      hint: "make one with: echo \"whsec_$(openssl rand -base64 32)\""
    ) { text in
      let key = text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6))) : nil
      return key.map { (24...64).contains($0.count) } ?? false
    }
  }

  /// It goes into a header or a path as it stands.
  mutating func token(_ node: ConfigNode) -> Secret? {
    let token = secret(
      node, says: "'token' takes printable ASCII without spaces", hint: "copy it once more from where it was made"
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
      node, says: "'topic' takes 1 to 64 of 'A' to 'Z', 'a' to 'z', '0' to '9', '_' and '-'",
      hint: "name the topic alone; its server stands in 'url'"
    ) { Self.isTopic($0) }
  }

  /// A secret that is fit for its use, or the fault that `says` what is.
  private mutating func secret(
    _ node: ConfigNode, says: String, hint: String, _ isFit: (String) -> Bool
  ) -> Secret? {
    guard let secret = secret(node) else { return nil }
    guard secret.reveal(isFit) else {
      refuse(.configSecret, says, at: node.place, hint: hint)
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

  /// Slack's name or id of a channel.
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

  /// Telegram's number of a chat, negative for a group, or the public name of a channel.
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

  /// Digits of a positive number: Discord's ids have 63 bits, Telegram's 52.
  static func isID(_ text: some StringProtocol, upTo most: Int = .max) -> Bool {
    text.utf8.allSatisfy { (48...57).contains($0) } && Int(text, in: 1...most) != nil
  }

  /// No shell reads it, so that each argument is one element.
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

  /// Nothing is a good value too.
  mutating func span(_ node: ConfigNode, upTo longest: Duration) -> Duration? {
    node.text.flatMap(DurationText.parse) == .zero ? .zero : duration(node, upTo: longest)
  }

  /// A newline at the end is that of a block of YAML.
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
