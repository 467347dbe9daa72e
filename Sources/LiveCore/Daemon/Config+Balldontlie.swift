internal import LiveNBA

extension Config {
  /// The service that lists the NBA's players, for `NBATeamsAndPlayers`.
  var balldontlie: Balldontlie {
    Balldontlie(baseURL: nba.numbers.baseURL, key: nba.numbers.key, requestsPerMinute: nba.numbers.requestsPerMinute)
  }
}
