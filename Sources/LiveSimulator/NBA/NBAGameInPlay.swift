/// A game of basketball while it is played: possession by possession, by the rules, from a seed. `actions` is the
/// final play-by-play without numbers.
struct NBAGameInPlay {
  let rosters: PerSide<NBARoster>
  let officials: [NBAOfficial]
  var dice: SplitMix64
  private(set) var actions: [NBAAction] = []
  private(set) var period = 0
  /// Tenths of a second that are left.
  private(set) var clock = 0
  /// Seconds since 1970.
  var time: Double
  /// Five players of each side.
  var floor: PerSide<[NBAPlayer]>
  private(set) var score = PerSide(both: 0)
  private(set) var tallies: [NBAPlayer: NBATally] = [:]
  /// Seconds on the floor, or on the bench, since the last substitution.
  var spells: [NBAPlayer: Double] = [:]
  /// Players who have fouled out or were ejected.
  var excluded: Set<NBAPlayer> = []
  /// Fouls of this period that count for the penalty.
  var teamFouls = PerSide(both: 0)
  var timeouts = PerSide(both: 7)
  var hasChallenge = PerSide(both: true)
  /// Mandatory timeouts of this period that are over.
  var mandatory = 0
  /// The side with the ball; nil before the tip and at the end.
  var ball: NBASide?
  /// How the side got the ball, for `qualifiers`.
  var origin = Origin.rebound
  /// Points in a row, positive for the home side.
  var run = 0
  /// The side that won the first jump ball.
  var tipWinner = NBASide.home

  enum Origin: Equatable {
    case rebound, basket, turnover, secondChance

    var qualifiers: [String] {
      switch self {
      case .turnover: ["fromturnover"]
      case .secondChance: ["2ndchance"]
      case .rebound, .basket: []
      }
    }
  }

  init(rosters: PerSide<NBARoster>, officials: [NBAOfficial], tip: Double, seed: UInt64) {
    (self.rosters, self.officials, time, dice) = (rosters, officials, tip, SplitMix64(seed: seed))
    floor = PerSide(home: rosters.home.starters, away: rosters.away.starters)
  }

  /// Plays a game to its end.
  static func played(
    rosters: PerSide<NBARoster>, officials: [NBAOfficial], tip: Double, seed: UInt64
  ) -> [NBAAction] {
    var game = NBAGameInPlay(rosters: rosters, officials: officials, tip: tip, seed: seed)
    while game.period < 4 || game.score.home == game.score.away { game.playPeriod() }
    game.ball = nil
    game.wait(2...7)
    game.add(.game) { $0.subType = "end" }
    return game.actions
  }

  private mutating func playPeriod() {
    period += 1
    clock = period <= 4 ? 7200 : 3000
    (teamFouls, mandatory, run) = (PerSide(both: 0), 0, 0)
    for side in NBASide.allCases where period >= 4 { timeouts[side] = min(timeouts[side], period == 4 ? 4 : 2) }
    if period > 1 { ball = period == 4 ? tipWinner : tipWinner.other }
    add(.period) { $0.subType = "start" }
    if period > 1 { substituteAtStart() }
    if period == 1 || period > 4 { jumpBall("startperiod") }
    origin = .rebound
    while clock > 0 { playPossession() }
    wait(1...7)
    add(.period) { $0.subType = "end" }
    if period == 2 { wait(870...930) } else if period < 4 || score.home == score.away { wait(120...165) }
  }

  /// The seconds that are left in the period.
  var left: Double { Double(clock) / 10 }

  /// Whether it is late in a game that is not decided.
  var isClosing: Bool { period >= 4 && clock <= 3000 && abs(score.home - score.away) <= 12 }

  /// Runs the clock; above a minute it shows whole seconds.
  mutating func run(_ seconds: Double) {
    let exact = max(0, clock - Int((seconds * 10).rounded()))
    let next = exact >= 600 ? exact / 10 * 10 : exact
    let elapsed = Double(clock - next) / 10
    clock = next
    time += elapsed
    for side in NBASide.allCases {
      for player in rosters[side].active { spells[player, default: 0] += elapsed }
    }
  }

