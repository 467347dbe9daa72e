internal import FoundationEssentials

extension ConfigReader {
  mutating func readSinks(_ node: ConfigNode) {
    for field in entries(of: node) {
      var draft = sinks[field.key] ?? SinkDraft(name: field.key, place: field.place)
      draft.place = field.place
      if !Self.isSinkName(field.key) {
        draft.isBroken = true
        refuse(
          .configBadValue, "\(quoted(field.key)) cannot name a sink", at: field.place,
          mend: "use 1 to 32 of 'a' to 'z', '0' to '9' and '-'")
      }
      if ![.mapping, .nothing].contains(field.value.kind) { draft.isBroken = true }
      fields(of: field.value, as: SinkDraft.Key.self) { reader, key, value in
        draft.places[key] = value.place
        reader.read(key, from: value, into: &draft)
      }
      sinks[field.key] = draft
    }
  }

  mutating func finishSinks() {
    for draft in sinks.values {
      guard !draft.isBroken else { continue }
      for (key, example) in [(SinkDraft.Key.type, "webhook"), (.url, "\"https://…\"")] where draft.places[key] == nil {
        refuse(
          .configMissingKey, "sink '\(draft.settings.name)' has no '\(key.rawValue)'", at: draft.place,
          mend: "add '\(key.rawValue): \(example)'")
      }
      if let address = draft.address, !address.isSecure, !draft.settings.allowHTTP {
        refuse(
          .configBadValue, "'url' takes an https address", at: draft.places[.url],
          mend: "use https, or add 'allow_http: true' for a receiver on your own network")
      }
    }
    config.sinks = sinks.values.map(\.settings).sorted { $0.name < $1.name }
  }

  private mutating func read(_ key: SinkDraft.Key, from node: ConfigNode, into draft: inout SinkDraft) {
    switch key {
    case .type: if let kind: SinkSettings.Kind = choice(node) { draft.settings.kind = kind }
    case .url: readURL(node, into: &draft)
    case .secret: if let secrets = secrets(node) { draft.settings.secrets = secrets }
    case .allowHTTP: if let flag = flag(node) { draft.settings.allowHTTP = flag }
    case .early: if let flag = flag(node) { draft.settings.early = flag }
    case .expires: if let span = duration(node) { draft.settings.expires = span }
    case .timeout: if let span = duration(node) { draft.settings.timeout = span }
    }
  }

  private mutating func readURL(_ node: ConfigNode, into draft: inout SinkDraft) {
    guard let url = secret(node) else { return }
    guard let address = url.reveal(WebAddress.init) else {
      refuse(
        .configBadValue, "'url' takes an https address with a host", at: node.place,
        mend: "write it as in 'https://example.org/hook'")
      return
    }
    (draft.settings.url, draft.address) = (url, address)
  }

  /// One signing secret, or the new and the old one of a rotation.
  private mutating func secrets(_ node: ConfigNode) -> [Secret]? {
    guard case .list(let nodes) = node.content else { return signingSecret(node).map { [$0] } }
    guard (1...2).contains(nodes.count) else {
      refuse(
        .configBadValue, "'secret' takes one secret, or a list of two, and not \(nodes.count)", at: node.place,
        mend: "name the new one first, then the old one")
      return nil
    }
    return nodes.compactMap { signingSecret($0) }
  }

  /// - Source: Standard Webhooks, "Signature scheme".
  private mutating func signingSecret(_ node: ConfigNode) -> Secret? {
    guard let secret = secret(node) else { return nil }
    let bytes = secret.reveal { text in
      text.hasPrefix("whsec_") ? Data(base64Encoded: String(text.dropFirst(6)))?.count : nil
    }
    guard let bytes, (24...64).contains(bytes) else {
      refuse(
        .configSecret, "'secret' takes 'whsec_' and the base64 of 24 to 64 bytes", at: node.place,
        mend: "make one with: echo \"whsec_$(openssl rand -base64 32)\"")
      return nil
    }
    return secret
  }

  private mutating func secret(_ node: ConfigNode) -> Secret? {
    guard let text = text(node) else { return nil }
    do {
      return try SecretReference(text).resolve(in: environment)
    } catch {
      refuse(error.code, error.message, at: node.place, mend: error.mend)
      return nil
    }
  }

  private static func isSinkName(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}
