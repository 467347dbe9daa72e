/// How good the predictions of a league were, over the games whose outcome is known.
package struct PredictionRecord: Equatable, Codable, Sendable {
  package var league: LeagueID
  /// The season of the games; nil for all.
  package var season: Int?
  /// The first and the last official date; nil without games.
  package var from: String?
  package var through: String?
  package var games: Int
  /// The runs of each side: two for each game.
  package var sides: Sides
  /// The winner.
  package var winner: Winner

  package struct Sides: Equatable, Codable, Sendable {
    package var count: Int
    /// The mean log-loss of the predictions; lower is better. Nil without games, as are all others.
    package var logLoss: Double?
    /// That of one distribution for all sides.
    package var constant: Double?
    /// That of the league's mean at the time, for all sides of a day.
    package var leagueMean: Double?
    /// The standard error of the difference between the log-losses of the predictions and of the constant.
    package var error: Double?
    /// The share within one run of the prediction's best whole number.
    package var withinOne: Double?
    /// The share within one run of 1.
    package var withinOneOfOne: Double?
    package var bins: [Bin]
  }

  package struct Winner: Equatable, Codable, Sendable {
    /// Games with a winner.
    package var count: Int
    package var logLoss: Double?
    /// That of the usual chance of a home team.
    package var constant: Double?
    package var error: Double?
    package var bins: [Bin]
  }

  /// Predictions of a similar value.
  package struct Bin: Equatable, Codable, Sendable {
    package var count: Int
    /// The mean prediction: runs, or the chance of the home team.
    package var expected: Double
    /// The mean outcome: runs, or the share of games that the home team won.
    package var actual: Double

    package init(count: Int, expected: Double, actual: Double) {
      (self.count, self.expected, self.actual) = (count, expected, actual)
    }
  }

  package init(
    league: LeagueID, season: Int?, from: String?, through: String?, games: Int, sides: Sides, winner: Winner
  ) {
    (self.league, self.season, self.from, self.through) = (league, season, from, through)
    (self.games, self.sides, self.winner) = (games, sides, winner)
  }

  private enum CodingKeys: String, CodingKey { case league, season, from, through, games, sides, winner }
}

extension PredictionRecord.Sides {
  private enum CodingKeys: String, CodingKey {
    case count, constant, error, bins
    case logLoss = "log_loss"
    case leagueMean = "league_mean"
    case withinOne = "within_one"
    case withinOneOfOne = "within_one_of_one"
  }

  /// Sides of no game.
  package init() { (count, bins) = (0, []) }

  /// Whether the difference from the constant is clear: at least twice its standard error.
  package var isClear: Bool { PredictionRecord.isClear(logLoss, constant, error) }
}

extension PredictionRecord.Winner {
  private enum CodingKeys: String, CodingKey {
    case count, constant, error, bins
    case logLoss = "log_loss"
  }

  /// The winners of no game.
  package init() { (count, bins) = (0, []) }

  /// Whether the difference from the constant is clear: at least twice its standard error.
  package var isClear: Bool { PredictionRecord.isClear(logLoss, constant, error) }
}

extension PredictionRecord {
  fileprivate static func isClear(_ loss: Double?, _ constant: Double?, _ error: Double?) -> Bool {
    guard let loss, let constant, let error, error > 0 else { return false }
    return (constant - loss).magnitude >= 2 * error
  }
}
