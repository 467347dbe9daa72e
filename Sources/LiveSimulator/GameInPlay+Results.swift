/// The effect of a result on bases, outs and score.
extension GameInPlay {
  mutating func settle(_ outcome: Outcome) {
    play.result = outcome
    hasEnded = true
    let type = outcome.rawValue
    switch outcome {
    case .strikeout, .strikeoutDoublePlay, .strikeoutTriplePlay: strikeOut(outcome)
    case .walk, .intentWalk: force(type)
    case .hitByPitch: force(type)
    case .catcherInterference: force(type, credits: [credit(.catcher, "c_catcher_interf")])
    case .single, .double, .triple: hit(outcome)
    case .homeRun: homeRun()
    case .fieldOut: fieldOut()
    case .forceOut: forceOut()
    case .fieldersChoice: fieldersChoice()
    case .fieldersChoiceOut: fieldersChoiceOut()
    case .fieldError: fieldError()
    case .sacFly, .sacFlyDoublePlay: sacFly(outcome)
    case .sacBunt, .sacBuntDoublePlay: sacBunt(outcome)
    case .groundedIntoDoublePlay, .groundedIntoTriplePlay, .doublePlay, .triplePlay: multiplePlay(outcome)
    case .batterInterference: retireBatter(at: 1, [.catcher])
    default: retireBatter(at: 1, [dice.pick(Position.outfield)])
    }
  }

  var type: String { play.result.rawValue }

  mutating func retireBatter(at base: Int, _ positions: [Position]) {
    retire(0, at: base, on: type, at: resultEvent, credits: credits(positions))
  }

  /// Strikes the batter out. He may run on a dropped third strike if first base is open or two are out.
  private mutating func strikeOut(_ outcome: Outcome) {
    let isFree = field.outs == 2 || !field.has(1)
    if outcome == .strikeout, isFree, !isDominated, !isImmaculate, dice.chance(0.012) {
      let isWild = dice.chance(0.7)
      sentence = isWild ? "wild" : "passed"
      let cause = isWild ? "wild_pitch" : "passed_ball"
      advance(
        targets: (1...3).map { field.isForced($0) ? $0 + 1 : nil }, on: cause, at: resultEvent, isRBI: false)
      return advance(0, to: 1, on: cause, at: resultEvent)
    }
    retireBatter(at: 1, [.catcher])
    guard outcome != .strikeout else { return }
    if outcome == .strikeoutTriplePlay {
      retire(
        2, at: 3, on: "caught_stealing_3b", at: resultEvent, reason: "r_caught_stealing_3b",
        credits: credits([.catcher, .thirdBase]))
    }
    retire(
      1, at: 2, on: "caught_stealing_2b", at: resultEvent, reason: "r_caught_stealing_2b",
      credits: credits([.catcher, .shortstop]))
  }

  private mutating func homeRun() {
    for base in [3, 2, 1] where field.has(base) {
      advance(base, to: 4, on: type, at: resultEvent, reason: "r_adv_force", isRBI: true)
    }
    advance(0, to: 4, on: type, at: resultEvent, isRBI: true)
  }

  /// Runners may be thrown out at an extra base, and so may the batter.
  private mutating func hit(_ outcome: Outcome) {
    let called = outcome == .single ? 1 : outcome == .double ? 2 : 3
    // A hit that wins the game counts for as many bases as the winning run needs.
    let value = min(called, winningRunner.map { 4 - $0 } ?? called)
    play.result = value == 1 ? .single : value == 2 ? .double : .triple
    let outfielder = dice.pick(Position.outfield)
    runOnHit(value, outfielder)
    advance(0, to: value, on: type, at: resultEvent, credits: [credit(outfielder, "f_fielded_ball")])
    guard !isWon, field.outs < 3, value < 3, !field.has(value + 1), flavour.dominant != fielding else { return }
    if dice.chance(0.012) {
      retire(
        value, at: value + 1, on: type, at: resultEvent, reason: "r_out_stretching",
        credits: credits([outfielder, value == 1 ? .secondBase : .thirdBase]))
    } else if dice.chance(0.018) {
      throwAway(from: outfielder)
    }
  }

  private mutating func runOnHit(_ value: Int, _ outfielder: Position) {
    for base in [3, 2, 1] where field.has(base) && field.outs < 3 {
      let sure = min(base + value, 4)
      let more = sure < 4 && dice.chance(value == 1 && base == 2 ? 0.6 : value == 1 ? 0.28 : 0.43)
      let target = more ? sure + 1 : sure
      let inFront = (base + 1...4).first { $0 < 4 && field.has($0) } ?? (isWon ? 4 : 5)
      let isThrow = more && target < inFront && !isWon && dice.chance(0.05)
      if isThrow {
        retire(
          base, at: target, on: type, at: resultEvent, reason: "r_thrown_out",
          credits: credits([outfielder, target == 4 ? .catcher : .thirdBase]))
      } else {
        let end = min(target, inFront - 1)
        guard end > base else { continue }
        advance(
          base, to: end, on: type, at: resultEvent, reason: field.isForced(base) ? "r_adv_force" : "r_adv_play",
          isRBI: true)
      }
    }
  }

