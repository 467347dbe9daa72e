internal import LiveModel

/// The settings of a room on a Matrix homeserver.
struct MatrixSettings: BuildableSinkKind {
  static let name = "matrix"
  static let audience = SinkAudience.people
  static let requiredKeys = [
    RequiredSinkKey("url", example: #""https://matrix.example.org""#),
    RequiredSinkKey("token", example: #""${credential:matrix-token}""#),
    RequiredSinkKey("room", example: #""!abcdef:example.org""#),
  ]
  static let keys: [any SinkKeyReading] = [SinkKey.token, roomKey, SinkKey.threads]

  static let setup = SinkSetup(
    title: "Matrix", sinkName: "family-matrix",
    questions: [
      SinkQuestion(
        "url", "Homeserver", help: "The address at which it answers clients, such as https://matrix.example.org."),
      SinkQuestion(
        "token", "Access token",
        help: """
          Log in with a client as a user of its own for livegamed, and do not log out. In Element: All settings, Help & \
          About, Access Token.
          """,
        isSecret: true),
      SinkQuestion(
        "room", "Room id",
        help: "In the advanced settings of the room: '!' and letters. The room must not be encrypted; invite the user."),
    ])

  private static let roomKey = SinkKey<String>("room") { $0.room($1) }

  /// The access token of a user who has joined the room.
  var token: Secret
  /// The id of the room: `!` and up to 254 more characters.
  var room: String
  /// Whether the messages of a game are a thread below its first one.
  var threads = false

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    reader.finishServer(of: &draft)
    guard let token = draft[.token], let room = draft[roomKey] else { return nil }
    return Self(token: token, room: room, threads: draft[.threads] ?? false)
  }

  var receiver: SinkReceiver { SinkReceiver(token: token, channel: room) }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    MatrixSink(name: parts.name, endpoint: parts.endpoint, settings: self, wording: parts.wording)
  }
}

extension ConfigReader {
  /// Reads the id of a room. An alias is rejected, because it can move to another room.
  ///
  /// - Source: Matrix specification, appendices, "Room IDs": at most 255 bytes, and no colon in new rooms.
  fileprivate mutating func room(_ node: ConfigNode) -> String? {
    if node.kind == .nothing { return refuse(node, takes: "text", hint: "put it in quotes, for '!' begins a tag") }
    guard let text = text(node) else { return nil }
    guard text.hasPrefix("!"), (2...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      refuse(
        .configBadValue, "'room' takes the id of a room, which begins with '!'", at: node.place,
        hint: "copy it from the advanced settings of the room, as in '\"!abcdef:example.org\"'")
      return nil
    }
    return text
  }
}
