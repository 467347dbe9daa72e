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

  /// What was refused leaves the setting as it was.
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
  /// What was given, right or wrong.
  var given: Set<Key> = []
  /// Minutes after midnight.
  var from: Int?
  var to: Int?
  var timeZone: String?
}
