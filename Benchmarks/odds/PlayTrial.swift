import LiveOdds

/// The win expectancy before each play of the held-out games, beside the results. Plays are counted by state.
struct PlayTrial {
  let brier: Double
  let meanLeverage: Double
  private let deciles: [(plays: Double, expected: Double, won: Double)]

  init(counts table: Table) throws {
    let odds = WinExpectancy(WinExpectancy.Rules(hasAutomaticRunner: false))
    var (all, errors, leverage) = (0.0, 0.0, 0.0)
    var deciles = Array(repeating: (plays: 0.0, expected: 0.0, won: 0.0), count: 10)
    for row in table.rows {
      let moment = GameState(
        inning: table.count("inning", of: row), isTop: table.count("half", of: row) == 0,
        state: BaseOutState(
          outs: table.count("outs", of: row), bases: BaseOutState.Bases(rawValue: table.count("bases", of: row))),
        lead: table.count("diff", of: row))
      let (plays, won) = (table.number("plays", of: row), table.number("home_wins", of: row))
      let chance = odds.home(moment)
      all += plays
      errors += won * (1 - chance) * (1 - chance) + (plays - won) * chance * chance
      leverage += plays * odds.leverage(moment)
      let decile = min(Int(chance * 10), 9)
      deciles[decile].plays += plays
      deciles[decile].expected += plays * chance
      deciles[decile].won += won
    }
    (brier, meanLeverage, self.deciles) = (errors / all, leverage / all, deciles)
  }

  func say() {
    print("Win expectancy on the plays of 2018 and 2019\n")
    print("| chance | plays | expected | won |\n|---|---|---|---|")
    for (number, decile) in deciles.enumerated() {
      let name = "\(number * 10) to \(number * 10 + 10) %"
      let (expected, won) = (decile.expected / decile.plays, decile.won / decile.plays)
      print("| \(name) | \(Int(decile.plays)) | \(expected.text(3)) | \(won.text(3)) |")
    }
    print("\nBrier score \(brier.text(5)), mean leverage \(meanLeverage.text(3))\n")
  }
}
