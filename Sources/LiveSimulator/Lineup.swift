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

/// The announced batting orders and starting pitchers, with the time of each announcement.
struct LineupCard: Sendable {
  private var away: Side
  private var home: Side

  /// The card of one club.
  private struct Side: Sendable {
    /// An element of `boxscore.teams`, as written JSON.
    var order: Timeline<[UInt8]>
    var probable: Timeline<Player?>
  }

  init(away: Roster, home: Roster, day: GameDay, isPlain: Bool, dice: SplitMix64) {
    var dice = dice
    self.away = Self.side(away, isTop: true, day, isPlain, &dice)
    self.home = Self.side(home, isTop: false, day, isPlain, &dice)
  }

  var moments: [Double] {
    [away, home].flatMap { $0.order.moments + $0.probable.moments }
  }

  /// Returns `liveData.boxscore`.
  func boxscore(at time: Double) -> JSON {
    ["teams": ["away": .written(away.order[time]), "home": .written(home.order[time])]]
  }

  /// Returns `gameData.probablePitchers`.
  func probablePitchers(at time: Double) -> JSON {
    let sides = [("away", away.probable[time]), ("home", home.probable[time])]
    return .object(sides.compactMap { side, player in player.map { (side, $0.json) } })
  }

  private static func side(
    _ roster: Roster, isTop: Bool, _ day: GameDay, _ isPlain: Bool, _ dice: inout SplitMix64
  ) -> Side {
    var slots = roster.batters.map { [$0] }
    var order = Timeline(document(slots: [], of: roster))
    let starter = roster.startingPitcher
    var probable = Timeline<Player?>(starter)
    if !isPlain {
      let posted = day.firstPitch - dice.seconds(in: 5400...12_600)
      order.set(document(slots: dice.chance(0.25) ? swapped(slots, &dice) : slots, of: roster), at: posted)
      order.set(document(slots: slots, of: roster), at: posted + dice.seconds(in: 600...3600))
      if dice.chance(0.3) {
        probable = Timeline(dice.chance(0.5) ? nil : roster.pitchers.last { $0 != starter })
        probable.set(starter, at: day.firstPitch - dice.seconds(in: 7200...20_000))
      }
    } else {
      order.set(document(slots: slots, of: roster), at: day.firstPitch - 7200)
    }
    for (slot, player, time) in changes(of: roster, isTop: isTop, in: day.plays) {
      slots[slot].append(player)
      order.set(document(slots: slots, of: roster), at: time)
    }
    return Side(order: order, probable: probable)
  }

  /// Returns the order with two players swapped, as in a lineup that was posted too early.
  private static func swapped(_ slots: [[Player]], _ dice: inout SplitMix64) -> [[Player]] {
    var slots = slots
    let first = dice.number(in: 0...7)
    slots.swapAt(first, dice.number(in: first + 1...8))
    return slots
  }

  /// Returns the order with a substitute in a slot.
  private static func changes(
    of roster: Roster, isTop: Bool, in plays: [ScriptedPlay]
  ) -> [(slot: Int, player: Player, time: Double)] {
    plays.flatMap { play in
      play.events.compactMap { event in
        guard let player = event.player, event.replaced != nil, let order = event.battingOrder.flatMap({ Int($0) }),
          (play.isTop == isTop) == (event.eventType == "offensive_substitution")
        else { return nil }
        return (order / 100 - 1, player, event.time)
      }
    }
  }

  /// `100` is the first in the order, `101` his substitute.
  private static func document(slots: [[Player]], of roster: Roster) -> [UInt8] {
    let players = slots.enumerated().flatMap { slot, players in
      players.enumerated().map { number, player -> (String, JSON) in
        let order = String((slot + 1) * 100 + number)
        return ("ID\(player.id)", ["person": player.json, "battingOrder": .string(order)])
      }
    }
    let order = slots.compactMap { $0.last.map { JSON.number($0.id) } }
    let document: JSON = ["team": roster.club.json, "players": .object(players), "battingOrder": .array(order)]
    return document.bytes
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
