internal import LiveNBA

extension Config {
  /// The service that lists the NBA's players, for `NBATeamsAndPlayers`.
  var balldontlie: Balldontlie {
    Balldontlie(baseURL: numbers.baseURL, key: numbers.key, requestsPerMinute: numbers.requestsPerMinute)
  }
}
