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

  /// A later file may have changed the kind of a sink, so that only now it can be said what it takes and needs.
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
    // Streams lag by two minutes at most; an hour is for those who begin to watch late.
    case .delay: draft.set(\.delay, span(node, upTo: .seconds(3600)))
    // Plays more than half an inning apart are not a burst.
    case .group: draft.set(\.group, span(node, upTo: .seconds(600)))
    // Longer than the log keeps what is to be told would be in vain.
    case .expires: draft.set(\.expires, duration(node, from: .seconds(1), upTo: .seconds(30 * 86_400)))
    // Shorter than a connection takes would be in vain, too.
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

/// A sink as far as the files read until now have described it.
struct SinkDraft {
  /// Its url is empty until one is read.
  var settings: SinkSettings
  /// Nil until a good one is read.
  var kind: SinkSettings.Kind?
  /// Where it was last named.
  var place: Fault.Place
  /// Where the values stand that were given, right or wrong.
  var places: [SinkKey: Fault.Place] = [:]
  /// Nil until a good one is read.
  var address: WebAddress?
  var quiet = QuietDraft()
  /// Its entry or name could not be read, so that nothing is missing in it.
  var isBroken = false

  init(name: String, place: Fault.Place) {
    settings = SinkSettings(name: name, kind: .webhook, url: Secret(""))
    self.place = place
  }

  /// A rejected value leaves the setting unchanged.
  mutating func set<Value>(_ setting: WritableKeyPath<SinkSettings, Value>, _ value: Value?) {
    if let value { settings[keyPath: setting] = value }
  }

  mutating func set<Value>(_ setting: WritableKeyPath<SinkSettings, Value?>, _ value: Value?) {
    if let value { settings[keyPath: setting] = value }
  }
}

/// `quiet_hours` as far as the files read until now have described it.
struct QuietDraft {
  enum Key: String, CaseIterable {
    case from, to
    case timeZone = "time_zone"
  }

  /// Nil until anything is said of it.
  var place: Fault.Place?
  /// All keys that were given, valid or not.
  var given: Set<Key> = []
  /// Minutes after midnight.
  var from: Int?
  var to: Int?
  var timeZone: String?
}
