/// Statistics of the seasons of a career. They are drawn from the player's skill, and agree with the results of his
/// club: every win and loss is one pitcher's.
extension LeagueMember {
  /// Returns the statistics of a season; nil before the debut, and for a group in which he never plays.
  func line(_ group: StatLine.Group, of season: Int, _ record: SeasonTable.Record) -> StatLine? {
    guard season >= debut, isPitcher ? group != .hitting : group != .pitching else { return nil }
    // All groups of a season begin with the same draws, and so agree about the games.
    var dice = SplitMix64(seed: UInt64(player.id) &* 0x9E37_79B9 ^ UInt64(season) << 32)
    let games = games(record, &dice)
    switch group {
    case .hitting: return hitting(games, &dice)
    case .pitching: return pitching(games, record, &dice)
    case .fielding:
      let outs = isPitcher ? pitching(games, record, &dice)["outs"] : games * (isRegular ? 25 : 12)
      return fielding(games, outs: outs, &dice)
    }
  }

  private func games(_ record: SeasonTable.Record, _ dice: inout SplitMix64) -> Int {
    let all = record.wins + record.losses
    if isPitcher { return isRegular ? starts(of: all) : all / 3 }
    return Int(Double(all) * (isRegular ? dice.seconds(in: 0.8...0.98) : dice.seconds(in: 0.2...0.5)))
  }

  /// The games of the club that he starts as a pitcher, of five in turn.
  private func starts(of games: Int) -> Int { isRegular ? (games - place + 4) / 5 : 0 }

  private func hitting(_ games: Int, _ dice: inout SplitMix64) -> StatLine {
    var line = StatLine(.hitting)
    func share(_ count: Int, _ least: Double, _ most: Double) -> Int {
      Int((Double(count) * (least + (most - least) * skill) * dice.seconds(in: 0.9...1.1)).rounded())
    }
    line["gamesPlayed"] = games
    line["plateAppearances"] = games * (isRegular ? 4 : 2) + games / 4
    let chances = line["plateAppearances"]
    line["baseOnBalls"] = share(chances, 0.05, 0.14)
    line["hitByPitch"] = share(chances, 0.01, 0.01)
    line["sacFlies"] = share(chances, 0.007, 0.007)
    line["atBats"] = chances - line["baseOnBalls"] - line["hitByPitch"] - line["sacFlies"]
    line["hits"] = share(line["atBats"], 0.2, 0.31)
    line["homeRuns"] = share(line["hits"], 0.04, 0.25)
    line["doubles"] = share(line["hits"], 0.19, 0.21)
    line["triples"] = share(line["hits"], 0.02, 0.01)
    line["strikeOuts"] = share(line["atBats"] - line["hits"], 0.4, 0.25)
    line["stolenBases"] = share(games, 0.02, 0.12)
    line["totalBases"] = line["hits"] + line["doubles"] + 2 * line["triples"] + 3 * line["homeRuns"]
    line["runs"] = line["homeRuns"] + share(line["hits"] + line["baseOnBalls"], 0.22, 0.3)
    line["rbi"] = line["homeRuns"] + share(line["hits"] + line["homeRuns"], 0.35, 0.45)
    return line
  }

  private func pitching(_ games: Int, _ record: SeasonTable.Record, _ dice: inout SplitMix64) -> StatLine {
    var line = StatLine(.pitching)
    (line["gamesPlayed"], line["gamesPitched"]) = (games, games)
    line["gamesStarted"] = starts(of: record.wins + record.losses)
    // The starting pitchers have the results in turn, and the last reliever the saves.
    if isRegular {
      (line["wins"], line["losses"]) = ((record.wins - place + 4) / 5, (record.losses - place + 4) / 5)
    } else if place == 9 {
      line["saves"] = record.wins * 2 / 5
    }
    func share(_ count: Int, _ least: Double, _ most: Double) -> Int {
      Int((Double(count) * (least + (most - least) * skill) * dice.seconds(in: 0.9...1.1)).rounded())
    }
    line["outs"] = isRegular ? share(games, 15, 18) : share(games, 3, 3)
    let outs = line["outs"]
    line["hits"] = share(outs, 0.38, 0.25)
    line["baseOnBalls"] = share(outs, 0.15, 0.06)
    line["hitByPitch"] = share(outs, 0.015, 0.01)
    line["sacFlies"] = share(outs, 0.01, 0.008)
    line["homeRuns"] = share(line["hits"], 0.15, 0.12)
    line["strikeOuts"] = share(outs, 0.24, 0.4)
    line["earnedRuns"] = share(line["hits"] + line["baseOnBalls"], 0.42, 0.28)
    line["runs"] = line["earnedRuns"] + line["earnedRuns"] / 12
    line["atBats"] = outs + line["hits"] - line["sacFlies"]
    line["battersFaced"] = line["atBats"] + line["baseOnBalls"] + line["hitByPitch"] + line["sacFlies"]
    line["totalBases"] = line["hits"] + line["hits"] / 4 + 3 * line["homeRuns"]
    return line
  }

  private func fielding(_ games: Int, outs: Int, _ dice: inout SplitMix64) -> StatLine? {
    guard position != .designatedHitter else { return nil }
    var line = StatLine(.fielding)
    (line["gamesPlayed"], line["games"], line["gamesStarted"]) = (games, games, isRegular ? games : games / 3)
    line["outs"] = outs
    let chances = line["outs"] / (position == .firstBase || position == .catcher ? 3 : 9)
    line["assists"] =
      [.secondBase, .thirdBase, .shortstop, .pitcher].contains(position) ? chances * 3 / 5 : chances / 12
    line["putOuts"] = chances - line["assists"]
    line["errors"] = Int(Double(chances) * dice.seconds(in: 0.005...0.025))
    line["doublePlays"] = [.firstBase, .secondBase, .shortstop].contains(position) ? games / 2 : games / 30
    return line
  }
}
