import Foundation
import LiveOdds

/// The runs of the first five innings of the held-out games, beside the model's chances.
struct FirstFiveTrial {
  /// The mean of minus the logarithm of the chance of what happened, for each side.
  let logLoss: Double
  /// The home team's chance before the game, by Retrosheet's name of the game.
  let homeChances: [String: Double]
  private let constantLogLoss: Double
  private let sides: [String: [Side]]
  private let rows: Int
  /// The largest difference between our mean and that of the file.
  private let difference: Double

  private struct Side {
    var isHome: Bool
    var runs: Int
    var expected: RunDistribution
  }

  init(heldOut table: Table) throws {
    var (sides, difference, loss) = ([String: [Side]](), 0.0, 0.0)
    let mean = table.rows.reduce(0) { $0 + table.number("r5", of: $1) } / Double(table.rows.count)
    let constant = FirstFiveModel.heldOut.distribution(mean: mean)
    var constantLoss = 0.0
    for row in table.rows {
      var factors = FirstFiveFactors(
        leagueMean: table.number("env", of: row), batsAtHome: table.count("home_bats", of: row) == 1)
      (factors.strikeouts, factors.walks) = (table.number("k", of: row), table.number("bb", of: row))
      (factors.homeRuns, factors.hitsInPlay) = (table.number("hr", of: row), table.number("bip", of: row))
      (factors.battersFaced, factors.experience) = (table.number("dur", of: row), table.number("exp", of: row))
      (factors.lineup, factors.oppositeHand) = (table.number("lineup", of: row), table.number("platoon", of: row))
      factors.park = table.number("park", of: row)
      factors.temperature = 72 + 10 * table.number("temp", of: row)
      factors.windOut = table.number("wind_out", of: row)
      let expected = FirstFiveModel.heldOut.runs(factors)
      let runs = table.count("r5", of: row)
      difference = max(difference, abs(expected.mean - table.number("mu", of: row)))
      loss -= log(expected.chance(of: runs))
      constantLoss -= log(constant.chance(of: runs))
      sides[table.text("game", of: row), default: []].append(
        Side(isHome: factors.batsAtHome, runs: runs, expected: expected))
    }
    (self.sides, self.difference, rows) = (sides, difference, table.rows.count)
    (logLoss, constantLogLoss) = (loss / Double(rows), constantLoss / Double(rows))
    homeChances = sides.compactMapValues { sides in
      guard let home = sides.first(where: \.isHome), let away = sides.first(where: { !$0.isHome }) else { return nil }
      return FirstFiveModel.homeChance(home: home.expected, away: away.expected)
    }
  }

  func say() {
    print("Runs in the first five innings, \(rows) sides of 2018 and 2019\n")
    print("log-loss of the model \(logLoss.text(4)), of a constant \(constantLogLoss.text(4))")
    print("largest difference from the means of the file: \(difference.text(4))\n")
  }

  /// Compares totals with the seed's formula, in the games for which it can be computed.
  func seedTrial(_ table: Table) -> SeedTrial {
    var seeds: [String: [Double]] = [:]
    for row in table.rows {
      let value = table.number("seed", of: row)
      if !value.isNaN { seeds[table.text("game", of: row), default: []].append(value) }
    }
    var trial = SeedTrial()
    for (game, sides) in sides where sides.count == 2 && seeds[game]?.count == 2 {
      let total = sides[0].runs + sides[1].runs
      trial.count(
        total, model: Self.best(sides[0].expected, sides[1].expected), seed: Int((seeds[game] ?? []).reduce(0, +)))
    }
    return trial
  }

  /// Returns the total that is most often right within one run.
  private static func best(_ one: RunDistribution, _ other: RunDistribution) -> Int {
    let chances = (0...40).map { total in
      (0...total).reduce(0) { $0 + one.chance(of: $1) * other.chance(of: total - $1) }
    }
    return (1..<40).max { left, right in
      chances[(left - 1)...(left + 1)].reduce(0, +) < chances[(right - 1)...(right + 1)].reduce(0, +)
    } ?? 3
  }
}

/// Totals of the first five innings within one run, by the model and by the formula of the first product.
struct SeedTrial {
  private var (games, model, seed, three) = (0, 0, 0, 0)

  var modelShare: Double { Double(model) / Double(games) }

  mutating func count(_ total: Int, model: Int, seed: Int) {
    games += 1
    if abs(total - model) <= 1 { self.model += 1 }
    if abs(total - seed) <= 1 { self.seed += 1 }
    if abs(total - 3) <= 1 { three += 1 }
  }

  func say() {
    print("Game totals within one run, in the \(games) games for which the seed's formula can be computed:")
    print("model \(modelShare.text(3)), formula \((Double(seed) / Double(games)).text(3)), always 3 ", terminator: "")
    print((Double(three) / Double(games)).text(3) + "\n")
  }
}