  /// The base of the runner whose run wins the game; nil if there is none.
  private var winningRunner: Int? {
    guard !play.isTop, play.inning >= scheduledInnings else { return nil }
    let needed = 1 - score.lead
    let occupied = [3, 2, 1].filter(field.has)
    return occupied.indices.contains(needed - 1) ? occupied[needed - 1] : nil
  }

  /// Every runner takes one more base on a wild throw.
  private mutating func throwAway(from position: Position) {
    let movements = play.movements.count
    for base in [3, 2, 1] where field.has(base) && !isWon && (base == 3 || !field.has(base + 1)) {
      advance(base, to: base + 1, on: "error", at: resultEvent, reason: "r_adv_play", isEarned: false)
    }
    guard play.movements.count > movements else { return }
    play.movements[movements].credits = [credit(position, "f_throwing_error")]
    sentence += " Throwing error by \(position.noun) \(lineups[fielding].fielder(position).name)."
  }

  private static let clumsy: [Position] = [
    .pitcher, .firstBase, .secondBase, .thirdBase, .shortstop, .leftField, .rightField,
  ]

  private mutating func fieldError() {
    let position = dice.pick(Self.clumsy)
    let isThrow = dice.chance(0.4)
    let name = isThrow ? "f_throwing_error" : "f_fielding_error"
    sentence = "\(isThrow ? "throwing" : "fielding") error by \(position.noun) "
    sentence += lineups[fielding].fielder(position).name
    advance(targets: [2, 3, 4], on: type, at: resultEvent, isRBI: false, isEarned: false)
    advance(0, to: 1, on: type, at: resultEvent, credits: [credit(position, name)])
    guard !isWon, !field.has(2), dice.chance(0.2) else { return }
    advance(1, to: 2, on: type, at: resultEvent, reason: "r_adv_play")
  }

  private mutating func sacFly(_ outcome: Outcome) {
    let outfielder = dice.pick(Position.outfield)
    sentence = "\(outfielder.noun) \(lineups[fielding].fielder(outfielder).name)"
    retireBatter(at: 1, [outfielder])
    advance(3, to: 4, on: type, at: resultEvent, reason: "r_adv_play", isRBI: true)
    guard !isWon else { return }
    if outcome == .sacFlyDoublePlay {
      let base = field.has(2) ? 2 : 1
      let taker: Position = base == 2 ? .thirdBase : .secondBase
      retire(
        base, at: base + 1, on: type, at: resultEvent, reason: "r_thrown_out", credits: credits([outfielder, taker]))
    } else if field.has(2), dice.chance(0.3) {
      advance(2, to: 3, on: type, at: resultEvent, reason: "r_adv_play")
    }
  }

  private mutating func sacBunt(_ outcome: Outcome) {
    if outcome == .sacBuntDoublePlay {
      retire(
        1, at: 2, on: type, at: resultEvent, reason: "r_force_out", credits: credits([.pitcher, .shortstop]))
    }
    retireBatter(at: 1, [.pitcher, .firstBase])
    advance(targets: [2, 3, 4], on: type, at: resultEvent)
  }
}

extension SplitMix64 {
  /// Returns a random element; the array must not be empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(in: 0...elements.count - 1)] }
}

/// Outs on balls in play.
extension GameInPlay {
  private static let infield: [Position] = [.secondBase, .thirdBase, .shortstop]

  mutating func fieldOut() {
    switch dice.number(in: 0...99) {
    case ..<41: groundOut("Groundout", "grounds out")
    case ..<43: groundOut("Bunt Groundout", "bunt grounds out")
    case ..<71: caught("Flyout", "flies out", by: dice.pick(Position.outfield))
    case ..<84: caught("Lineout", "lines out", by: dice.pick(Self.infield + Position.outfield))
    case ..<85: caught("Bunt Pop Out", "bunt pops out", by: dice.pick([.pitcher, .catcher]))
    default: caught("Pop Out", "pops out", by: dice.pick(Self.infield + [.firstBase, .catcher]))
    }
  }

  private mutating func groundOut(_ event: String, _ verb: String) {
    play.event = event
    let fielder = dice.pick(event == "Groundout" ? Self.infield + [.firstBase, .pitcher] : [.pitcher, .catcher])
    let path: [Position] = fielder == .firstBase ? [.firstBase] : [fielder, .firstBase]
    sentence = "\(verb), \(way(path))"
    let canScore = field.outs < 2
    retireBatter(at: 1, path)
    guard field.outs < 3 else { return }
    advance(
      targets: [
        dice.chance(0.85) ? 2 : nil, dice.chance(0.6) ? 3 : nil, canScore && dice.chance(0.5) ? 4 : nil,
      ], on: type, at: resultEvent)
  }

