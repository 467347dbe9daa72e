internal import LiveModel

extension ConfigReader {
  mutating func readSinks(_ node: ConfigNode) {
    let described = entries(of: node)
    for (index, field) in described.enumerated() {
      if refuseLevel(ofSink: field, after: described[..<index]) { continue }
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
          hint: "use 1 to 32 of 'a' to 'z', '0' to '9' and '-'; the name 'journal' is reserved")
      }
      if ![.mapping, .nothing].contains(field.value.kind) { draft.isBroken = true }
      fields(of: field.value, named: sinkKeys) { reader, name, value in
        reader.read(name, from: value, into: &draft)
      }
      sinks[field.key] = draft
    }
  }

  /// All keys that a sink of any kind can have.
  var sinkKeys: [String] { CommonSinkKey.allCases.map(\.rawValue) + ownKeys.keys }

  /// Checks each sink against its kind. Runs after the last file because a later file can change the kind.
  mutating func finishSinks() {
    for var draft in sinks.values {
      if !draft.isBroken {
        let kind = finishedKind(of: &draft)
        finishAddress(of: draft)
        finishQuietHours(of: &draft)
        if let kind = kind ?? (readsSecrets ? nil : draft.kind.map(Self.unread)) {
          draft.settings.kind = kind
          config.sinks.append(draft.settings)
        }
      }
    }
    config.sinks.sort { $0.name < $1.name }
  }

  /// Returns a kind without its settings, which need secrets.
  private static func unread(_ kind: any SinkKind.Type) -> any SinkKind {
    func make<Kind: SinkKind>(_: Kind.Type) -> any SinkKind { UnreadKind<Kind>() }
    return make(kind)
  }

  private mutating func read(_ name: String, from node: ConfigNode, into draft: inout SinkDraft) {
    draft.places[name] = node.place
    if let key = CommonSinkKey(rawValue: name) {
      read(key, from: node, into: &draft)
    } else if let key = ownKeys[name], let value = key.value(of: node, with: &self) {
      draft.values[name] = value
    }
  }

  private mutating func read(_ key: CommonSinkKey, from node: ConfigNode, into draft: inout SinkDraft) {
    switch key {
    case .type:
      let name = choice(node, among: kinds.map { $0.name }, as: "sink type")
      draft.kind = kinds.first { $0.name == name }
    case .url: readURL(node, into: &draft)
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
    guard let address = url.reveal({ WebAddress($0, allowing: SinkScheme.allCases) }) else {
      return refuseAddress(of: .web, at: node.place)
    }
    (draft.settings.url, draft.address) = (url, address)
  }

  private mutating func refuseAddress(of scheme: SinkScheme, at place: Fault.Place?) {
    switch scheme {
    case .web:
      refuse(
        .configBadValue, "'url' takes an https address with a host", at: place,
        hint: "write it as in 'https://example.org/hook'")
    case .mqtt:
      refuse(
        .configBadValue, "'url' takes an mqtts or mqtt address with a host", at: place,
        hint: "write it as in 'mqtts://broker.example.org'")
    }
  }

  static func isSinkName(_ name: String) -> Bool {
    (1...32).contains(name.utf8.count) && name != "journal"
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }
}

/// Checks a sink against the keys that its kind allows and requires.
extension ConfigReader {
  /// Checks the keys of a sink, and returns the settings of its kind. Skips the check if the `type` was rejected.
  private mutating func finishedKind(of draft: inout SinkDraft) -> (any SinkKind)? {
    guard let kind = draft.kind else {
      guard draft.place(of: .type) == nil else { return nil }
      let known = kinds.map { $0.name }.joined(separator: ", ")
      refuse(
        .configMissingKey, "sink '\(draft.settings.name)' has no 'type'", at: draft.place,
        hint: "add 'type:' and one of \(known)")
      return nil
    }
    for (key, place) in draft.places where !kind.has(key) {
      let others = kinds.filter { $0.has(key) }.map { $0.name }
      refuse(
        .configUnknownKey, "a sink of type '\(kind.name)' has no key '\(key)'", at: place,
        hint: others.count == 1
          ? "only '\(others[0])' has it" : "these have it: \(others.joined(separator: ", "))")
    }
    for key in kind.requiredKeys where draft.places[key.name] == nil { refuseMissing(key.name, key.example, in: draft) }
    return kind.read(&draft, with: &self)
  }

  mutating func refuseMissing(_ key: String, _ example: String, in draft: SinkDraft) {
    refuse(
      .configMissingKey, "sink '\(draft.settings.name)' has no '\(key)'", at: draft.place,
      hint: "add '\(key): \(example)'")
  }

  /// Makes `url` the address of a server: `usual` if none is given, without trailing slashes. Rejects an address to
  /// which no path can be appended.
  mutating func finishServer(of draft: inout SinkDraft, usual: String? = nil) {
    if draft.place(of: .url) == nil, let usual { draft.settings.url = Secret(usual) }
    draft.settings.url = draft.settings.url.reveal { Secret(WebAddress.server($0)) }
    guard draft.address?.hasQueryOrFragment == true else { return }
    refuse(
      .configBadValue, "'url' takes no query or fragment here", at: draft.place(of: .url),
      hint: "write the address of the server alone")
  }

  /// Checks the host of a broker. A name that leads to a public address is not resolved here.
  private mutating func finishBroker(_ address: WebAddress, at place: Fault.Place?) {
    guard !address.isSecure, address.scope == .global || address.scope == .unusable else { return }
    refuse(
      .configBadValue, "'url' speaks plain mqtt to an address that is neither loopback nor private", at: place,
      hint: "use mqtts: without TLS, the password can be read on the way")
  }

  /// Checks the protocol and the host of an address. A host name is not resolved here; its addresses are checked on
  /// connecting.
  private mutating func finishAddress(of draft: SinkDraft) {
    guard let address = draft.address, draft.kind?.hasURL ?? true else { return }
    let place = draft.place(of: .url)
    if let scheme = draft.kind?.scheme, scheme != address.scheme { return refuseAddress(of: scheme, at: place) }
    if address.scheme == .mqtt { return finishBroker(address, at: place) }
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
