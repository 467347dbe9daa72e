internal import LiveModel
internal import LivePlatform

/// The settings of a broker of MQTT.
struct MQTTSettings: BuildableSinkKind {
  static let name = "mqtt"
  static let audience = SinkAudience.program
  static let scheme = SinkScheme.mqtt
  static let requiredKeys = [RequiredSinkKey("url", example: #""mqtts://broker.example.org""#)]
  static let keys: [any SinkKeyReading] = [userKey, passwordKey, caFileKey, SinkKey.topic, discoveryKey, waitKey]

  static let setup = SinkSetup(
    title: "MQTT (with devices in Home Assistant)", sinkName: "my-mqtt",
    questions: [
      SinkQuestion(
        "url", "Address of the broker",
        help: "Such as mqtt://homeassistant.local for the broker of Home Assistant, or mqtts:// for one with TLS."),
      SinkQuestion(
        "user", "User", help: "The user of the broker. Leave it empty for a broker without users.", or: .absent),
      SinkQuestion("password", "Password", help: "The password of that user.", isSecret: true, or: .absent),
    ])

  private static let userKey = SinkKey<String>("user") { $0.text($1) }
  private static let passwordKey = SinkKey<Secret>("password") { $0.secret($1) }
  private static let caFileKey = SinkKey<String>("ca_file") { $0.path($1) }
  private static let discoveryKey = SinkKey<String>("discovery") { $0.discoveryPrefix($1) }
  private static let waitKey = SinkKey<Bool>("wait_for_subscriber") { $0.flag($1) }

  private static let usualTopic = "livegamed"
  fileprivate static let usualDiscovery = "homeassistant"

  var user: String?
  var password: Secret?
  /// The file of the certificates that sign the broker's; nil for those of the system.
  var caFile: String?
  var topics: MQTTTopics
  /// Whether an event waits until somebody subscribes to its topic.
  var waitsForSubscriber = true

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    let isAddressGood = reader.checkBroker(draft)
    if draft.place(of: passwordKey) != nil, draft.place(of: userKey) == nil {
      reader.refuseMissing("user", "livegamed", in: draft)
    }
    if let place = draft.place(of: caFileKey), draft.address.map({ !$0.isSecure }) == true {
      reader.refuse(
        .configBadValue, "'ca_file' is for a connection with TLS", at: place,
        hint: "begin 'url' with 'mqtts://', or remove 'ca_file'")
    }
    let base = draft[SinkKey.topic].map { $0.reveal { $0 } } ?? usualTopic
    guard MQTTTopics.isTopic(base) else {
      reader.refuse(
        .configBadValue, "'topic' takes the beginning of a topic, without '+', '#', and '/' at its ends",
        at: draft.place(of: SinkKey.topic), hint: "write it as in 'livegamed'")
      return nil
    }
    guard isAddressGood, draft.place(of: SinkKey.topic) == nil || draft[SinkKey.topic] != nil else { return nil }
    let discovery = draft[discoveryKey] ?? usualDiscovery
    return Self(
      user: draft[userKey], password: draft[passwordKey], caFile: draft[caFileKey],
      topics: MQTTTopics(base: base, discovery: discovery.isEmpty ? nil : discovery),
      waitsForSubscriber: draft[waitKey] ?? true)
  }

  var showsFollowedTeams: Bool { topics.discovery != nil }

  /// Publishes below the topic of tests, without devices.
  var forSimulation: any SinkKind {
    var settings = self
    settings.topics = MQTTTopics(base: topics.test, discovery: nil)
    settings.waitsForSubscriber = false
    return settings
  }

  func testNote(after end: TestMessageEnd) -> String? {
    guard end == .accepted else { return nil }
    let topic = "the broker has it under '\(topics.test)'"
    guard topics.discovery != nil else { return topic }
    return "\(topic) and accepts devices for Home Assistant; the devices appear once the daemon runs with this sink"
  }

  var receiver: SinkReceiver {
    SinkReceiver(token: password, topic: Secret(topics.base), more: [user ?? "", topics.discovery ?? ""])
  }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    let url = parts.endpoint.url.reveal { URLText($0) }
    let isSecure = url.scheme.lowercased() == "mqtts"
    let options = MQTTOptions(
      host: String(url.host.drop { $0 == "[" }.prefix { $0 != "]" }),
      port: Int(url.port, in: 1...65_535) ?? (isSecure ? 8883 : 1883),
      isSecure: isSecure, user: user, password: password, caFile: caFile, clientID: "livegamed")
    return MQTTSink(
      name: parts.name, settings: self, options: options, timeout: parts.timeout, leagues: parts.wording.leagues)
  }
}

extension MQTTTopics {
  /// Returns whether a text can be the beginning of topics.
  static func isTopic(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && !text.hasPrefix("/") && !text.hasSuffix("/") && !text.hasPrefix("$")
      && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && $0 != "+" && $0 != "#" }
  }
}

extension ConfigReader {
  /// Reads the discovery prefix of Home Assistant; empty for `false`.
  fileprivate mutating func discoveryPrefix(_ node: ConfigNode) -> String? {
    if node.kind == .flag {
      return node.text == "true" ? MQTTSettings.usualDiscovery : ""
    }
    guard let text = text(node) else { return nil }
    guard MQTTTopics.isTopic(text) else {
      refuse(
        .configBadValue, "'discovery' takes a topic without '+' and '#', or false", at: node.place,
        hint: "write '\(MQTTSettings.usualDiscovery)', the usual prefix")
      return nil
    }
    return text
  }

  /// Checks the address of a broker. Returns whether it can be used.
  fileprivate mutating func checkBroker(_ draft: SinkDraft) -> Bool {
    guard let address = draft.address, let place = draft.place(of: .url) else { return draft.place(of: .url) == nil }
    let path = draft.settings.url.reveal { String(URLText($0).path) }
    guard address.isBare, ["", "/"].contains(path) else {
      refuse(
        .configBadValue, "'url' takes the host and the port of the broker, and nothing else", at: place,
        hint: "put the user into 'user', the password into 'password', and the topic into 'topic'")
      return false
    }
    return true
  }
}
