/// Moves of runners during a plate appearance.
extension GameInPlay {
  /// Throws to a base before a pitch, with their results.
  mutating func beforePitch() {
    guard !isImmaculate else { return }
    bench()
    guard !field.isEmpty else { return }
    let place = dice.index(weights: [
      100, field.has(1) ? 4 : 0.6, 1.5, field.has(1) ? 0.12 : 0, field.has(2) ? 0.1 : 0, field.has(3) ? 0.06 : 0,
      field.has(1) && !field.has(2) ? 0.08 : 0, field.has(2) && !field.has(3) ? 0.03 : 0, 0.15, 0.08, 0.05,
    ])
    switch place {
    case 1: throwOver()
    case 2: disengage(.stepoff, "Pitcher Step Off")
    case 3, 4, 5: pickOff(place - 2)
    case 6, 7: pickOffRunning(place - 5)
    case 8: pickOffError()
    case 9: everybody("balk", "With \(play.batter.name) batting, balk by \(play.pitcher.name).", by: play.pitcher)
    case 10: everybody("forced_balk", "Disengagement violation by \(play.pitcher.name).", by: play.pitcher)
    default: break
    }
  }

  /// Moves runners on a pitch that did not end the plate appearance.
  mutating func afterPitch(_ call: PitchCall) {
    guard !field.isEmpty, call != .foul, call != .foulBunt, call != .violation else { return }
    let isDirt = call == .ballInDirt || call == .blocked
    let isLate = play.inning >= 8 && field.has(1) && !field.has(2) && field.outs == 2
    let canSteal = field.has(1) && !field.has(2)
    let place = dice.index(weights: [
      100, canSteal ? 4 : 0, field.has(2) && !field.has(3) ? 0.9 : 0, field.has(3) ? 0.12 : 0, isDirt ? 25 : 0.4,
      isDirt ? 4 : 0.15, isLate ? 4 : 0, 0.1, 0.12, 0.08,
    ])
    switch place {
    case 1: steal(1, succeeds: dice.chance(0.76))
    case 2: steal(2, succeeds: dice.chance(0.78))
    case 3: steal(3, succeeds: dice.chance(0.4))
    case 4: everybody("wild_pitch", "Wild pitch by pitcher \(play.pitcher.name).", by: play.pitcher)
    case 5:
      let catcher = lineups[fielding].fielder(.catcher)
      everybody("passed_ball", "Passed ball by catcher \(catcher.name).", by: catcher)
    case 6: indifference()
    case 7: otherAdvance()
    case 8: catcherError()
    case 9: otherOut()
    default: break
    }
  }

  /// Moves runners, then adds the action. A third out or a winning run ends the plate appearance too; then the feed
  /// sometimes has only the result.
  private mutating func onBases(
    _ eventType: String, _ text: String, by player: Player?, moves: (inout GameInPlay, Int) -> Void
  ) {
    let event = play.events.count
    let before = play.movements.count
    moves(&self, event)
    guard play.movements.count > before else { return }
    let isOver = field.outs == 3 || isWon
    if isOver, let outcome = Outcome(rawValue: eventType) {
      (play.result, play.description, hasEnded) = (outcome, text, true)
      if let last = play.events.last, last.eventType == nil, dice.chance(0.5) {
        for place in before..<play.movements.count { play.movements[place].event = event - 1 }
        return
      }
    }
    act(eventType, text, by: player)
    play.events[event].isOut = play.movements[before...].contains { $0.to == nil }
  }

  /// Advances each runner one base; the one on third not always.
  private mutating func everybody(_ eventType: String, _ text: String, by player: Player) {
    let mustScore = eventType.hasSuffix("balk") || dice.chance(0.7)
    onBases(eventType, text, by: player) { game, event in
      game.advance(targets: [2, 3, mustScore ? 4 : nil], on: eventType, at: event, isRBI: false)
    }
  }

