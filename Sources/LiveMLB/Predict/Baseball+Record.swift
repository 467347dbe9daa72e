package import LiveModel
internal import LiveOdds

/// The record of the predictions.
extension Baseball {
  /// The mean runs of a team in the first five innings, and the home team's share of wins, of 2010 to 2016: what a
  /// prediction without any knowledge says.
  private static let constant = (runs: 2.45, homeWin: 0.533)
  /// Bounds of the bins, in runs and in chances.
  private static let bounds = (runs: [2.0, 2.5, 3.0], chances: [0.4, 0.5, 0.6])

  package func record(of outcomes: [Event], season: Int?) -> PredictionRecord? {
    let dated = outcomes.filter { event in
      season.map { event.data.game.date.hasPrefix("\($0)-") } ?? true
    }
    let games = dated.compactMap { event in event.data.prediction.map { (event.data.game.date, $0) } }
      .filter { $0.1.away.runs != nil && $0.1.home.runs != nil }
    return PredictionRecord(
      league: id, season: season, from: games.map(\.0).min(), through: games.map(\.0).max(), games: games.count,
      sides: Self.sides(games.map(\.1)), winner: Self.winner(games.map(\.1)))
  }

  private static func sides(_ games: [BaseballPrediction]) -> PredictionRecord.Sides {
    let rows = games.flatMap { game in [(game.away, game.leagueMean), (game.home, game.leagueMean)] }
      .map { side, mean in (side: side, runs: side.runs ?? 0, leagueMean: mean) }
    var sides = PredictionRecord.Sides()
    sides.count = rows.count
    guard !rows.isEmpty else { return sides }
    let constant = FirstFiveModel.current.distribution(mean: constant.runs)
    let model = rows.map { LogLoss.of($0.side.chance(of: $0.runs)) }
    let plain = rows.map { LogLoss.of(chance(of: $0.runs, constant)) }
    (sides.logLoss, sides.constant) = (rounded(mean(model)), rounded(mean(plain)))
    sides.leagueMean = rounded(
      mean(rows.map { LogLoss.of(chance(of: $0.runs, FirstFiveModel.current.distribution(mean: $0.leagueMean))) }))
    sides.error = error(of: zip(plain, model).map { $0 - $1 }).map(rounded)
    sides.withinOne = rounded(mean(rows.map { abs($0.side.bestNumber - $0.runs) <= 1 ? 1 : 0 }))
    sides.withinOneOfOne = rounded(mean(rows.map { abs(1 - $0.runs) <= 1 ? 1 : 0 }))
    sides.bins = bins(rows.map { ($0.side.mean, Double($0.runs)) }, bounds.runs)
    return sides
  }

  private static func winner(_ games: [BaseballPrediction]) -> PredictionRecord.Winner {
    let rows = games.compactMap { game in game.winner.map { (chance: game.homeWin, isHome: $0 == .home) } }
    var winner = PredictionRecord.Winner()
    winner.count = rows.count
    guard !rows.isEmpty else { return winner }
    let model = rows.map { LogLoss.of($0.isHome ? $0.chance : 1 - $0.chance) }
    let plain = rows.map { LogLoss.of($0.isHome ? constant.homeWin : 1 - constant.homeWin) }
    (winner.logLoss, winner.constant) = (rounded(mean(model)), rounded(mean(plain)))
    winner.error = error(of: zip(plain, model).map { $0 - $1 }).map(rounded)
    winner.bins = bins(rows.map { ($0.chance, $0.isHome ? 1 : 0) }, bounds.chances)
    return winner
  }

  /// Returns the chance that a distribution gives to a number of runs, of which 10 stands for 10 or more, as in a
  /// prediction.
  private static func chance(of runs: Int, _ distribution: RunDistribution) -> Double {
    runs < 10 ? distribution.chance(of: runs) : 1 - distribution.chance(ofAtMost: 9)
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(values.count, 1)) }

  /// Returns the standard error of the mean; nil for fewer than two values.
  private static func error(of values: [Double]) -> Double? {
    guard values.count > 1 else { return nil }
    let mean = mean(values)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1) / Double(values.count)).squareRoot()
  }

  /// Returns the bins that have a value, from the lowest.
  private static func bins(
    _ values: [(expected: Double, actual: Double)], _ bounds: [Double]
  ) -> [PredictionRecord.Bin] {
    (0...bounds.count).compactMap { place in
      let own = values.filter { value in bounds.count { $0 <= value.expected } == place }
      guard !own.isEmpty else { return nil }
      return PredictionRecord.Bin(
        count: own.count, expected: rounded(mean(own.map(\.expected))), actual: rounded(mean(own.map(\.actual))))
    }
  }

  private static func rounded(_ value: Double) -> Double { value.rounded(toSteps: 10_000) }
}

extension BaseballPrediction.Forecast {
  /// The whole number that the runs are most often within one of.
  fileprivate var bestNumber: Int {
    func share(_ number: Int) -> Double {
      (number - 1...number + 1).reduce(0) { $0 + (chances.indices.contains($1) ? chances[$1] : 0) }
    }
    return (1..<Self.count).max { share($0) < share($1) } ?? 1
  }
}
