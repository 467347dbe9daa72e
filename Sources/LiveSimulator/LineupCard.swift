/// The announced batting orders and starting pitchers, with the time of each announcement.
struct LineupCard: Sendable {
  private var away: Side
  private var home: Side

  /// The card of one club.
  private struct Side: Sendable {
    var roster: Roster
    var order: Timeline<BattingOrder>
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

  /// Returns `liveData.boxscore`, with the statistics of the plays that are shown.
  func boxscore(_ shown: ArraySlice<PlayLog.Shown>, _ decisions: SimulatedDecisions?, at time: Double) -> JSON {
    func team(_ side: Side, isAway: Bool) -> JSON {
      let statistics = GameStatistics(of: side.roster, isAway: isAway, shown, at: time)
      return side.order[time].boxscore(of: side.roster, statistics, decisions)
    }
    return ["teams": ["away": team(away, isAway: true), "home": team(home, isAway: false)]]
  }

  /// Returns `gameData.probablePitchers`.
  func probablePitcher(isAway: Bool, at time: Double) -> Player? { (isAway ? away : home).probable[time] }

  func probablePitchers(at time: Double) -> JSON {
    let sides = [true, false].map { ($0 ? "away" : "home", probablePitcher(isAway: $0, at: time)) }
    return .object(sides.compactMap { side, player in player.map { (side, $0.json) } })
  }

  private static func side(
    _ roster: Roster, isTop: Bool, _ day: GameDay, _ isPlain: Bool, _ dice: inout SplitMix64
  ) -> Side {
    var slots = BattingOrder(slots: roster.starters.map { [BattingOrder.Entry($0.player, $0.position)] })
    var order = Timeline(BattingOrder())
    let starter = roster.startingPitcher
    var probable = Timeline<Player?>(starter)
    if !isPlain {
      let posted = day.firstPitch - dice.seconds(in: 5400...12_600)
      order.set(dice.chance(0.25) ? slots.swapped(&dice) : slots, at: posted)
      order.set(slots, at: posted + dice.seconds(in: 600...3600))
      if dice.chance(0.3) {
        probable = Timeline(dice.chance(0.5) ? nil : roster.pitchers.last { $0 != starter })
        probable.set(starter, at: day.firstPitch - dice.seconds(in: 7200...20_000))
      }
    } else {
      order.set(slots, at: day.firstPitch - 7200)
    }
    for (slot, entry, time) in changes(of: roster, isTop: isTop, in: day.plays) {
      slots.slots[slot].append(entry)
      order.set(slots, at: time)
    }
    return Side(roster: roster, order: order, probable: probable)
  }

  /// Returns the substitutes with their places in the order.
  private static func changes(
    of roster: Roster, isTop: Bool, in plays: [ScriptedPlay]
  ) -> [(slot: Int, entry: BattingOrder.Entry, time: Double)] {
    plays.flatMap { play in
      play.events.compactMap { event in
        guard let player = event.player, event.replaced != nil, let order = event.battingOrder.flatMap({ Int($0) }),
          (play.isTop == isTop) == (event.eventType == "offensive_substitution")
        else { return nil }
        return (order / 100 - 1, BattingOrder.Entry(player, event.position), event.time)
      }
    }
  }
}

/// A batting order with its substitutes: one side of a box score.
struct BattingOrder: Sendable {
  /// A player in the order, with the position in which he entered.
  struct Entry: Sendable {
    var player: Player
    var position: Position?

    init(_ player: Player, _ position: Position?) { (self.player, self.position) = (player, position) }
  }

  /// The players of the nine places, the starter first; empty until the order is posted.
  var slots: [[Entry]] = []

  /// Returns the order with two players swapped, as in a lineup that was posted too early.
  func swapped(_ dice: inout SplitMix64) -> BattingOrder {
    var order = self
    let first = dice.number(in: 0...7)
    order.slots.swapAt(first, dice.number(in: first + 1...8))
    return order
  }

  /// Returns an element of `boxscore.teams`.
  func boxscore(of roster: Roster, _ statistics: GameStatistics, _ decisions: SimulatedDecisions?) -> JSON {
    let entered = Set(slots.joined().map(\.player)).union(statistics.pitchers)
    let (bench, bullpen) = (
      roster.bench.filter { !entered.contains($0) }, roster.bullpen.filter { !entered.contains($0) }
    )
    let order = slots.compactMap { $0.last.map { JSON.number($0.player.id) } }
    func ids(_ players: [Player]) -> JSON { .array(players.map { .number($0.id) }) }
    return [
      "team": roster.club.json, "teamStats": statistics.teamStats,
      "players": .object(batters(statistics) + pitchers(statistics, decisions) + members(bench + bullpen)),
      "pitchers": ids(statistics.pitchers), "bench": ids(bench), "bullpen": ids(bullpen),
      "battingOrder": .array(order),
    ]
  }

  /// `100` is the first in the order, `101` his substitute.
  private func batters(_ statistics: GameStatistics) -> [(String, JSON)] {
    slots.enumerated().flatMap { slot, entries in
      entries.enumerated().map { number, entry in
        let order = String((slot + 1) * 100 + number)
        var members: [(String, JSON)] = [("person", entry.player.json), ("battingOrder", .string(order))]
        if let position = entry.position {
          members += [("position", position.json), ("allPositions", [position.json])]
        }
        if let stats = statistics.stats(of: entry.player.id) { members.append(("stats", stats)) }
        return ("ID\(entry.player.id)", .object(members))
      }
    }
  }

  /// Players who have not entered the game.
  private func members(_ players: [Player]) -> [(String, JSON)] {
    players.map { ("ID\($0.id)", ["person": $0.json]) }
  }

  private func pitchers(_ statistics: GameStatistics, _ decisions: SimulatedDecisions?) -> [(String, JSON)] {
    let batters = Set(slots.joined().map(\.player))
    return statistics.pitchers.filter { !batters.contains($0) }.map { pitcher in
      let note = decisions?.letter(of: pitcher).map { [("note", JSON.string("(\($0))"))] } ?? []
      let stats = statistics.stats(of: pitcher.id)?.changing("pitching") { $0.adding(note) } ?? [:]
      return (
        "ID\(pitcher.id)", ["person": pitcher.json, "position": Position.pitcher.json, "stats": stats]
      )
    }
  }
}

extension SimulatedDecisions {
  /// `W`, `L` or `S`; nil for a pitcher without a decision.
  fileprivate func letter(of pitcher: Player) -> String? {
    pitcher == winner ? "W" : pitcher == loser ? "L" : pitcher == save ? "S" : nil
  }
}
