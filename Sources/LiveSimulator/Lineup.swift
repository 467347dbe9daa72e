/// One side while the game is on: who bats where, who stands where, and who is left.
struct Lineup: Sendable {
  let club: Club
  let manager: Player
  private(set) var slots: [Slot]
  private(set) var pitcher: Player
  private(set) var bullpen: [Player]
  private(set) var bench: [Player]
  /// Place in the batting order of who bats next, always rising.
  var next = 0
  /// Batters that the pitcher has faced.
  var faced = 0
  var moundVisits = 5
  /// Failures left to challenge a pitch.
  var absChallenges = 2
  /// Failures left to challenge a call.
  var challenges = 1
  var hasManager = true

  /// One of the nine places of the batting order.
  struct Slot: Sendable {
    var player: Player
    var position: Position
    /// How many have come after the starter.
    var substitutes = 0
    /// The place in the field that a pinch hitter or runner leaves open until the next half.
    var vacated: Position?
  }

  init(_ roster: Roster) {
    (club, manager) = (roster.club, roster.manager)
    slots = roster.starters.map { Slot(player: $0.player, position: $0.position) }
    (pitcher, bullpen, bench) = (roster.startingPitcher, roster.bullpen, roster.bench)
  }

  /// Place 0 to 8 of who bats next.
  var turn: Int { next % 9 }

  func fielder(_ position: Position) -> Player {
    guard position != .pitcher else { return pitcher }
    return slots.first { $0.position == position || $0.vacated == position }?.player ?? pitcher
  }

  /// `battingOrder` of a place: `302` is the second who came into the third one.
  func battingOrder(_ place: Int) -> String { String((place + 1) * 100 + slots[place].substitutes) }

  /// Puts somebody from the bench into a place; nil when it is empty.
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

  /// Who came to bat or run takes his place in the field.
  mutating func settle(_ place: Int) -> Position? {
    guard let position = slots[place].vacated else { return nil }
    (slots[place].position, slots[place].vacated) = (position, nil)
    return position
  }

  mutating func exchange(_ one: Int, _ other: Int) {
    (slots[one].position, slots[other].position) = (slots[other].position, slots[one].position)
  }

  /// The next of the bullpen comes; nil when nobody is left.
  mutating func relieve() -> (entered: Player, left: Player)? {
    guard !bullpen.isEmpty else { return nil }
    let left = pitcher
    pitcher = bullpen.removeFirst()
    faced = 0
    return (pitcher, left)
  }

  /// A two-way player, who is the designated hitter, goes to the mound too.
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
