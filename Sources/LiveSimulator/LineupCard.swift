/// Who is to play, and when that is known: batting orders and the pitchers who start.
struct LineupCard: Sendable {
  private var away: Side
  private var home: Side

  /// One club's.
  private struct Side: Sendable {
    /// An element of `boxscore.teams`, written.
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

  /// `liveData.boxscore`
  func boxscore(at time: Double) -> JSON {
    ["teams": ["away": .written(away.order[time]), "home": .written(home.order[time])]]
  }

  /// `gameData.probablePitchers`
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

  /// Two who stand in each other's place, as when a lineup is posted too early.
  private static func swapped(_ slots: [[Player]], _ dice: inout SplitMix64) -> [[Player]] {
    var slots = slots
    let first = dice.number(in: 0...7)
    slots.swapAt(first, dice.number(in: first + 1...8))
    return slots
  }

  /// Who came for somebody in the order, with the slot that he took.
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

  /// `100` is the first in the order, `101` who came for him.
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
