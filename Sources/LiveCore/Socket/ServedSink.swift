/// What the socket says of a sink that the daemon serves, without its secrets.
struct ServedSink: Equatable, Sendable {
  var name: String
  /// `webhook`
  var kind: String
  /// How long a dead letter is tried again.
  var expires: Duration
}

extension ServedSink {
  init(_ settings: SinkSettings) {
    self.init(name: settings.name, kind: settings.kind.rawValue, expires: settings.expires)
  }
}
