/// Plays a whole game from a seed, by the rules, before anybody watches it.
struct GameScript: Sendable {
  let away: Roster
  let home: Roster
  private(set) var plays: [ScriptedPlay] = []

  private var dice: SplitMix64
  private var clock: Double
  private var score = ScriptedPlay.Runs()
  private var next = (away: 0, home: 0)
  private var pitchers = (away: 0, home: 0)
  private var field = Field()

  init(away: Roster, home: Roster, firstPitch: Double, seed: UInt64) {
    (self.away, self.home, clock, dice) = (away, home, firstPitch, SplitMix64(seed: seed))
    var inning = 1
    repeat {
      playHalf(inning, isTop: true)
      if inning < 9 || score.home <= score.away { playHalf(inning, isTop: false) }
      inning += 1
    } while inning <= 9 || score.away == score.home
  }

  private mutating func playHalf(_ inning: Int, isTop: Bool) {
    field = Field()
    if !plays.isEmpty { clock += 120 }
    var isFirst = true
    while field.outs < 3, !(isWalkOffInning(inning, isTop) && score.home > score.away) {
      bat(inning, isTop: isTop, isFirst: isFirst)
      isFirst = false
    }
  }

  private func isWalkOffInning(_ inning: Int, _ isTop: Bool) -> Bool { inning >= 9 && !isTop }

  /// One plate appearance.
  private mutating func bat(_ inning: Int, isTop: Bool, isFirst: Bool) {
    let order = isTop ? away.batters : home.batters
    let batter = order[(isTop ? next.away : next.home) % 9]
    var play = ScriptedPlay(
      index: plays.count, inning: inning, isTop: isTop, batter: batter, pitcher: pitcher(isTop), start: clock,
      scoreBefore: score, scoreAfter: score)
    if isFirst, inning > 9 { placeRunner(order[((isTop ? next.away : next.home) + 8) % 9], in: &play) }
    if isFirst, inning >= 6, dice.chance(0.3) { changePitcher(isTop, in: &play) }
    act(in: &play)
    if field.outs < 3 {
      let outcome = outcome()
      pitch(outcome, in: &play)
      settle(outcome, in: &play)
      if isTop { next.away += 1 } else { next.home += 1 }
    } else {
      play.result = .caughtStealing
    }
    finish(&play)
  }

  private func pitcher(_ isTop: Bool) -> Player {
    isTop ? home.pitchers[pitchers.home] : away.pitchers[pitchers.away]
  }

  private mutating func placeRunner(_ runner: Player, in play: inout ScriptedPlay) {
    field.bases[1] = runner
    add("runner_placed", "\(runner.name) starts inning at 2nd base.", by: runner, to: &play)
  }

  private mutating func changePitcher(_ isTop: Bool, in play: inout ScriptedPlay) {
    let left = play.pitcher
    if isTop { pitchers.home = min(pitchers.home + 1, 4) } else { pitchers.away = min(pitchers.away + 1, 4) }
    guard pitcher(isTop) != left else { return }
    play.pitcher = pitcher(isTop)
    add(
      "pitching_substitution", "Pitching Change: \(play.pitcher.name) replaces \(left.name).", by: play.pitcher,
      to: &play)
  }

  /// What runners do before the batter has done anything.
  private mutating func act(in play: inout ScriptedPlay) {
    if let runner = field.bases[0], field.bases[1] == nil, dice.chance(0.08) {
      steal(runner, in: &play)
    } else if field.bases.contains(where: { $0 != nil }), field.bases[2] == nil || play.inning < 9, dice.chance(0.05) {
      let before = play.movements.count
      score = field.advanceAll(by: 1, batter: nil, in: &play, on: "wild_pitch", score: score, stopsAt: nil)
      let isScoring = play.movements[before...].contains { $0.to == 4 }
      add("wild_pitch", "Wild pitch by \(play.pitcher.name).", by: play.pitcher, isScoring: isScoring, to: &play)
    }
  }

