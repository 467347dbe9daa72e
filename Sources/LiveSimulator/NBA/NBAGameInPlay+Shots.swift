/// A kind of shot with its share, its probability, and how often it is blocked and assisted.
private struct ShotKind {
  var subType: String
  var descriptors: [String?]
  var weight: Double
  var probability: Double
  var assisted: Double
  /// The share of blocked shots among the missed ones.
  var blocked: Double
  var feet: ClosedRange<Double>

  static let near = [
    ShotKind(
      subType: "Layup",
      descriptors: ["driving", "driving", "driving finger roll", "cutting", "driving reverse", nil], weight: 0.36,
      probability: 0.56, assisted: 0.45, blocked: 0.34, feet: 0.3...3.9),
    ShotKind(
      subType: "DUNK", descriptors: ["cutting", "driving", "alley-oop", nil], weight: 0.09, probability: 0.94,
      assisted: 0.8, blocked: 0.3, feet: 0.1...1.5),
    ShotKind(
      subType: "Hook", descriptors: ["turnaround", "driving", nil], weight: 0.05, probability: 0.5, assisted: 0.3,
      blocked: 0.07, feet: 4.5...10),
    ShotKind(
      subType: "Jump Shot",
      descriptors: [
        "driving floating", "driving floating", "driving floating bank", "pullup", "pullup", "step back", "fadeaway",
        "turnaround fadeaway", "turnaround", "floating", nil, nil,
      ], weight: 0.5, probability: 0.44, assisted: 0.3, blocked: 0.09, feet: 5...20),
  ]
  static let fast = [
    ShotKind(
      subType: "Layup", descriptors: ["running", "running", "running finger roll", "running reverse"], weight: 0.65,
      probability: 0.63, assisted: 0.5, blocked: 0.25, feet: 0.3...3.9),
    ShotKind(
      subType: "DUNK", descriptors: ["running", "running", "running alley-oop"], weight: 0.35, probability: 0.95,
      assisted: 0.75, blocked: 0.3, feet: 0.1...1.5),
  ]
  static let second = [
    ShotKind(
      subType: "Layup", descriptors: ["putback", "tip"], weight: 0.8, probability: 0.56, assisted: 0, blocked: 0.3,
      feet: 0.3...3.9),
    ShotKind(
      subType: "DUNK", descriptors: ["putback", "tip"], weight: 0.2, probability: 0.95, assisted: 0, blocked: 0.2,
      feet: 0.1...1.5),
  ]
  static let far = [
    ShotKind(
      subType: "Jump Shot",
      descriptors: [nil, nil, nil, nil, "pullup", "pullup", "step back", "running pullup"], weight: 1,
      probability: 0.362, assisted: 0.8, blocked: 0.006, feet: 24...28)
  ]
}

extension NBAGameInPlay {
  /// One shot with what follows from it.
  mutating func shoot(_ side: NBASide) {
    let shooter = one(of: side) { $0.skill.usage }
    let isFast = origin != .basket && origin != .secondChance && dice.chance(0.22)
    let needsThree = period >= 4 && left < 24 && score[side.other] - score[side] == 3
    let isThree = dice.chance(needsThree ? 0.9 : shooter.skill.threes * (isFast ? 0.55 : 1.12))
    let isSecond = origin == .secondChance && !isThree && shooter.position.isBig && dice.chance(0.6)
    let kinds = isThree ? ShotKind.far : isSecond ? ShotKind.second : isFast ? ShotKind.fast : ShotKind.near
    let kind = kinds[dice.index(weights: kinds.map(\.weight))]
    var qualifiers = origin.qualifiers
    if isFast { qualifiers.append("fastbreak") }
    if !isThree, kind.feet.lowerBound < 6 { qualifiers.insert("pointsinthepaint", at: 0) }
    let hurry = clock < 20 ? 0.08 : 0
    let isMade = dice.chance(kind.probability + shooter.skill.touch - hurry + correction(of: side))
    let shot = Shot(
      kind: isThree ? .threePointer : .twoPointer, subType: kind.subType, descriptor: dice.pick(kind.descriptors),
      qualifiers: qualifiers, spot: spot(of: side, feet: kind.feet), isMade: isMade)
    if isMade {
      let assist = dice.chance(kind.assisted) ? one(of: side, not: shooter) { $0.skill.assists } : nil
      make(shot, side, shooter, assist)
    } else {
      let blocker = dice.chance(kind.blocked) ? one(of: side.other) { $0.skill.blocks } : nil
      miss(shot, side, shooter, blocker)
    }
  }

