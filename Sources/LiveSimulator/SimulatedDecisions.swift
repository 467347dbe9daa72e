/// The pitchers of record of a game, by a simple rule from its plays.
struct SimulatedDecisions: Sendable {
  var winner: Player
  var loser: Player
  var save: Player?

  /// Decides by the play after which the winner led for good: its pitcher then wins, and the pitcher of the other side
  /// loses. A save takes another pitcher at the end and a lead of at most three. Nil for a tied game.
  init?(_ plays: [ScriptedPlay]) {
    guard let last = plays.last, last.scoreAfter.lead != 0 else { return nil }
    let isHomeWinner = last.scoreAfter.lead > 0
    func isAhead(_ runs: ScriptedPlay.Runs) -> Bool { isHomeWinner ? runs.lead > 0 : runs.lead < 0 }
    guard let turn = plays.lastIndex(where: { !isAhead($0.scoreBefore) && isAhead($0.scoreAfter) }) else { return nil }
    // The home side pitches in the top.
    let pitched = plays.filter { $0.isTop == isHomeWinner }
    guard let own = plays[...turn].last(where: { $0.isTop == isHomeWinner }) ?? pitched.first,
      let closer = pitched.last?.pitcher
    else { return nil }
    (winner, loser) = (own.pitcher, plays[turn].pitcher)
    save = closer != winner && abs(last.scoreAfter.lead) <= 3 ? closer : nil
  }

  var json: JSON {
    let known: [(String, JSON)] = [("winner", winner.json), ("loser", loser.json)]
    return .object(known + (save.map { [("save", $0.json)] } ?? []))
  }

  /// Returns when the feed has the decisions of a game: often with Game Over, sometimes minutes later or never; they may
  /// be wrong at first, or vanish for a while.
  static func timeline(of day: GameDay, isPlain: Bool, dice: SplitMix64) -> Timeline<SimulatedDecisions?> {
    var (timeline, dice) = (Timeline<SimulatedDecisions?>(nil), dice)
    guard day.course != .forfeit, day.award == nil, let right = SimulatedDecisions(day.plays) else { return timeline }
    if isPlain {
      timeline.set(right, at: day.over)
      return timeline
    }
    let lag = [0, 0, 0, 0, dice.seconds(in: 5...120), dice.seconds(in: 60...600), -1][dice.number(in: 0...6)]
    guard lag >= 0 else { return timeline }
    let known = day.over + lag.onGrid
    var first = right
    let later = known + dice.seconds(in: 20...600).onGrid
    switch dice.number(in: 0...9) {
    case 0:
      (first.winner, first.save) = (right.save ?? right.winner, nil)
      timeline.set(right, at: later)
    case 1 where right.save != nil:
      first.save = nil
      timeline.set(right, at: later)
    case 2:
      timeline.set(nil, at: later)
      timeline.set(right, at: later + dice.seconds(in: 5...60).onGrid)
    default: break
    }
    timeline.set(first, at: known)
    return timeline
  }
}

/// The content of a final's sentence, derived from the script.
public struct SimulatedFinal: Sendable {
  /// The short name of the winner; nil for a tie.
  public var winner: String?
  /// The short name of the loser; nil for a tie.
  public var loser: String?
  /// The runs, the winner's first.
  public var runs: [Int]
  /// The full names of winner, loser and save, as far as the feed ever names them, by `W`, `L` and `S`.
  public var pitchers: [String: String]
  /// The full names of the batters of both sides with home runs, with repetitions.
  public var homeRuns: [String]
  /// The number of innings.
  public var innings: Int
  /// The scheduled number of innings.
  public var scheduledInnings: Int
}

extension SimulatedGame {
  /// The final of the finished game; nil if it was never played.
  public var final: SimulatedFinal? {
    guard let last = script.plays.last else { return nil }
    let score = day.award?.score ?? last.scoreAfter
    let (away, home) = (script.away.club.nickname, script.home.club.nickname)
    let isHomeWinner = score.lead > 0
    let known = decisions[.infinity]
    let pitchers = [("W", known?.winner), ("L", known?.loser), ("S", known?.save)].compactMap { label, pitcher in
      pitcher.map { (label, $0.name) }
    }
    return SimulatedFinal(
      winner: score.lead == 0 ? nil : isHomeWinner ? home : away,
      loser: score.lead == 0 ? nil : isHomeWinner ? away : home,
      runs: isHomeWinner ? [score.home, score.away] : [score.away, score.home],
      pitchers: Dictionary(uniqueKeysWithValues: pitchers),
      homeRuns: script.plays.filter { $0.result == .homeRun && $0.record == .whole }.map(\.batter.name),
      innings: last.inning, scheduledInnings: script.scheduledInnings)
  }
}
