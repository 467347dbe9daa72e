internal import LiveModel
internal import LiveOdds

/// The win expectancy around each entry of a play log, from the entries alone. They come in their order, so that any
/// polling gives the same numbers.
struct PlayLogOdds {
  private let table: WinExpectancy
  /// The base of each runner, by player.
  private var runners: [Int: BaseOutState.Bases] = [:]
  private var moment: GameState
  /// The odds at this moment.
  private(set) var current: EventOdds

  /// Takes the rules of a game.
  init(_ snapshot: GameSnapshot) {
    table = WinExpectancy.of(
      WinExpectancy.Rules(
        scheduledInnings: snapshot.linescore.scheduledInnings, date: snapshot.info.officialDate,
        type: snapshot.info.type))
    moment = GameState(inning: 1, isTop: true, lead: 0)
    current = EventOdds(at: moment, table)
  }

  /// Takes the beginning of a half-inning.
  mutating func begin(_ half: HalfInning, _ score: Score) -> EventOdds {
    let isExtra = half.number > table.rules.scheduledInnings
    runners = [:]
    moment = GameState(
      inning: half.number, isTop: half.half == .top, state: isExtra ? table.firstOfExtra : .start,
      lead: score.lead)
    current = EventOdds(at: moment, table)
    return current
  }

  /// Takes further plays of a half-inning that was over: after an overturned third out, the feed returns to it.
  mutating func enter(_ half: HalfInning) {
    moment = GameState(inning: half.number, isTop: half.half == .top, state: moment.state ?? .start, lead: moment.lead)
    current = EventOdds(at: moment, table)
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
    return pass(to: play.outs, occupied, score) ?? current
  }

  /// The odds at the end of a half-inning, when nothing is played.
  var end: EventOdds { EventOdds(before: current.after, after: current.after) }

  /// Returns the odds of the game's end: the result is certain, whether or not the play log decided it.
  func final(_ score: Score) -> EventOdds {
    let result =
      switch score.leader {
      case .home: 1.0
      case .away: 0.0
      case nil: 0.5
      }
    return EventOdds(before: current.after, after: result)
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

  /// Changes the state, and returns the odds before and after; nil if the state is the same.
  private mutating func pass(to outs: Int, _ bases: BaseOutState.Bases, _ score: Score) -> EventOdds? {
    let before = (moment, current)
    moment.state = outs < 3 ? BaseOutState(outs: outs, bases: bases) : nil
    moment.lead = score.lead
    guard moment != before.0 else { return nil }
    current = EventOdds(at: moment, table)
    return EventOdds(before: before.1.after, after: current.after, leverage: before.1.leverage)
  }
}
