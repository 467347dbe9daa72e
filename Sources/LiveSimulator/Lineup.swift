/// One side during the game: batting order, positions and remaining players.
struct Lineup: Sendable {
  let club: Club
  let manager: Player
  private(set) var slots: [Slot]
  private(set) var pitcher: Player
  private(set) var bullpen: [Player]
  private(set) var bench: [Player]
  /// The number of the next turn at bat, always rising; modulo 9 it is the place in the batting order.
  var next = 0
  /// The number of batters that the pitcher has faced.
  var faced = 0
  var moundVisits = 5
  /// Challenges of a pitch that may still fail.
  var absChallenges = 2
  /// Challenges of a call that may still fail.
  var challenges = 1
  var hasManager = true

  /// One of the nine places of the batting order.
  struct Slot: Sendable {
    var player: Player
    var position: Position
    /// The number of substitutes so far.
    var substitutes = 0
    /// The position that a pinch hitter or runner leaves open until the next half.
    var vacated: Position?
  }

  init(_ roster: Roster) {
    (club, manager) = (roster.club, roster.manager)
    slots = roster.starters.map { Slot(player: $0.player, position: $0.position) }
    (pitcher, bullpen, bench) = (roster.startingPitcher, roster.bullpen, roster.bench)
  }

  /// The place of the next batter, 0 to 8.
  var turn: Int { next % 9 }

  func fielder(_ position: Position) -> Player {
    guard position != .pitcher else { return pitcher }
    return slots.first { $0.position == position || $0.vacated == position }?.player ?? pitcher
  }

  /// Returns the `battingOrder` of a place: `302` is the second substitute in the third place.
  func battingOrder(_ place: Int) -> String { String((place + 1) * 100 + slots[place].substitutes) }

  /// Puts a substitute from the bench into a place; nil if the bench is empty.
  mutating func substitute(_ place: Int, as position: Position) -> (entered: Player, left: Player)? {
    guard let entered = bench.popLast() else { return nil }
    let left = slots[place].player
    let isForBatting = position == .pinchHitter || position == .pinchRunner
    slots[place].vacated = isForBatting ? slots[place].vacated ?? slots[place].position : nil
    slots[place].player = entered
    slots[place].position = position
    slots[place].substitutes += 1
    return (entered, left)
  }

  /// Gives the pinch hitter or runner the position that he left open.
  mutating func settle(_ place: Int) -> Position? {
    guard let position = slots[place].vacated else { return nil }
    (slots[place].position, slots[place].vacated) = (position, nil)
    return position
  }

  mutating func exchange(_ one: Int, _ other: Int) {
    (slots[one].position, slots[other].position) = (slots[other].position, slots[one].position)
  }

  /// Brings the next pitcher from the bullpen; nil if none is left.
  mutating func relieve() -> (entered: Player, left: Player)? {
    guard !bullpen.isEmpty else { return nil }
    let left = pitcher
    pitcher = bullpen.removeFirst()
    faced = 0
    return (pitcher, left)
  }

  /// Makes a two-way player, who is the designated hitter, the pitcher too.
  mutating func switchPitcher() -> (entered: Player, left: Player)? {
    guard let place = slots.firstIndex(where: { $0.position == .designatedHitter }),
      slots[place].player != pitcher
    else { return nil }
    let left = pitcher
    pitcher = slots[place].player
    faced = 0
    return (pitcher, left)
  }
}

/// The bases and the outs of a half-inning.
struct Field: Sendable {
  /// The runners on first, second and third.
  var bases: [Player?] = [nil, nil, nil]
  var outs = 0

  /// Returns whether a runner is on a base from 1 to 3.
  func has(_ base: Int) -> Bool { bases[base - 1] != nil }

  var runners: Int { bases.count { $0 != nil } }
  var isLoaded: Bool { runners == 3 }
  var isEmpty: Bool { runners == 0 }

  /// Returns whether the runner is forced when the batter comes to first.
  func isForced(_ base: Int) -> Bool { (1...base).allSatisfy(has) }
}