  private mutating func steal(_ runner: Player, in play: inout ScriptedPlay) {
    let event = play.events.count
    field.bases[0] = nil
    if dice.chance(0.7) {
      field.bases[1] = runner
      play.movements.append(.init(runner: runner, from: 1, to: 2, event: event, eventType: "stolen_base_2b"))
      add("stolen_base_2b", "\(runner.name) steals 2nd base.", by: runner, to: &play)
    } else {
      field.outs += 1
      play.movements.append(
        .init(runner: runner, from: 1, to: nil, outNumber: field.outs, event: event, eventType: "caught_stealing_2b"))
      add("caught_stealing_2b", "\(runner.name) caught stealing 2nd base.", by: runner, to: &play)
    }
  }

  private mutating func add(
    _ eventType: String, _ text: String, by player: Player, isScoring: Bool = false, to play: inout ScriptedPlay
  ) {
    clock += dice.seconds(in: 6...14)
    play.events.append(
      ScriptedEvent(
        time: clock, eventType: eventType, description: text, player: player, score: score, isScoring: isScoring,
        outs: field.outs))
  }

  private mutating func outcome() -> Outcome {
    let isDouble = field.bases[0] != nil && field.outs < 2
    let isFly = field.bases[2] != nil && field.outs < 2
    let table: [(Outcome, Double)] = [
      (.strikeout, 22), (.fieldOut, 40), (.single, 15), (.double, 5), (.triple, 0.7), (.homeRun, 3.3), (.walk, 8.5),
      (.hitByPitch, 1), (.fieldError, 1.2), (.doublePlay, isDouble ? 8 : 0), (.sacFly, isFly ? 9 : 0),
    ]
    return table[dice.index(weights: table.map(\.1))].0
  }

  /// Pitches whose count fits the outcome, then the lag until the feed calls it.
  private mutating func pitch(_ outcome: Outcome, in play: inout ScriptedPlay) {
    let balls = outcome == .walk ? 4 : dice.number(in: 0...3)
    let strikes = outcome == .strikeout ? 3 : dice.number(in: 0...2)
    var calls = Array(repeating: true, count: balls) + Array(repeating: false, count: strikes)
    let last: Bool? = outcome == .walk ? true : outcome == .strikeout ? false : nil
    if let last, let position = calls.firstIndex(of: last) { calls.remove(at: position) }
    calls.shuffle(using: &dice)
    var count = (balls: 0, strikes: 0)
    for call in calls.map(Optional.some) + [last] {
      clock += dice.seconds(in: 8...18)
      if call == true { count.balls += 1 }
      if call == false { count.strikes += 1 }
      play.events.append(
        ScriptedEvent(
          time: clock, description: call.map { $0 ? "Ball" : "Strike" } ?? "In play", balls: count.balls,
          strikes: count.strikes, outs: field.outs))
    }
  }

  private mutating func settle(_ outcome: Outcome, in play: inout ScriptedPlay) {
    play.result = outcome
    let before = score
    // A home run counts in full; any other walk-off ends the game with the run that wins it.
    let winner = isWalkOffInning(play.inning, play.isTop) && outcome != .homeRun ? score.away + 1 : nil
    score = field.settle(outcome, in: &play, score: score, stopsAt: winner)
    let runs = score.away + score.home - before.away - before.home
    play.rbi = outcome == .fieldError || outcome == .doublePlay ? 0 : runs
    for event in play.movements where event.to == 4 && event.event == play.events.count - 1 {
      if event.runner != play.batter { play.description += " \(event.runner.name) scores." }
    }
  }

  private mutating func finish(_ play: inout ScriptedPlay) {
    clock += dice.seconds(in: 7...14)
    play.done = clock
    play.scoreAfter = score
    play.outsAfter = field.outs
    play.basesAfter = field.outs < 3 ? field.bases : [nil, nil, nil]
    play.description = play.result.sentence(play.batter.name) + play.description
    plays.append(play)
    clock += dice.seconds(in: 4...15)
  }
}
