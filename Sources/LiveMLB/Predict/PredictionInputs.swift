internal import LiveModel
internal import LiveOdds

/// Everything that a prediction is made of.
struct PredictionInputs: Equatable, Sendable {
  var lineups: Sides<Lineup>
  /// Statistics of the players, by id. A player who is missing has the league's rates.
  var players: [Int: PredictionPlayer]
  var league: LeagueRates
  var conditions: GameConditions

  /// Makes the prediction.
  var prediction: BaseballPrediction {
    let model = FirstFiveModel.current
    let (away, home) = (model.runs(factors(of: .away)), model.runs(factors(of: .home)))
    let homeWin = FirstFiveModel.homeChance(home: home, away: away)
    return BaseballPrediction(
      away: .init(away, of: lineups.away), home: .init(home, of: lineups.home),
      leagueMean: league.firstFive.rounded(toSteps: 100), homeWin: homeWin.rounded(toSteps: 10_000),
      unknown: unknown)
  }

  /// Returns what the model knows about the runs of a side.
  func factors(of side: Side) -> FirstFiveFactors {
    let starter = lineups[side.other].probablePitcher.flatMap { players[$0.id] }
    let pitcher = PitcherRates(starter, league)
    let lineup = LineupStrength(lineups[side].order.map { players[$0] }, against: starter, league)
    var factors = FirstFiveFactors(leagueMean: league.firstFive, batsAtHome: side == .home)
    (factors.strikeouts, factors.walks, factors.homeRuns) = (pitcher.strikeouts, pitcher.walks, pitcher.homeRuns)
    (factors.hitsInPlay, factors.battersFaced) = (pitcher.hitsInPlay, pitcher.battersFaced)
    factors.experience = pitcher.experience
    (factors.lineup, factors.oppositeHand) = (lineup.wOBA, lineup.oppositeHand)
    factors.park = park ?? 0
    if let weather = conditions.weather {
      (factors.temperature, factors.windOut) = (weather.temperature, weather.windOut)
    }
    return factors
  }

  private var park: Double? { conditions.venue.flatMap(ParkTable.factor) }

  private var unknown: [BaseballPrediction.Unknown] {
    var unknown: [BaseballPrediction.Unknown] = []
    if lineups.away.probablePitcher == nil { unknown.append(.awayPitcher) }
    if lineups.home.probablePitcher == nil { unknown.append(.homePitcher) }
    if park == nil { unknown.append(.park) }
    if conditions.weather == nil { unknown.append(.weather) }
    return unknown
  }
}
