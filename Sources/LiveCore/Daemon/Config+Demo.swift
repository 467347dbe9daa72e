public import LiveModel
internal import LiveNBA

extension Config {
  /// The most messages a minute to people in a demo: fewer than every chat service allows.
  private static let demoMessages = 20

  /// Returns the configuration for a demo on simulated games: the same games, routes and sinks, with the source, the
  /// state and the socket of the demo, and no output to the journal, no metrics and no web page. Messages are sent at
  /// once, as by `sink test`, without delay and quiet hours, and at most 20 a minute to a sink for people.
  ///
  /// - Parameters:
  ///   - league: The league of the games, such as `mlb`. No other one has games.
  ///   - source: The base URL of the simulator.
  ///   - folder: The folder for the log, and for the socket `livegamed.sock`.
  ///   - sink: The only sink that gets messages; nil for all sinks.
  /// - Returns: A configuration that shares nothing with a running daemon.
  /// - Throws: `sink.unknown` if there is no such sink.
  public func forDemo(
    of league: String = "mlb", source: String, folder: String, to sink: String? = nil
  ) throws(Fault) -> Config {
    var config = self
    if let sink {
      _ = try settings(ofSink: sink)
      config.sinks.removeAll { $0.name != sink }
      for index in config.routes.indices { config.routes[index].sinks.removeAll { $0 != sink } }
    }
    for index in config.sinks.indices {
      config.sinks[index].delay = .zero
      config.sinks[index].quietHours = nil
      config.sinks[index].kind = config.sinks[index].kind.forSimulation
      guard config.sinks[index].audience == .people else { continue }
      config.sinks[index].maxPerMinute = min(config.sinks[index].maxPerMinute ?? Self.demoMessages, Self.demoMessages)
    }
    // No simulated game has these players.
    config.follow.players = []
    (config.mlb.enabled, config.mlb.baseURL) = (league != LeagueID.nba.rawValue, source)
    (config.nba.enabled, config.nba.baseURL) = (!config.mlb.enabled, source)
    config.poll.bounds = PollBounds(liveMin: .milliseconds(200), liveMax: .milliseconds(500), idleMax: .seconds(1))
    config.poll.requestsPerSecond = 50
    (config.stateDirectory, config.journal.events, config.metrics) = (folder, false, MetricsSettings())
    config.socket = SocketSettings(path: "\(folder)/livegamed.sock")
    (config.web, config.cluster) = (nil, nil)
    return config
  }

  /// Returns the abbreviations of a league's teams that the configuration names, those of `follow` first, each once.
  public func namedTeams(of league: String) -> [String] {
    let named = follow.teams + routes.map(\.conditions).flatMap { $0.teams + $0.batting + $0.pitching }
    return named.compactMap { Leagues.known.club(named: $0) }.filter { $0.league.rawValue == league }
      .reduce(into: []) { teams, team in
        if !teams.contains(team.club.abbreviation) { teams.append(team.club.abbreviation) }
      }
  }

  /// Returns the settings of a sink. Throws `sink.unknown`.
  func settings(ofSink name: String) throws(Fault) -> SinkSettings {
    if let settings = sinks.first(where: { $0.name == name }) { return settings }
    let names = sinks.map(\.name)
    let known = names.isEmpty ? "the configuration has none" : "there are \(names.joined(separator: ", "))"
    throw Fault(
      .sinkUnknown, "there is no sink \(quoted(name)) in the configuration",
      hint: Suggestion.hint(name, among: names, otherwise: known))
  }
}
