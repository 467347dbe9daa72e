extension NBAGameLines.Line {
  private static func share(_ made: Int, _ attempted: Int) -> JSON {
    .decimal(attempted == 0 ? 0 : Double(made) / Double(attempted))
  }

  /// `PT24M59.00S`.
  fileprivate var minutes: String { NBAAction.clockText(tenths / 10 * 10) }
  /// `PT25M`.
  fileprivate var calculatedMinutes: String { "PT\(NBAAction.twoDigits((tenths + 300) / 600))M" }

  private var fieldGoals: (made: Int, attempted: Int) {
    (made.two + made.three, attempted.two + attempted.three)
  }

  /// The counters of shots, which players and sides have.
  fileprivate var shots: [(String, JSON)] {
    [
      ("fieldGoalsAttempted", .number(fieldGoals.attempted)), ("fieldGoalsMade", .number(fieldGoals.made)),
      ("fieldGoalsPercentage", Self.share(fieldGoals.made, fieldGoals.attempted)),
      ("freeThrowsAttempted", .number(attempted.free)), ("freeThrowsMade", .number(made.free)),
      ("freeThrowsPercentage", Self.share(made.free, attempted.free)),
      ("threePointersAttempted", .number(attempted.three)), ("threePointersMade", .number(made.three)),
      ("threePointersPercentage", Self.share(made.three, attempted.three)),
      ("twoPointersAttempted", .number(attempted.two)), ("twoPointersMade", .number(made.two)),
      ("twoPointersPercentage", Self.share(made.two, attempted.two)),
    ]
  }

  fileprivate var counts: [(String, JSON)] {
    [
      ("assists", .number(assists)), ("blocks", .number(blocks)), ("blocksReceived", .number(blocksReceived)),
      ("foulsOffensive", .number(offensiveFouls)), ("foulsDrawn", .number(foulsDrawn)),
      ("foulsPersonal", .number(fouls)), ("foulsTechnical", .number(technicals)), ("points", .number(points)),
      ("pointsFastBreak", .number(fastBreak.points)), ("pointsInThePaint", .number(paint.points)),
      ("pointsSecondChance", .number(secondChance.points)), ("steals", .number(steals)),
      ("turnovers", .number(turnovers)), ("reboundsDefensive", .number(defensiveRebounds)),
      ("reboundsOffensive", .number(offensiveRebounds)),
    ]
  }

  /// `statistics` of a player.
  var playerStatistics: JSON {
    .object(
      counts + shots + [
        ("minus", .decimal(Double(minus))), ("minutes", .string(minutes)),
        ("minutesCalculated", .string(calculatedMinutes)), ("plus", .decimal(Double(plus))),
        ("plusMinusPoints", .decimal(Double(plus - minus))), ("reboundsTotal", .number(rebounds)),
      ])
  }

  /// The shares of shots that only sides have.
  fileprivate var sideShares: [(String, JSON)] {
    let trueAttempts = Double(fieldGoals.attempted) + 0.44 * Double(attempted.free)
    let effective = Double(fieldGoals.made) + 0.5 * Double(made.three)
    return [
      (
        "fieldGoalsEffectiveAdjusted",
        .decimal(fieldGoals.attempted == 0 ? 0 : effective / Double(fieldGoals.attempted))
      ),
      ("trueShootingAttempts", .decimal(trueAttempts)),
      ("trueShootingPercentage", .decimal(trueAttempts == 0 ? 0 : Double(points) / (2 * trueAttempts))),
      ("assistsTurnoverRatio", .decimal(turnovers == 0 ? 0 : Double(assists) / Double(turnovers))),
      ("pointsFromTurnovers", .number(fromTurnovers)),
    ] + Self.result("fastBreakPoints", fastBreak) + Self.result("pointsInThePaint", paint)
      + Self.result("secondChancePoints", secondChance)
  }

  private static func result(_ name: String, _ result: NBAGameLines.PerResult) -> [(String, JSON)] {
    [
      ("\(name)Attempted", .number(result.attempted)), ("\(name)Made", .number(result.made)),
      ("\(name)Percentage", share(result.made, result.attempted)),
    ]
  }
}

extension NBAGameLines {
  /// `statistics` of a side; some members are there only once a side has led.
  func statistics(of side: NBASide, rosters: PerSide<NBARoster>, isBefore: Bool) -> JSON {
    let (line, other) = (sides[side], sides[side.other])
    let rebounds = teamRebounds[side]
    let bench = rosters[side].bench.map { self.line(of: $0).points }.reduce(0, +)
    var members = line.counts + line.shots + line.sideShares
    members += [
      ("benchPoints", .number(bench)), ("biggestLead", .number(flow.biggestLead[side].points)),
      ("biggestScoringRun", .number(flow.biggestRun[side].points)),
      ("foulsTeam", .number(line.fouls - line.offensiveFouls)), ("foulsTeamTechnical", 0),
      ("leadChanges", .number(flow.leadChanges)), ("minutes", .string(line.minutes)),
      ("minutesCalculated", .string(isBefore ? "PT00M" : line.calculatedMinutes)),
      ("pointsAgainst", .number(other.points)), ("reboundsPersonal", .number(line.rebounds)),
      ("reboundsTeam", .number(rebounds.offensive + rebounds.defensive)),
      ("reboundsTeamDefensive", .number(rebounds.defensive)),
      ("reboundsTeamOffensive", .number(rebounds.offensive)),
      ("reboundsTotal", .number(line.rebounds + rebounds.offensive + rebounds.defensive)),
      ("teamFieldGoalAttempts", .number(heaves[side])),
      ("timeLeading", .string(NBAAction.clockText(flow.leading[side] / 10 * 10))),
      ("timesTied", .number(flow.timesTied)), ("turnoversTeam", .number(teamTurnovers[side])),
      ("turnoversTotal", .number(line.turnovers + teamTurnovers[side])),
    ]
    if flow.biggestLead[side].points > 0 {
      members.append(("biggestLeadScore", .string(Self.text(flow.biggestLead[side].score))))
    }
    if flow.biggestRun[side].points > 0 {
      members.append(("biggestScoringRunScore", .string(Self.text(flow.biggestRun[side].score))))
    }
    return .object(members)
  }

  /// `109-136`: the score of the away side first.
  private static func text(_ score: PerSide<Int>) -> String { "\(score.away)-\(score.home)" }
}