  /// Added to the probability of a shot, to keep scores in the range of real games: a side far ahead, or far above the
  /// points of its minutes, scores a little less.
  private func correction(of side: NBASide) -> Double {
    let minutes = Double(min(period, 4)) * 12 - (period <= 4 ? left / 60 : 0)
    let surplus = Double(score[side]) - minutes * 2.2
    let lead = Double(score[side] - score[side.other])
    return max(-0.09, min(0.09, -surplus * 0.003 - lead * 0.0006))
  }

  /// A shot before its result is known.
  struct Shot {
    var kind: NBAAction.Kind
    var subType: String
    var descriptor: String?
    var qualifiers: [String]
    var spot: ShotSpot
    var isMade: Bool
  }

  private mutating func add(
    _ shot: Shot, _ side: NBASide, _ shooter: NBAPlayer, assist: NBAPlayer? = nil, blocker: NBAPlayer? = nil
  ) {
    add(shot.kind, side, shooter) {
      ($0.subType, $0.descriptor, $0.qualifiers) = (shot.subType, shot.descriptor, shot.qualifiers)
      ($0.spot, $0.isMade, $0.assist, $0.defender) = (shot.spot, shot.isMade, assist, blocker)
    }
  }

  private mutating func make(_ shot: Shot, _ side: NBASide, _ shooter: NBAPlayer, _ assist: NBAPlayer?) {
    var shot = shot
    let isGoaltending = shot.subType == "Layup" && dice.chance(0.03)
    if isGoaltending { shot.qualifiers.append("defensivegoaltending") }
    add(shot, side, shooter, assist: assist)
    if isGoaltending {
      let (guilty, official) = (one(of: side.other) { $0.skill.blocks }, official())
      add(.violation, side.other, guilty) { ($0.subType, $0.official) = ("defensive goaltending", official) }
    }
    if clock == 0, dice.chance(0.25) {
      add(.instantReplay) {
        ($0.subType, $0.descriptor, $0.value) = ("request", "support", "End Period - Good Basket")
      }
    }
    (ball, origin) = (side.other, .basket)
    if clock > 0, dice.chance(shot.kind == .threePointer ? 0.008 : 0.075) {
      return andOne(side, shooter)
    }
    wait(0.5...3)
    afterBasket(of: side)
  }

  private mutating func miss(_ shot: Shot, _ side: NBASide, _ shooter: NBAPlayer, _ blocker: NBAPlayer?) {
    add(shot, side, shooter, blocker: blocker)
    if let blocker {
      add(.block, side.other, blocker) { $0.spot = shot.spot }
    }
    rebound(of: side, offensive: shot.kind == .twoPointer ? 0.27 : 0.24)
  }

  /// A long shot at the end of a period; a missed one is charged to the club alone.
  mutating func heave(_ side: NBASide) {
    let spot = spot(of: side, feet: 45...75)
    if dice.chance(0.06) {
      let shot = Shot(
        kind: .threePointer, subType: "Jump Shot", descriptor: "running", qualifiers: [], spot: spot, isMade: true)
      return make(shot, side, one(of: side) { $0.skill.usage }, nil)
    }
    add(.heave, side) { $0.spot = spot }
  }

  /// The rebound of the last action that was a shot.
  mutating func rebound(of side: NBASide, offensive: Double) {
    let shot = actions.lastIndex { $0.kind.isFieldGoal || $0.kind == .freeThrow }
    // At the buzzer there is no rebound, or one of the club.
    guard clock > 0 else { return }
    run(min(Double(dice.number(in: 1...4)), left * (clock < 100 ? dice.seconds(in: 0...1) : 1)))
    let isOffensive = dice.chance(offensive)
    let winner = isOffensive ? side : side.other
    let isTeams = dice.chance(0.14) || clock == 0
    let player = isTeams ? nil : one(of: winner) { $0.skill.rebounds }
    let spot = dice.chance(0.95) ? spot(of: side, feet: 1...15) : nil
    (ball, origin) = (winner, isOffensive ? .secondChance : .rebound)
    add(.rebound, winner, player) {
      ($0.subType, $0.shot, $0.spot) = (isOffensive ? "offensive" : "defensive", shot, spot)
      if isTeams { $0.qualifiers = ["team"] }
    }
    guard isTeams else { return looseBallFoul(against: winner) }
    deadBall(6...14)
  }

  /// Some rebounds end with a foul of the other side.
  private mutating func looseBallFoul(against side: NBASide) {
    guard dice.chance(0.045), clock > 0 else { return }
    commonFoul(on: side, descriptor: "loose ball")
  }
}
