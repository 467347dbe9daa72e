extension NBAGameInPlay {
  /// Plays until the next shot, turnover, foul or whistle, or until the period ends.
  mutating func playPossession() {
    guard let side = ball else { return clockOut() }
    if holdsForTheEnd(side) { return clockOut() }
    if foulsOnPurpose(side.other) { return }
    let duration = duration(of: side)
    if duration >= left { return lastMoment(of: side) }
    if duration >= 23.5, dice.chance(0.5) { return shotClockViolation(side, after: duration) }
    run(duration)
    whistle(side)
    guard ball == side, clock > 0 else { return }
    switch dice.index(weights: [0.122, 0.038, 0.074, 0.004, 0.007, 0.755]) {
    case 0: turnover(side)
    case 1: commonFoul(on: side)
    case 2: shootingFoul(on: side)
    case 3: heldBall()
    case 4: kickedBall(by: side.other)
    default: shoot(side)
    }
  }

  /// Seconds until something happens.
  private mutating func duration(of side: NBASide) -> Double {
    let margin = score[side] - score[side.other]
    let isLate = period >= 4 && left <= 60
    // The last possession of a period is played to its end, unless the side is too far behind to wait.
    if left <= 24, !(isLate && margin < -3) {
      return dice.chance(0.2) ? left + 1 : max(0.3, left - dice.seconds(in: 0...3.5))
    }
    if isLate, margin < 0 { return min(dice.seconds(in: 3...9), max(0.2, left - 0.3)) }
    if isLate, margin > 0 { return dice.seconds(in: 18...23) }
    switch origin {
    case .secondChance: return dice.seconds(in: 1.5...7)
    case .turnover: return dice.chance(0.5) ? dice.seconds(in: 3...6) : dice.seconds(in: 7...15)
    case .rebound: return dice.chance(0.2) ? dice.seconds(in: 3.5...6) : dice.seconds(in: 7...17)
    case .basket: return dice.chance(0.012) ? 24 : dice.seconds(in: 8.5...19)
    }
  }

  /// Whether the game is decided and the side lets the clock run out.
  private func holdsForTheEnd(_ side: NBASide) -> Bool {
    let margin = score[side] - score[side.other]
    return period >= 4 && left <= 24 && margin > (left < 5 ? 3 : 8)
  }

  /// Runs the clock out.
  private mutating func clockOut() { run(left) }

  /// The ball is in the hands of a side when the period ends: a heave, a shot at the buzzer, or nothing.
  private mutating func lastMoment(of side: NBASide) {
    guard dice.chance(0.45) else { return clockOut() }
    let remaining = [0, 1, 2, 3, 5, 8][dice.number(in: 0...5)]
    run(max(0, left - Double(remaining) / 10))
    if dice.chance(0.4) { heave(side) } else { shoot(side) }
    if clock > 0 { clockOut() }
  }

  /// A side that is behind late in the game stops the clock.
  private mutating func foulsOnPurpose(_ side: NBASide) -> Bool {
    let behind = score[side.other] - score[side]
    guard period >= 4, (4.0...40).contains(left), (1...9).contains(behind), left < 25 || behind > 3,
      dice.chance(0.75)
    else { return false }
    run(min(dice.seconds(in: 0.6...4), left - 1))
    let isTake = dice.chance(0.3)
    commonFoul(on: side.other, descriptor: isTake ? "take" : nil)
    return true
  }

  private mutating func turnover(_ side: NBASide) {
    switch dice.index(weights: [0.57, 0.24, 0.12, 0.05, 0.015, 0.012]) {
    case 0: stolenBall(side)
    case 1: ballOutOfBounds(side)
    case 2: offensiveFoul(side)
    case 3: lose(side, "traveling", isCalled: true)
    case 4: lose(side, "backcourt", isCalled: true)
    default: lose(side, "offensive goaltending", isCalled: true)
    }
  }

  /// Adds a turnover of a player, and gives the ball to the other side.
  mutating func lose(
    _ side: NBASide, _ subType: String, descriptor: String? = nil, by given: NBAPlayer? = nil, isCalled: Bool
  ) {
    let loser = given ?? one(of: side) { $0.skill.usage + $0.skill.assists }
    let (spot, official) = (spot(of: side, feet: 3...28), isCalled ? official() : nil)
    add(.turnover, side, loser) {
      ($0.subType, $0.descriptor, $0.spot, $0.official) = (subType, descriptor, spot, official)
    }
    (ball, origin) = (side.other, .turnover)
    if isCalled { deadBall(8...16) }
  }

  private mutating func stolenBall(_ side: NBASide) {
    let thief = one(of: side.other) { $0.skill.steals }
    let spot = spot(of: side, feet: 3...28)
    lose(side, dice.chance(0.58) ? "bad pass" : "lost ball", isCalled: false)
    changeLast({ $0 == .turnover }) { $0.defender = thief }
    add(.steal, side.other, thief) { ($0.spot, $0.possession) = (spot, side.other) }
  }

  private mutating func ballOutOfBounds(_ side: NBASide) {
    let descriptor = ["bad pass", "lost ball", "step"][dice.index(weights: [0.6, 0.28, 0.12])]
    lose(side, "out-of-bounds", descriptor: descriptor, isCalled: true)
  }

  private mutating func shotClockViolation(_ side: NBASide, after seconds: Double) {
    run(seconds)
    let (spot, official) = (spot(of: side, feet: 3...20), official())
    add(.turnover, side) {
      ($0.subType, $0.qualifiers, $0.spot, $0.official) = ("shot clock", ["team"], spot, official)
    }
    (ball, origin) = (side.other, .turnover)
    deadBall(8...16)
  }

  private mutating func heldBall() {
    wait(6...12)
    let before = ball
    jumpBall(dice.chance(0.75) ? "heldball" : "outofbounds")
    if ball != before { origin = .turnover }
  }

  private mutating func kickedBall(by side: NBASide) {
    let (player, official) = (one(of: side) { _ in 1 }, official())
    add(.violation, side, player) { ($0.subType, $0.official) = ("kicked ball", official) }
    deadBall(8...15)
  }

  /// Now and then play stops for something that is no part of it.
  private mutating func whistle(_ side: NBASide) {
    switch dice.index(weights: [0.9922, 0.0035, 0.0023, 0.0014, 0.0006]) {
    case 1:
      let official = official()
      let guilty = dice.chance(0.5) ? side : side.other
      add(.violation, guilty) {
        ($0.subType, $0.qualifiers, $0.official) = ("delay-of-game", ["team"], official)
      }
      wait(5...15)
    case 2: technical(dice.chance(0.5) ? side : side.other, descriptor: nil)
    case 3: technical(side.other, descriptor: "defensive-3-second")
    case 4:
      let reason = dice.pick(["out-of-bounds", "blood rule"])
      add(.stoppage) { $0.subType = reason }
      wait(20...70)
    default: break
    }
  }
}
