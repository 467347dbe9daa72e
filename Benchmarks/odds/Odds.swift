import Foundation
import LiveOdds

/// `odds FOLDER`: judges the models on games that they were not fitted on, and prints the tables of docs/odds.md.
///
/// The folder has the files of ../shared/data/predict, unpacked. `make odds` runs it.
@main struct Odds {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: odds FOLDER")
      exit(64)
    }
    let folder = CommandLine.arguments[1]
    let plays = try PlayTrial(counts: Table("\(folder)/we_counts_2018_2019.csv"))
    let runs = try FirstFiveTrial(heldOut: Table("\(folder)/heldout_2018_2019.csv"))
    let strength = try StrengthTrial(games: Table("\(folder)/games_2010_2024.csv"), pregame: runs.homeChances)
    let seed = runs.seedTrial(try Table("\(folder)/features_2010_2020.csv"))
    plays.say()
    strength.say()
    runs.say()
    seed.say()
    let figures: [(String, Double, Int)] = [
      ("we_brier", plays.brier, 5), ("we_brier_strength", plays.brier - strength.gain, 5),
      ("f5_logloss", runs.logLoss, 4),
      ("f5_total_within_1", seed.modelShare, 3), ("mean_leverage", plays.meanLeverage, 3),
    ]
    print("odds " + figures.map { "\($0.0)=\($0.1.text($0.2))" }.joined(separator: " "))
  }
}

extension Double {
  /// Returns the number with so many digits behind the point.
  func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