  private mutating func steal(_ base: Int, succeeds: Bool) {
    guard let runner = field.bases[base - 1] else { return }
    let goal = base == 3 ? "home" : "\(base + 1)b"
    let eventType = "\(succeeds ? "stolen_base" : "caught_stealing")_\(goal)"
    let reason = "r_\(eventType)"
    let name = base == 3 ? "home" : "\(Self.ordinal(base + 1)) base"
    guard succeeds else {
      let path: [Position] = [.catcher, base == 1 ? .secondBase : base == 2 ? .thirdBase : .pitcher]
      return onBases(eventType, "\(runner.name) caught stealing \(name), \(way(path)).", by: runner) { game, event in
        game.retire(base, at: base + 1, on: eventType, at: event, reason: reason, credits: game.credits(path))
      }
    }
    let isDouble = base == 2 && field.has(1) && dice.chance(0.6)
    let isWild = base == 1 && !field.has(3) && dice.chance(0.06)
    onBases(eventType, "\(runner.name) steals (\(play.index % 30 + 1)) \(name).", by: runner) { game, event in
      game.advance(base, to: base + 1, on: eventType, at: event, reason: reason, isEarned: base == 3)
      if isDouble { game.advance(1, to: 2, on: "stolen_base_2b", at: event, reason: "r_stolen_base_2b") }
      guard isWild else { return }
      game.advance(
        2, to: 3, on: "error", at: event, reason: "r_adv_play", credits: [game.credit(.catcher, "f_throwing_error")])
    }
  }

  private mutating func throwOver() {
    let base = (1...3).first(where: field.has) ?? 1
    disengage(.pickoff, "Pickoff Attempt \(base)B")
  }

  private mutating func disengage(_ kind: ScriptedEvent.Kind, _ text: String) {
    clock += dice.seconds(in: 5...10)
    var event = ScriptedEvent(
      time: clock, description: text, balls: balls, strikes: strikes, outs: field.outs, kind: kind)
    event.playId = playId
    play.events.append(event)
  }

  private mutating func pickOff(_ base: Int) {
    guard let runner = field.bases[base - 1] else { return }
    throwOver()
    let taker: Position = [.firstBase, .secondBase, .thirdBase][base - 1]
    let eventType = "pickoff_\(base)b"
    let text =
      "Pitcher \(play.pitcher.name) picks off \(runner.name) at \(Self.ordinal(base)) on throw to \(way([taker]))."
    onBases(eventType, text, by: runner) { game, event in
      game.retire(
        base, at: base, on: eventType, at: event, reason: "r_\(eventType)", credits: game.credits([.pitcher, taker]))
    }
  }

  private mutating func pickOffRunning(_ base: Int) {
    guard let runner = field.bases[base - 1] else { return }
    throwOver()
    let eventType = "pickoff_caught_stealing_\(base + 1)b"
    let path: [Position] = base == 1 ? [.pitcher, .firstBase, .shortstop] : [.pitcher, .thirdBase]
    let text = "\(runner.name) picked off and caught stealing \(Self.ordinal(base + 1)) base, \(way(path))."
    onBases(eventType, text, by: runner) { game, event in
      game.retire(base, at: base + 1, on: eventType, at: event, reason: "r_\(eventType)", credits: game.credits(path))
    }
  }

  private mutating func pickOffError() {
    guard let base = (1...3).first(where: field.has), let runner = field.bases[base - 1] else { return }
    let (eventType, pitcher) = ("pickoff_error_\(base)b", play.pitcher)
    onBases(eventType, "\(runner.name) advances on a pickoff error by pitcher \(pitcher.name).", by: runner) {
      game, event in
      let before = game.play.movements.count
      game.advance(targets: [2, 3, 4], on: eventType, at: event, isRBI: false, isEarned: false)
      guard game.play.movements.count > before else { return }
      game.play.movements[before].credits = [game.credit(.pitcher, "f_throwing_error")]
    }
  }

  private mutating func indifference() {
    guard let runner = field.bases[0] else { return }
    onBases("defensive_indiff", "\(runner.name) advances to 2nd on defensive indifference.", by: runner) {
      game, event in
      game.advance(1, to: 2, on: "defensive_indiff", at: event, reason: "r_defensive_indiff")
    }
  }

  private mutating func otherAdvance() {
    guard let base = [3, 2, 1].first(where: field.has), let runner = field.bases[base - 1] else { return }
    onBases("other_advance", "\(runner.name) advances.", by: runner) { game, event in
      game.advance(base, to: base + 1, on: "other_advance", at: event, reason: "r_adv_play")
    }
  }

  private mutating func catcherError() {
    guard let base = [3, 2, 1].first(where: field.has) else { return }
    let catcher = lineups[fielding].fielder(.catcher)
    onBases("error", "Throwing error by catcher \(catcher.name).", by: catcher) { game, event in
      game.advance(
        base, to: base + 1, on: "error", at: event, reason: "r_adv_play", isEarned: false,
        credits: [game.credit(.catcher, "f_throwing_error")])
    }
  }