  /// Lets time pass while the clock stands.
  mutating func wait(_ seconds: ClosedRange<Double>) {
    time += dice.seconds(in: seconds)
  }

  /// Adds an action of now; `change` sets its members.
  mutating func add(
    _ kind: NBAAction.Kind, _ side: NBASide? = nil, _ player: NBAPlayer? = nil,
    _ change: (inout NBAAction) -> Void = { _ in }
  ) {
    let instant = (time * 10).rounded(.down) / 10
    var action = NBAAction(
      period: period, clock: clock, time: instant, edited: instant.rounded(.down), kind: kind)
    (action.side, action.player, action.possession) = (side, player, ball)
    change(&action)
    count(&action)
    actions.append(action)
  }

  /// Changes the last action of a kind, such as the shot that is blocked.
  mutating func changeLast(_ kind: (NBAAction.Kind) -> Bool, _ change: (inout NBAAction) -> Void) {
    guard let place = actions.lastIndex(where: { kind($0.kind) }) else { return }
    change(&actions[place])
  }

  /// Adds to the score and to the tallies.
  private mutating func count(_ action: inout NBAAction) {
    if let side = action.side, action.points > 0 {
      score[side] += action.points
      let sign = side == .home ? 1 : -1
      run = run * sign > 0 ? run + action.points * sign : action.points * sign
    }
    if let assist = action.assist {
      tallies[assist, default: NBATally()].assists += 1
      action.assistTotal = tally(of: assist).assists
    }
    guard let player = action.player else { return }
    var tally = tally(of: player)
    tally.points += action.points
    switch action.kind {
    case .rebound where action.subType == "offensive": tally.offensiveRebounds += 1
    case .rebound: tally.defensiveRebounds += 1
    case .turnover: tally.turnovers += 1
    case .steal: tally.steals += 1
    case .block: tally.blocks += 1
    case .foul where action.subType == "technical": tally.technicals += 1
    case .foul: tally.fouls += 1
    default: break
    }
    tallies[player] = tally
    action.tally = tally
  }

  func tally(of player: NBAPlayer) -> NBATally { tallies[player] ?? NBATally() }

  /// Returns one of the five of a side, by weight.
  mutating func one(of side: NBASide, not other: NBAPlayer? = nil, by weight: (NBAPlayer) -> Double) -> NBAPlayer {
    let five = floor[side].filter { $0 != other }
    return five[dice.index(weights: five.map(weight))]
  }

  mutating func official() -> Int { dice.pick(officials).id }

  /// Whether the side attacks the basket at the right end of the picture.
  func attacksRight(_ side: NBASide) -> Bool { (side == .home) == (period <= 2) }

  mutating func spot(of side: NBASide, feet: ClosedRange<Double>) -> ShotSpot {
    ShotSpot.drawn(feet: dice.seconds(in: feet), isRight: attacksRight(side), using: &dice)
  }

  mutating func jumpBall(_ descriptor: String) {
    let home = one(of: .home) { $0.skill.rebounds * $0.skill.rebounds }
    let away = one(of: .away) { $0.skill.rebounds * $0.skill.rebounds }
    let winner: NBASide = dice.chance(0.5) ? .home : .away
    let (won, lost) = winner == .home ? (home, away) : (away, home)
    // Now and then the ball goes out of bounds, and nobody has it first.
    let recovered = dice.chance(0.1) ? nil : one(of: winner, not: won) { _ in 1 }
    ball = winner
    if descriptor == "startperiod" {
      if period == 1 { tipWinner = winner }
      run(dice.seconds(in: 2...5))
    }
    add(.jumpBall, winner, recovered) {
      ($0.subType, $0.descriptor) = ("recovered", descriptor)
      $0.tip = NBAAction.Tip(won: won, lost: lost, recovered: recovered)
    }
  }
}
