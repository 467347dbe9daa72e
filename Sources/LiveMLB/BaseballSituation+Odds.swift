internal import LiveModel
internal import LiveOdds

extension WinExpectancy.Rules {
  /// Takes the rules of a game: a runner begins extra innings on second base in regular-season games since 2020. `date`
  /// is the official date, `2026-07-14`, and `type` StatsAPI's gameType.
  init(scheduledInnings: Int?, date: String?, type: String?) {
    let season = date.flatMap { Int($0.prefix(4), in: 1800...9999) } ?? 0
    self.init(scheduledInnings: scheduledInnings ?? 9, hasAutomaticRunner: type == "R" && season >= 2020)
  }
}

extension EventOdds {
  /// Creates the odds of a state in which nothing has happened yet.
  init(at state: GameState, _ table: WinExpectancy) {
    let chance = table.home(state)
    self.init(before: chance, after: chance, leverage: table.leverage(state))
  }
}

extension GameSummary {
  /// Takes the situation, and adds its odds while the game is in progress. `scheduledInnings` is nil if the source does not
  /// say how many there are.
  mutating func show(_ situation: BaseballSituation, scheduledInnings: Int?) {
    var situation = situation
    if game.status == .live {
      situation.addOdds(
        score: score, WinExpectancy.Rules(scheduledInnings: scheduledInnings, date: game.date, type: game.type))
    }
    baseball = situation
  }
}

extension BaseballSituation {
  /// Adds the odds of the situation; between two half-innings, those of the next one's beginning. Adds none if inning,
  /// outs or score are unknown.
  fileprivate mutating func addOdds(score: Score?, _ rules: WinExpectancy.Rules) {
    guard let inning, let outs, let score else { return }
    let isPaused = outs >= 3 || isBetweenHalves
    let table = WinExpectancy.of(rules)
    var state = GameState(
      inning: inning.number, isTop: inning.half == .top,
      state: isPaused ? nil : BaseOutState(outs: outs, bases: (bases ?? .empty).occupied), lead: score.lead)
    if isPaused, !table.isOver(state) { state = table.beginning(after: state) }
    let odds = EventOdds(at: state, table)
    (winExpectancy, leverage) = (odds.after, odds.leverage)
  }
}

extension Bases {
  /// The bases with a runner.
  var occupied: BaseOutState.Bases {
    var occupied: BaseOutState.Bases = []
    if first != nil { occupied.insert(.first) }
    if second != nil { occupied.insert(.second) }
    if third != nil { occupied.insert(.third) }
    return occupied
  }
}

extension Score {
  /// The runs of the home team less those of the away team.
  var lead: Int {
    let (lead, isTooFar) = home.subtractingReportingOverflow(away)
    return isTooFar ? (home > away ? .max : .min) : lead
  }
}
