extension NBAGameInPlay {
  /// Whether fouls of a side give free throws: from the fifth of a period on, from the fourth in over time.
  private func isInPenalty(_ side: NBASide) -> Bool { teamFouls[side] >= (period <= 4 ? 5 : 4) }

  /// Adds a personal foul on a player of the side with the ball.
  private mutating func foul(
    on side: NBASide, _ victim: NBAPlayer, descriptor: String?, throwing count: Int
  ) {
    let counts = tallies
    let guilty = one(of: side.other) { counts[$0].map { $0.fouls >= 4 } == true ? 0.4 : $0.position.isBig ? 1.3 : 1 }
    teamFouls[side.other] += 1
    let (spot, official) = (spot(of: side, feet: 1...24), official())
    let penalty = descriptor?.hasPrefix("flagrant") != true && isInPenalty(side.other) ? ["inpenalty"] : []
    add(.foul, side.other, guilty) {
      ($0.subType, $0.descriptor, $0.drawn, $0.freeThrows) = ("personal", descriptor, victim, count)
      ($0.spot, $0.official, $0.possession) = (spot, official, side)
      $0.qualifiers = penalty + (count > 0 ? ["\(count)freethrow"] : [])
    }
    wait(18...34)
    if tally(of: guilty).fouls >= 6 { exclude(guilty, of: side.other) }
    challenge(by: side.other)
    if descriptor?.hasSuffix("type-2") == true { eject(guilty, of: side.other) }
  }

  /// A foul without a shot: free throws in the penalty, else the side keeps the ball.
  mutating func commonFoul(on side: NBASide, descriptor: String? = nil) {
    let victim = one(of: side) { $0.skill.usage }
    let isThrowing = teamFouls[side.other] >= (period <= 4 ? 4 : 3)
    foul(on: side, victim, descriptor: descriptor, throwing: isThrowing ? 2 : 0)
    ball = side
    if isThrowing { return throwFree(side, victim, count: 2) }
    origin = .rebound
    deadBall(2...6)
  }

  /// A foul on a missed shot, rarely a flagrant one, after which the side has the ball again.
  mutating func shootingFoul(on side: NBASide) {
    let victim = one(of: side) { $0.skill.usage }
    if dice.chance(0.008) {
      let isSevere = dice.chance(0.15)
      foul(on: side, victim, descriptor: isSevere ? "flagrant-type-2" : "flagrant-type-1", throwing: 2)
      add(.instantReplay, side.other) {
        ($0.subType, $0.descriptor, $0.value) = ("foul type", "support", "Flagrant Foul")
      }
      throwFree(side, victim, count: 2, descriptor: "flagrant", keepsBall: true)
    } else {
      let count = dice.chance(0.05) ? 3 : 2
      foul(on: side, victim, descriptor: "shooting", throwing: count)
      throwFree(side, victim, count: count)
    }
  }

  /// A foul on the shooter of a made basket.
  mutating func andOne(_ side: NBASide, _ shooter: NBAPlayer) {
    wait(2...5)
    ball = side
    foul(on: side, shooter, descriptor: "shooting", throwing: 1)
    throwFree(side, shooter, count: 1)
  }

  mutating func offensiveFoul(_ side: NBASide) {
    let guilty = one(of: side) { $0.skill.usage }
    let (victim, spot, official) = (one(of: side.other) { _ in 1 }, spot(of: side, feet: 1...20), official())
    let descriptor = [nil, "charge", "off-the-ball"][dice.index(weights: [0.6, 0.3, 0.1])]
    add(.foul, side, guilty) {
      ($0.subType, $0.descriptor, $0.drawn) = ("offensive", descriptor, victim)
      ($0.spot, $0.official) = (spot, official)
    }
    if tally(of: guilty).fouls >= 6 { excluded.insert(guilty) }
    lose(side, "offensive foul", by: guilty, isCalled: true)
    if excluded.contains(guilty) { replace(guilty, of: side) }
  }