  private mutating func otherOut() {
    guard let base = [3, 2, 1].first(where: field.has), let runner = field.bases[base - 1] else { return }
    let path: [Position] = [.catcher, base == 1 ? .secondBase : .thirdBase]
    onBases("other_out", "\(runner.name) out at \(Self.ordinal(base + 1)), \(way(path)).", by: runner) { game, event in
      game.retire(base, at: base + 1, on: "other_out", at: event, reason: "r_runner_out", credits: game.credits(path))
    }
  }
}

/// Moves of runners and batter; bases, outs and score change only here.
extension GameInPlay {
  /// The event with the result: the last one.
  var resultEvent: Int { max(0, play.events.count - 1) }

  /// Moves a runner to a free base, or home.
  mutating func advance(
    _ from: Int, to: Int, on eventType: String, at event: Int, reason: String? = nil, isRBI: Bool = false,
    isEarned: Bool = true, credits: [ScriptedPlay.Credit] = []
  ) {
    guard let runner = standing(from) else { return }
    leave(from)
    if to == 4 { score.add(to: play.isTop) } else { field.bases[to - 1] = runner }
    var movement = movement(of: runner, from, on: eventType, at: event)
    (movement.to, movement.reason, movement.credits) = (to, reason, credits)
    (movement.isRBI, movement.isEarned) = (isRBI && to == 4, isEarned)
    play.movements.append(movement)
  }

  /// Puts a runner out at a base from 1 to 4.
  mutating func retire(
    _ from: Int, at base: Int, on eventType: String, at event: Int, reason: String? = nil,
    credits: [ScriptedPlay.Credit]
  ) {
    guard let runner = standing(from) else { return }
    leave(from)
    field.outs += 1
    var movement = movement(of: runner, from, on: eventType, at: event)
    (movement.outNumber, movement.outBase, movement.reason) = (field.outs, base, reason)
    movement.credits = credits
    play.movements.append(movement)
  }

  /// Advances runners who are awarded a base, the lead runner first. No runner passes another, and none scores after
  /// the winning run.
  mutating func advance(
    targets: [Int?], on eventType: String, at event: Int, isRBI: Bool = true, isEarned: Bool = true
  ) {
    var ceiling = 4
    for base in [3, 2, 1] where field.has(base) {
      let isForced = field.isForced(base)
      let target = min(targets[base - 1] ?? base, isWon ? min(ceiling, 3) : ceiling)
      guard target > base else {
        ceiling = base - 1
        continue
      }
      advance(
        base, to: target, on: eventType, at: event, reason: isForced ? "r_adv_force" : "r_adv_play", isRBI: isRBI,
        isEarned: isEarned)
      if target < 4 { ceiling = target - 1 }
    }
  }

  /// Advances only the forced runners, and the batter to first.
  mutating func force(_ eventType: String, credits: [ScriptedPlay.Credit] = [], isRBI: Bool = true) {
    advance(targets: (1...3).map { field.isForced($0) ? $0 + 1 : nil }, on: eventType, at: resultEvent, isRBI: isRBI)
    advance(0, to: 1, on: eventType, at: resultEvent, credits: credits)
  }

  func credit(_ position: Position, _ name: String = "f_putout") -> ScriptedPlay.Credit {
    ScriptedPlay.Credit(player: lineups[fielding].fielder(position), position: position, name: name)
  }

  /// Returns an assist for each position, and a putout for the last.
  func credits(_ positions: [Position]) -> [ScriptedPlay.Credit] {
    positions.dropLast().map { credit($0, "f_assist") } + positions.suffix(1).map { credit($0) }
  }

  private func standing(_ from: Int) -> Player? { from == 0 ? play.batter : field.bases[from - 1] }

  private mutating func leave(_ from: Int) { if from > 0 { field.bases[from - 1] = nil } }

  private func movement(of runner: Player, _ from: Int, on type: String, at event: Int) -> ScriptedPlay.Movement {
    let origin = play.movements.first { $0.event == event && $0.runner == runner }?.from ?? from
    return ScriptedPlay.Movement(runner: runner, from: from, event: event, eventType: type, origin: origin)
  }
}