  private mutating func caught(_ event: String, _ verb: String, by fielder: Position) {
    play.event = event
    sentence = "\(verb) to \(way([fielder]))"
    retireBatter(at: 1, [fielder])
    guard event == "Flyout", field.outs < 3, dice.chance(0.15) else { return }
    advance(targets: [nil, 3, nil], on: type, at: resultEvent)
  }

  /// Forces the runner from first at second, or the one from third at home; no run counts on the third out.
  mutating func forceOut() {
    let isHome = field.isLoaded && dice.chance(0.3)
    let path: [Position] =
      isHome
      ? [dice.pick(Self.infield), .catcher] : dice.pick([[.shortstop, .secondBase], [.thirdBase, .secondBase]])
    sentence = "grounds into a force out, \(way(path))"
    let wasLoaded = field.isLoaded
    retire(isHome ? 3 : 1, at: isHome ? 4 : 2, on: type, at: resultEvent, reason: "r_force_out", credits: credits(path))
    if field.outs < 3 {
      let targets: [Int?] =
        isHome
        ? [2, 3, nil] : [nil, wasLoaded || dice.chance(0.6) ? 3 : nil, wasLoaded || dice.chance(0.5) ? 4 : nil]
      advance(targets: targets, on: type, at: resultEvent)
    }
    advance(0, to: 1, on: type, at: resultEvent)
  }

  mutating func fieldersChoice() {
    sentence = "reaches on a fielder's choice, fielded by \(way([dice.pick(Self.infield)]))"
    advance(targets: [2, 3, 4], on: type, at: resultEvent)
    advance(0, to: 1, on: type, at: resultEvent)
  }

  mutating func fieldersChoiceOut() {
    let base = field.has(3) ? 3 : 2
    let path: [Position] = [dice.pick([.shortstop, .thirdBase, .pitcher]), base == 3 ? .catcher : .thirdBase]
    sentence = "reaches on a fielder's choice out, \(way(path))"
    retire(base, at: base + 1, on: type, at: resultEvent, reason: "r_thrown_out", credits: credits(path))
    if field.outs < 3 { advance(targets: [2, 3, nil], on: type, at: resultEvent) }
    advance(0, to: 1, on: type, at: resultEvent)
  }

  mutating func multiplePlay(_ outcome: Outcome) {
    switch outcome {
    case .groundedIntoDoublePlay: groundIntoDoublePlay()
    case .groundedIntoTriplePlay: groundIntoTriplePlay()
    default: doubledOff(both: outcome == .triplePlay)
    }
  }

  private mutating func groundIntoDoublePlay() {
    let pivot: [Position] = dice.pick([
      [.shortstop, .secondBase], [.thirdBase, .secondBase], [.secondBase, .shortstop],
    ])
    sentence = "grounds into a double play, \(way(pivot + [.firstBase]))"
    retire(1, at: 2, on: type, at: resultEvent, reason: "r_force_out", credits: credits(pivot))
    retireBatter(at: 1, [pivot[1], .firstBase])
    guard field.outs < 3 else { return }
    advance(targets: [nil, 3, 4], on: type, at: resultEvent, isRBI: false)
  }

  private mutating func groundIntoTriplePlay() {
    sentence = "grounds into a triple play, \(way([.thirdBase, .secondBase, .firstBase]))"
    retire(2, at: 3, on: type, at: resultEvent, reason: "r_force_out", credits: credits([.thirdBase]))
    retire(1, at: 2, on: type, at: resultEvent, reason: "r_force_out", credits: credits([.thirdBase, .secondBase]))
    retireBatter(at: 1, [.secondBase, .firstBase])
  }

  /// Doubles a runner off after a caught line drive, or throws out the runner from third after a fly.
  private mutating func doubledOff(both: Bool) {
    let occupied = [3, 2, 1].filter(field.has)
    if !both, field.has(3), dice.chance(0.5) {
      let fielder = dice.pick(Position.outfield)
      sentence = "flies into a double play, \(way([fielder, .catcher]))"
      retireBatter(at: 1, [fielder])
      return retire(
        3, at: 4, on: type, at: resultEvent, reason: "r_thrown_out",
        credits: [credit(fielder, "f_assist"), credit(fielder, "f_assist_of"), credit(.catcher)])
    }
    sentence = "lines into a \(both ? "triple" : "double") play, \(way([.shortstop, .secondBase]))"
    retireBatter(at: 1, [.shortstop])
    for base in occupied.prefix(both ? 2 : 1) {
      retire(
        base, at: base, on: type, at: resultEvent, reason: "r_doubled_off", credits: credits([.shortstop, .secondBase]))
    }
  }

  /// Returns the fielders of a play, as a sentence.
  func way(_ positions: [Position]) -> String {
    positions.map { "\($0.noun) \(lineups[fielding].fielder($0).name)" }.joined(separator: " to ")
  }
}