  /// Free throws of a player; after the last one, the ball is live if it was missed.
  private mutating func throwFree(
    _ side: NBASide, _ shooter: NBAPlayer, count: Int, descriptor: String? = nil, keepsBall: Bool = false
  ) {
    ball = side
    let qualifiers = origin == .basket ? [] : origin.qualifiers
    if dice.chance(0.35) { substitute(atMost: 1, keeping: shooter) }
    for number in 1...count {
      wait(number == 1 ? 12...24 : 14...20)
      let isMade = dice.chance(shooter.skill.freeThrows)
      add(.freeThrow, side, shooter) {
        ($0.subType, $0.isMade, $0.descriptor) = ("\(number) of \(count)", isMade, descriptor)
        $0.qualifiers = qualifiers
      }
      if number < count || keepsBall {
        if !isMade { deadBallRebound(of: side) }
        if number < count, dice.chance(0.3) { substitute(atMost: 2, keeping: shooter) }
      } else if isMade {
        (ball, origin) = (side.other, .basket)
        afterBasket(of: side)
      } else {
        rebound(of: side, offensive: 0.13)
      }
    }
    if keepsBall {
      (ball, origin) = (side, .rebound)
      deadBall(4...9)
    }
  }

  private mutating func deadBallRebound(of side: NBASide) {
    let shot = actions.count - 1
    add(.rebound, side) {
      ($0.subType, $0.qualifiers, $0.shot) = ("offensive", ["deadball", "team"], shot)
    }
  }

  /// A technical foul: one free throw of the other side, and the ball stays where it is.
  mutating func technical(_ side: NBASide, descriptor: String?) {
    let (before, source) = (ball, origin)
    let (guilty, official) = (one(of: side) { $0.skill.usage }, official())
    add(.foul, side, guilty) {
      ($0.subType, $0.descriptor, $0.official, $0.freeThrows) = ("technical", descriptor, official, 1)
      $0.qualifiers = ["1freethrow"]
    }
    wait(15...30)
    // Defensive three seconds never lead to an ejection.
    let unsporting = actions.count { $0.player == guilty && $0.subType == "technical" && $0.descriptor == nil }
    if unsporting == 2 { eject(guilty, of: side) }
    let shooter = one(of: side.other) { $0.skill.freeThrows * $0.skill.freeThrows * $0.skill.freeThrows }
    let isMade = dice.chance(shooter.skill.freeThrows)
    add(.freeThrow, side.other, shooter) {
      ($0.subType, $0.isMade, $0.descriptor) = ("1 of 1", isMade, "technical")
    }
    if !isMade { deadBallRebound(of: side.other) }
    (ball, origin) = (before, source)
    wait(4...10)
  }

  private mutating func eject(_ player: NBAPlayer, of side: NBASide) {
    let official = official()
    add(.ejection, side, player) { ($0.subType, $0.official) = ("", official) }
    wait(20...60)
    exclude(player, of: side)
  }

  private mutating func exclude(_ player: NBAPlayer, of side: NBASide) {
    excluded.insert(player)
    replace(player, of: side)
  }

  /// A coach may have the last foul reviewed. Where somebody enters the outcome, it stands in the play-by-play.
  private mutating func challenge(by side: NBASide) {
    guard hasChallenge[side], timeouts[side] > 0, dice.chance(0.018) else { return }
    hasChallenge[side] = false
    timeouts[side] -= 1
    add(.timeout, side) { ($0.subType, $0.qualifiers) = ("challenge", []) }
    wait(50...140)
    guard dice.chance(0.5) else { return }
    let isOverturned = dice.chance(0.4)
    let foul = actions.last { $0.kind == .foul }
    let value = isOverturned ? "Corrected to Foul on \(foul?.player?.initialName ?? "")" : "Foul Stands"
    add(.instantReplay, side) {
      ($0.subType, $0.descriptor, $0.value) = ("challenge", isOverturned ? "overturned" : "support", value)
    }
  }
}
