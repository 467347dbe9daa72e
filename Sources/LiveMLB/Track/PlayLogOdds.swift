internal import LiveModel
internal import LiveOdds

/// The win expectancy around each entry of a play log, from the entries alone. They come in their order, so that any
/// polling gives the same numbers.
struct PlayLogOdds {
  private let table: WinExpectancy
  private let rules: WinExpectancy.Rules
  /// The base of each runner, by player.
  private var runners: [Int: BaseOutState.Bases] = [:]
  private var moment: GameState

  /// Takes the rules of a game: a runner begins extra innings on second base in regular-season games since 2020.
  init(_ snapshot: GameSnapshot) {
    let season = Int(snapshot.info.officialDate.prefix(4), in: 1800...9999) ?? 0
    rules = WinExpectancy.Rules(
      scheduledInnings: snapshot.linescore.scheduledInnings ?? 9,
      hasAutomaticRunner: snapshot.info.type == "R" && season >= 2020)
    table = WinExpectancy.of(rules)
    moment = GameState(inning: 1, isTop: true, lead: 0)
  }

  /// Takes the beginning of a half-inning.
  mutating func begin(_ half: HalfInning, _ score: Score) -> EventOdds {
    let hasRunner = rules.hasAutomaticRunner && half.number > rules.scheduledInnings
    runners = [:]
    moment = GameState(
      inning: half.number, isTop: half.half == .top, state: hasRunner ? .withAutomaticRunner : .start,
      lead: score.home - score.away)
    let chance = table.home(moment)
    return EventOdds(before: chance, after: chance, leverage: table.leverage(moment))
  }

  /// Takes an action. Returns nil if it changes neither bases nor outs nor score.
  mutating func take(_ action: Action, in play: Play, outs: Int, _ score: Score) -> EventOdds? {
    if let new = action.player, let old = action.replacedPlayer, let base = runners.removeValue(forKey: old) {
      runners[new] = base
    }
    for movement in play.runners where movement.playIndex == action.index { move(movement) }
    let bases = isUnmoved(in: play, through: action.index) ? moment.state?.bases ?? [] : occupied
    return pass(to: outs, bases, score)
  }

  /// Takes a completed plate appearance. The feed names the runners after it.
  mutating func complete(_ play: Play, _ score: Score) -> EventOdds {
    runners = [:]
    let bases = play.basesAfter
    for (person, base) in [
      (bases.first, BaseOutState.Bases.first), (bases.second, .second), (bases.third, .third),
    ] {
      if let id = person?.id { runners[id] = base }
    }
    let before = moment
    return pass(to: play.outs, occupied, score)
      ?? EventOdds(before: table.home(before), after: table.home(before), leverage: table.leverage(before))
  }

  /// The chance at the end of a half-inning or of the game.
  var end: EventOdds {
    let chance = table.home(moment)
    return EventOdds(before: chance, after: chance)
  }

  private var occupied: BaseOutState.Bases { runners.values.reduce([]) { $0.union($1) } }

  /// Whether no runner has moved so far in the play. Before that the automatic runner has no name.
  private func isUnmoved(in play: Play, through index: Int) -> Bool {
    runners.isEmpty && !play.runners.contains { ($0.playIndex ?? .max) <= index }
  }

  private mutating func move(_ movement: RunnerMovement) {
    let bases: [String: BaseOutState.Bases] = ["1B": .first, "2B": .second, "3B": .third]
    runners[movement.runner.id] = movement.isOut ? nil : movement.end.flatMap { bases[$0] }
  }

  /// Goes on to the next moment, and returns the odds of the way; nil if it is the same.
  private mutating func pass(to outs: Int, _ bases: BaseOutState.Bases, _ score: Score) -> EventOdds? {
    let before = moment
    moment.state = outs < 3 ? BaseOutState(outs: outs, bases: bases) : nil
    moment.lead = score.home - score.away
    guard moment != before else { return nil }
    return EventOdds(before: table.home(before), after: table.home(moment), leverage: table.leverage(before))
  }
}
