internal import LiveModel

/// The settings of one kind of sink, and the properties of the kind that the configuration needs.
///
/// Each kind has a folder in `Deliver/Sinks`; `SinkKinds.all` lists them.
protocol SinkKind: Sendable, Equatable {
  /// The value of `type`.
  static var name: String { get }
  /// The readers of the messages. Sinks for people have `format` and `spoiler_free`.
  static var audience: SinkAudience { get }
  /// Whether the kind has `url`.
  static var hasURL: Bool { get }
  /// The schemes of `url`. Only the web's have `allow_http` and `allow_private`.
  static var scheme: SinkScheme { get }
  /// The keys besides the common ones.
  static var keys: [any SinkKeyReading] { get }
  /// The keys that are always required.
  static var requiredKeys: [RequiredSinkKey] { get }
  /// Returns a remark about a test message, such as the limit of a proof; nil for most sinks.
  func testNote(after end: TestMessageEnd) -> String?
  /// Whether the sink shows something of each team that is followed by name, and nothing if none is.
  var showsFollowedTeams: Bool { get }
  /// The settings for a demo or a replay, which leave alone what the sink of a running daemon shows.
  var forSimulation: any SinkKind { get }
  /// The questions of `livegamed setup`.
  static var setup: SinkSetup { get }

  /// Returns the settings after the last file was read. Returns nil if a value is missing or was rejected; the reader
  /// then has a fault that says so.
  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self?
}

/// The end of a test message.
enum TestMessageEnd {
  case accepted
  /// The receiver did not accept it, or could not be reached.
  case notAccepted
  /// It was never sent: the program does not exist, or may not be run.
  case notSent
}

extension SinkKind {
  static var hasURL: Bool { true }
  static var scheme: SinkScheme { .web }
  static var keys: [any SinkKeyReading] { [] }
  func testNote(after end: TestMessageEnd) -> String? { nil }
  var showsFollowedTeams: Bool { false }
  var forSimulation: any SinkKind { self }

  /// Returns true if a sink of this kind may have the key.
  static func has(_ key: String) -> Bool {
    switch CommonSinkKey(rawValue: key) {
    case .url: hasURL
    case .allowHTTP, .allowPrivate: hasURL && scheme == .web
    case .format, .spoilerFree: audience == .people
    case .some: true
    case nil: keys.contains { $0.name == key }
    }
  }

  fileprivate func isEqual(to other: any SinkKind) -> Bool { other as? Self == self }
}

/// A kind of sink whose settings are not read, because they need secrets.
struct UnreadKind<Kind: SinkKind>: SinkKind {
  static var name: String { Kind.name }
  static var audience: SinkAudience { Kind.audience }
  static var hasURL: Bool { Kind.hasURL }
  static var scheme: SinkScheme { Kind.scheme }
  static var requiredKeys: [RequiredSinkKey] { Kind.requiredKeys }
  static var setup: SinkSetup { Kind.setup }

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? { nil }
}

/// The readers of a sink's messages.
enum SinkAudience: Sendable {
  /// A program: gets each revision as an event of its own.
  case program
  /// People: get the current state and one message per correction, and a notice when another sink is disabled.
  case people
}

/// A key that an entry of `sinks` must have, with an example value for the error message.
struct RequiredSinkKey: Sendable {
  var name: String
  var example: String

  init(_ name: String, example: String) { (self.name, self.example) = (name, example) }
}

/// A key in an entry of `sinks` that only some kinds have.
struct SinkKey<Value: Sendable>: SinkKeyReading {
  let name: String
  private let read: @Sendable (inout ConfigReader, ConfigNode) -> Value?

  /// Creates a key. `read` returns nil after reporting what is wrong with the value.
  init(_ name: String, _ read: @escaping @Sendable (inout ConfigReader, ConfigNode) -> Value?) {
    (self.name, self.read) = (name, read)
  }

  func value(of node: ConfigNode, with reader: inout ConfigReader) -> (any Sendable)? { read(&reader, node) }
}

/// A `SinkKey` with any type of value.
protocol SinkKeyReading: Sendable {
  var name: String { get }

  /// Reads a value of this key in any entry, whatever its type: the type may follow in a later file.
  func value(of node: ConfigNode, with reader: inout ConfigReader) -> (any Sendable)?
}

/// Keys that several kinds share.
extension SinkKey where Value == Secret {
  static var token: Self { SinkKey<Secret>("token") { $0.token($1) } }
  static var topic: Self { SinkKey<Secret>("topic") { $0.secret($1) } }
}

extension SinkKey where Value == String {
  static var threadID: Self { SinkKey<String>("thread_id") { $0.threadID($1) } }
}

extension SinkKey where Value == Bool {
  static var threads: Self { SinkKey<Bool>("threads") { $0.flag($1) } }
}

/// The settings of a kind, comparable with those of another kind.
struct AnySinkKind: Sendable, Equatable {
  var value: any SinkKind

  static func == (left: Self, right: Self) -> Bool { left.value.isEqual(to: right.value) }
}
