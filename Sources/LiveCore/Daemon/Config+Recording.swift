package import LiveModel

extension Config {
  /// Returns the configuration for a recording: the same source, polls and followed games, with a state and a socket of
  /// its own, and no sinks.
  ///
  /// - Parameters:
  ///   - folder: The folder for the log, and for the socket `livegamed.sock`.
  ///   - followsAll: Whether all games are followed, because the recorded ones are chosen by number.
  /// - Returns: A configuration that shares nothing with a running daemon.
  package func forRecording(in folder: String, followsAll: Bool) -> Config {
    var config = withOwnState(in: folder)
    (config.sinks, config.routes) = ([], [])
    if followsAll { config.follow = Follow() }
    return config
  }

  /// Returns the configuration for a replay: no game is polled, and only one sink gets messages, at once, without delay
  /// and quiet hours. All games are followed.
  ///
  /// - Parameters:
  ///   - folder: The folder for the log, and for the socket `livegamed.sock`.
  ///   - sink: The sink that gets messages; nil for none.
  /// - Returns: A configuration that shares nothing with a running daemon.
  /// - Throws: `sink.unknown` if there is no such sink.
  package func forReplay(in folder: String, to sink: String?) throws(Fault) -> Config {
    // Nothing listens on port 9, which only a question for another game would be sent to.
    var config = try withOwnState(in: folder).forDemo(source: "http://127.0.0.1:9", folder: folder, to: sink)
    config.follow = Follow()
    if sink == nil { (config.sinks, config.routes) = ([], []) }
    return config
  }

  /// Returns the configuration with a state and a socket of its own, and a log that holds every play of a game.
  private func withOwnState(in folder: String) -> Config {
    var config = self
    (config.stateDirectory, config.journal.events, config.metrics) = (folder, false, MetricsSettings())
    config.socket = SocketSettings(path: "\(folder)/livegamed.sock")
    config.catchUp = .all
    (config.web, config.cluster) = (nil, nil)
    return config
  }
}
