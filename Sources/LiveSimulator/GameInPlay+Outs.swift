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

  /// The runner from first is out at second, or the one from third at home; no run counts on the third out.
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

  /// A line drive is caught, and the lead runners cannot come back; or a fly, and the one from third is thrown out.
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

  /// The fielders a ball went through, as a sentence says it.
  func way(_ positions: [Position]) -> String {
    positions.map { "\($0.noun) \(lineups[fielding].fielder($0).name)" }.joined(separator: " to ")
  }
}
