extension NBAGameInPlay {
  /// Play has stopped: there may be a timeout, and players are exchanged.
  mutating func deadBall(_ seconds: ClosedRange<Double>) {
    wait(seconds)
    guard clock > 0 else { return }
    let hasTimeout = takeTimeout()
    if hasTimeout || dice.chance(0.4) { substitute(atMost: hasTimeout ? 3 : 2) }
  }

  /// After a basket only a timeout stops the game.
  mutating func afterBasket(of side: NBASide) {
    let streak = side == .home ? run : -run
    let isUrgent = period >= 4 && (3.0...45).contains(left) && abs(score.home - score.away) <= 6
    guard clock > 0, isUrgent && dice.chance(0.35) || streak >= 7 && dice.chance(0.5) else { return }
    if takeTimeout(by: side.other) { substitute(atMost: 3) }
  }

  /// Each period has two mandatory timeouts, in over time none.
  private mutating func takeTimeout() -> Bool {
    guard period <= 4, mandatory < 2, left < (mandatory == 0 ? 419 : 179) else { return false }
    // The first one is the home side's; a side without one does not stop the game.
    let side: NBASide = mandatory == 0 ? .home : .away
    mandatory += 1
    return takeTimeout(by: timeouts[side] > 0 ? side : side.other, isMandatory: true)
  }

  private mutating func takeTimeout(by side: NBASide, isMandatory: Bool = false) -> Bool {
    guard timeouts[side] > 0 else { return false }
    timeouts[side] -= 1
    let isFirst = !isMandatory && period <= 4 && mandatory < 2 && left < (mandatory == 0 ? 419 : 179)
    if isFirst { mandatory += 1 }
    let counts = isMandatory || isFirst
    run = 0
    add(.timeout, side) {
      ($0.subType, $0.qualifiers) = ("full", counts ? ["team", "mandatory"] : ["team"])
    }
    wait(counts ? 150...190 : 75...100)
    return true
  }

  /// Exchanges tired players of both sides for rested ones, at most `most` of a side, all outs before all ins. A
  /// shooter of free throws stays.
  mutating func substitute(atMost most: Int, keeping shooter: NBAPlayer? = nil, qualifiers: [String] = []) {
    var changes: [(side: NBASide, out: NBAPlayer, in: NBAPlayer)] = []
    for side in NBASide.allCases {
      for player in floor[side] where player != shooter && changes.count(where: { $0.side == side }) < most {
        let taken = changes.map(\.in)
        guard isTired(player, of: side), let substitute = substitute(for: player, of: side, not: taken) else {
          continue
        }
        changes.append((side, player, substitute))
      }
    }
    enter(changes, qualifiers)
  }

  private mutating func enter(_ changes: [(side: NBASide, out: NBAPlayer, in: NBAPlayer)], _ qualifiers: [String] = [])
  {
    guard !changes.isEmpty else { return }
    wait(2...8)
    for change in changes {
      add(.substitution, change.side, change.out) { ($0.subType, $0.qualifiers) = ("out", qualifiers) }
    }
    for change in changes {
      add(.substitution, change.side, change.in) { ($0.subType, $0.qualifiers) = ("in", qualifiers) }
      floor[change.side] = floor[change.side].map { $0 == change.out ? change.in : $0 }
      spells[change.out] = 0
      spells[change.in] = 0
    }
  }

  /// The starters come back after the half and for over time; else a period begins with some changes.
  mutating func substituteAtStart() {
    wait(4...20)
    for side in NBASide.allCases {
      // A break is a rest for all.
      for player in rosters[side].active where !floor[side].contains(player) { spells[player, default: 0] += 120 }
    }
    guard period == 3 || period > 4 else { return substitute(atMost: 2, qualifiers: ["startperiod"]) }
    let changes = NBASide.allCases.flatMap { side in
      let missing = rosters[side].starters.filter { !floor[side].contains($0) && !excluded.contains($0) }
      let leaving = floor[side].filter { !rosters[side].starters.contains($0) }
      return zip(leaving, missing).map { (side, $0, $1) }
    }
    enter(changes, ["startperiod"])
  }

  /// Exchanges a player who may not play on.
  mutating func replace(_ player: NBAPlayer, of side: NBASide) {
    guard floor[side].contains(player), let substitute = substitute(for: player, of: side, not: []) else { return }
    enter([(side, player, substitute)])
  }

  private mutating func isTired(_ player: NBAPlayer, of side: NBASide) -> Bool {
    let spell = spells[player] ?? 0
    let isStarter = rosters[side].starters.contains(player)
    if isClosing, isStarter { return false }
    if isClosing, rosters[side].starters.contains(where: { isFree($0, of: side) && $0.position == player.position }) {
      return true
    }
    if period >= 4, left < 300, abs(score.home - score.away) > 18, isStarter { return dice.chance(0.6) }
    return spell > (isStarter ? dice.seconds(in: 440...660) : dice.seconds(in: 330...520))
  }

  private func isFree(_ player: NBAPlayer, of side: NBASide) -> Bool {
    !floor[side].contains(player) && !excluded.contains(player)
  }

  /// Returns a player of the bench, of the same kind if there is one; nil if nobody is left.
  private mutating func substitute(for player: NBAPlayer, of side: NBASide, not taken: [NBAPlayer]) -> NBAPlayer? {
    let free = rosters[side].active.filter { isFree($0, of: side) && !taken.contains($0) }
    guard !free.isEmpty else { return nil }
    let isOver = period >= 4 && left < 300 && abs(score.home - score.away) > 18
    let weights = free.map { candidate -> Double in
      let place = rosters[side].active.firstIndex(of: candidate) ?? 0
      let rank = isOver ? (place < 5 ? 0.05 : 1) : place < 5 ? (isClosing ? 30 : 4) : place < 9 ? 2 : 0.15
      let isRested = (spells[candidate] ?? 0) > 150 || isClosing || actions.count < 60
      let fits = candidate.position.isBig == player.position.isBig
      return rank * (isRested ? 1 : 0.1) * (fits ? 1 : 0.25)
    }
    return free[dice.index(weights: weights)]
  }
}
