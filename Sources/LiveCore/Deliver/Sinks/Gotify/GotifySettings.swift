internal import LiveModel

/// The settings of an application of a Gotify server.
struct GotifySettings: BuildableSinkKind {
  static let name = "gotify"
  static let audience = SinkAudience.people
  static let requiredKeys = [
    RequiredSinkKey("url", example: #""https://gotify.example.org""#),
    RequiredSinkKey("token", example: #""${credential:gotify-token}""#),
  ]
  static let keys: [any SinkKeyReading] = [SinkKey.token]

  static let setup = SinkSetup(
    title: "Gotify", sinkName: "my-gotify",
    questions: [
      SinkQuestion("url", "Server", help: "The address of your Gotify server, such as https://gotify.example.org."),
      SinkQuestion(
        "token", "Token of an application", help: "In Gotify's web page: Apps, Create Application, show the token.",
        isSecret: true),
    ])

  /// The token of the application.
  var token: Secret

  static func read(_ draft: inout SinkDraft, with reader: inout ConfigReader) -> Self? {
    reader.finishServer(of: &draft)
    return draft[.token].map(Self.init)
  }

  var receiver: SinkReceiver { SinkReceiver(token: token) }

  func sink(with parts: SinkParts) throws(Fault) -> any Sink {
    try GotifySink(name: parts.name, endpoint: parts.endpoint, token: token, wording: parts.wording)
  }
}
