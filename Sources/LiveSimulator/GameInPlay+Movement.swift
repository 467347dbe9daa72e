/// How runners and batter move; the only place where bases, outs and score change.
extension GameInPlay {
  /// The event on which the result happens: the last one.
  var resultEvent: Int { max(0, play.events.count - 1) }

  /// Moves one to a base that is free, or home.
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

  /// Puts one out at a base from 1 to 4.
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

  /// Moves the runners who are given a base, the lead runner first; nobody passes another, and nobody scores behind
  /// the run that wins the game.
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

  /// Only those who must, move, and the batter comes to first.
  mutating func force(_ eventType: String, credits: [ScriptedPlay.Credit] = [], isRBI: Bool = true) {
    advance(targets: (1...3).map { field.isForced($0) ? $0 + 1 : nil }, on: eventType, at: resultEvent, isRBI: isRBI)
    advance(0, to: 1, on: eventType, at: resultEvent, credits: credits)
  }

  func credit(_ position: Position, _ name: String = "f_putout") -> ScriptedPlay.Credit {
    ScriptedPlay.Credit(player: lineups[fielding].fielder(position), position: position, name: name)
  }

  /// Assists of all but the last, who makes the putout.
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
