internal import LiveModel

/// A sink while the configuration files are being read.
struct SinkDraft {
  /// The `url` is empty until one is read. The kind is set at the end.
  var settings: SinkSettings
  /// Nil until a valid type is read.
  var kind: (any SinkKind.Type)?
  /// The place of the last entry with this name.
  var place: Fault.Place
  /// The places of all values, valid or not, by key.
  var places: [String: Fault.Place] = [:]
  /// The last valid value of each key that is not common to all kinds.
  var values: [String: any Sendable] = [:]
  /// Nil until a valid URL is read.
  var address: WebAddress?
  var quiet = QuietDraft()
  /// True if the entry or its name is invalid. Missing keys are then not reported.
  var isBroken = false

  init(name: String, place: Fault.Place) {
    settings = SinkSettings(name: name, kind: UnknownKind())
    self.place = place
  }

  /// The last valid value of a key; nil if there is none.
  subscript<Value>(key: SinkKey<Value>) -> Value? { values[key.name] as? Value }

  /// The place of the last value of a key, valid or not; nil if the key is not given.
  func place<Value>(of key: SinkKey<Value>) -> Fault.Place? { places[key.name] }

  func place(of key: CommonSinkKey) -> Fault.Place? { places[key.rawValue] }

  /// Sets a value. Nil, which stands for a rejected value, changes nothing.
  mutating func set<Value>(_ setting: WritableKeyPath<SinkSettings, Value>, _ value: Value?) {
    if let value { settings[keyPath: setting] = value }
  }

  mutating func set<Value>(_ setting: WritableKeyPath<SinkSettings, Value?>, _ value: Value?) {
    if let value { settings[keyPath: setting] = value }
  }

  /// The kind of a sink whose type is not read yet.
  private struct UnknownKind: SinkKind {
    static let name = ""
    static let audience = SinkAudience.program
    static let requiredKeys: [RequiredSinkKey] = []
    static let setup = SinkSetup(title: "", sinkName: "", questions: [])

    static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? { nil }
  }
}

/// A key in an entry of `sinks` that is read in the same way for all kinds that have it.
enum CommonSinkKey: String, CaseIterable {
  case type, url, early, delay, group, expires, timeout, format
  case allowHTTP = "allow_http"
  case allowPrivate = "allow_private"
  case maxInFlight = "max_in_flight"
  case maxPerMinute = "max_per_minute"
  case quietHours = "quiet_hours"
  case spoilerFree = "spoiler_free"
}

/// The `quiet_hours` of a sink while the configuration files are being read.
struct QuietDraft {
  enum Key: String, CaseIterable {
    case from, to
    case timeZone = "time_zone"
  }

  /// The place of the last `quiet_hours` mapping; nil if there is none.
  var place: Fault.Place?
  /// The keys seen so far, with valid or invalid values.
  var given: Set<Key> = []
  /// Minutes after midnight.
  var from: Int?
  var to: Int?
  var timeZone: String?
}
