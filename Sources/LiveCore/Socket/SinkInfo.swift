/// What the socket says of a sink that the daemon serves, without its secrets.
struct SinkInfo: Equatable, Sendable {
  var name: String
  /// `webhook`
  var kind: String
  /// How long a dead letter is tried again.
  var expires: Duration
  /// How long a fact waits there after it was logged.
  var lag = Duration.zero
}

extension SinkInfo {
  init(_ settings: SinkSettings, lag: Duration) {
    self.init(name: settings.name, kind: settings.kind.rawValue, expires: settings.expires, lag: lag)
  }
}
