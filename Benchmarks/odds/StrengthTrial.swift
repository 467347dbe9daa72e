import LiveOdds

/// What the strength of the teams adds: measured at the beginnings of half-innings, because only those are known game by
/// game.
struct StrengthTrial {
  /// By how much the Brier score falls with the strength.
  let gain: Double
  private let (halves, without): (Int, Double)

  init(games table: Table, pregame: [String: Double]) throws {
    let odds = WinExpectancy(WinExpectancy.Rules(hasAutomaticRunner: false))
    var (count, errors, errorsWithStrength) = (0, 0.0, 0.0)
    for row in table.rows {
      guard let chance = pregame[table.text("game", of: row)] else { continue }
      let result = table.count("home_runs", of: row) > table.count("vis_runs", of: row) ? 1.0 : 0.0
      for moment in Self.moments(away: table.text("vis_line", of: row), home: table.text("home_line", of: row)) {
        let (plain, strong) = (odds.home(moment), odds.home(moment, pregame: chance))
        count += 1
        errors += (result - plain) * (result - plain)
        errorsWithStrength += (result - strong) * (result - strong)
      }
    }
    (halves, without) = (count, errors / Double(count))
    gain = (errors - errorsWithStrength) / Double(count)
  }

  /// Returns the beginnings of the half-innings of a line score such as `0203(10)0` and `01001331x`.
  private static func moments(away: String, home: String) -> [GameState] {
    let (away, home) = (runs(in: away), runs(in: home))
    var (moments, lead) = ([GameState](), 0)
    for inning in away.indices {
      for isTop in [true, false] {
        guard let runs = isTop ? away[inning] : inning < home.count ? home[inning] : nil else { continue }
        moments.append(GameState(inning: inning + 1, isTop: isTop, lead: lead))
        lead += isTop ? -runs : runs
      }
    }
    return moments
  }

  /// Returns the runs of each inning; nil for one that was not played.
  private static func runs(in line: String) -> [Int?] {
    var (runs, rest) = ([Int?](), line[...])
    while let first = rest.popFirst() {
      if first == "(" {
        let digits = rest.prefix { $0 != ")" }
        runs.append(Int(digits))
        rest = rest.dropFirst(digits.count + 1)
      } else {
        runs.append(Int(String(first)))
      }
    }
    return runs
  }

  func say() {
    print("With the strength of the teams, at the beginnings of \(halves) half-innings of 2018 and 2019:")
    print("Brier score \(without.text(5)) without, \((without - gain).text(5)) with it\n")
  }
}
