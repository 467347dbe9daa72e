/// The body of `boxscore_<gameId>.json` at a second.
struct NBABoxscoreDocument {
  let game: SimulatedNBAGame
  let time: Double
  private let state: NBAGameState
  private let lines: NBAGameLines

  init(game: SimulatedNBAGame, time: Double) {
    (self.game, self.time) = (game, time)
    state = NBAGameState(game, at: time)
    lines = NBAGameLines(state.shown.map(\.action), rosters: game.rosters)
  }

  private var isBefore: Bool { state.shown.isEmpty }

  var json: JSON {
    ["meta": NBAMeta.game(game, "boxscore", time), "game": body]
  }

  private var body: JSON {
    let start = game.start(at: time)
    let home = game.fixture.home
    let local = EasternTime.behind(home.arena.hoursBehind, at: start).withOffset
    let away = EasternTime.behind(game.fixture.away.arena.hoursBehind, at: start).withOffset
    return .object([
      ("gameId", .string(game.gameId)), ("gameTimeLocal", .string(local)),
      ("gameTimeUTC", .string(EasternTime.utc(start))), ("gameTimeHome", .string(local)),
      ("gameTimeAway", .string(away)), ("gameEt", .string(EasternTime(start).withOffset)),
      ("duration", .number(isBefore ? 0 : Int(min(time, game.over) - game.log.start) / 60)),
      ("gameCode", .string(game.code(startingAt: start))),
      ("gameStatusText", .string(isBefore ? "pregame" : state.text)),
      ("gameStatus", .number(state.status)), ("regulationPeriods", 4), ("period", .number(state.period)),
      ("gameClock", .string(clock)), ("attendance", .number(state.status == 3 ? attendance : 0)),
      ("sellout", .string(state.status == 3 && attendance > 18_000 ? "1" : "0")), ("arena", arena),
      ("officials", .array(game.officials.enumerated().map { official($0.offset + 1, $0.element) })),
      ("homeTeam", team(.home)), ("awayTeam", team(.away)),
    ])
  }

  /// Before the game a countdown to the first action, in the form of a clock.
  private var clock: String {
    if isBefore { return NBAAction.clockText(Int(max(0, game.log.start - time)) * 10) }
    return state.clock.isEmpty ? NBAAction.clockText(0) : state.clock
  }

  private var attendance: Int { 15_000 + Int(game.fixture.seed % 4_500) }

  private var arena: JSON {
    let arena = game.fixture.home.arena
    return [
      "arenaId": .number(1_000_000 + game.fixture.home.id % 1000), "arenaName": .string(arena.name),
      "arenaCity": .string(arena.city), "arenaState": .string(arena.state),
      "arenaCountry": .string(arena.state == "ON" ? "CA" : "US"), "arenaTimezone": .string(arena.zone),
    ]
  }

  private func official(_ number: Int, _ official: NBAOfficial) -> JSON {
    [
      "personId": .number(official.id), "name": .string("\(official.firstName) \(official.familyName)"),
      "nameI": .string("\(official.firstName.prefix(1)). \(official.familyName)"),
      "firstName": .string(official.firstName), "familyName": .string(official.familyName),
      "jerseyNum": .string(String(official.jersey)), "assignment": .string("OFFICIAL\(number)"),
    ]
  }

  private func team(_ side: NBASide) -> JSON {
    let roster = game.rosters[side]
    let active = roster.active.enumerated().map { player($0.element, place: $0.offset + 1, side) }
    let inactive = roster.inactive.enumerated().map { offset, one in
      player(one.player, place: roster.active.count + offset + 1, side, reason: one.reason)
    }
    let bonus = state.bonus(of: side)
    let isBonus = if case .string = bonus { true } else { false }
    return .object(
      roster.club.members + [
        ("score", .number(state.score[side])), ("inBonus", isBonus ? bonus : "0"),
        ("timeoutsRemaining", .number(state.timeouts[side])), ("periods", state.periods(of: side)),
        ("players", .array(active + inactive)),
        ("statistics", lines.statistics(of: side, rosters: game.rosters, isBefore: isBefore)),
      ])
  }

  private func player(
    _ player: NBAPlayer, place: Int, _ side: NBASide, reason: NBARoster.Reason? = nil
  ) -> JSON {
    let isStarter = place <= 5
    let line = lines.line(of: player)
    let isOnCourt = isBefore ? isStarter : lines.floor[side].contains(player)
    func flag(_ value: Bool) -> JSON { value ? "1" : "0" }
    var members: [(String, JSON)] = [("status", reason == nil ? "ACTIVE" : "INACTIVE")]
    if let reason {
      members.append(("notPlayingReason", .string(reason.code)))
      if let text = reason.description { members.append(("notPlayingDescription", .string(text))) }
    }
    members += [
      ("order", .number(place)), ("personId", .number(player.id)), ("jerseyNum", .string(player.jersey)),
    ]
    if isStarter { members.append(("position", .string(player.position.rawValue))) }
    return .object(
      members + [
        ("starter", flag(isStarter)), ("oncourt", flag(isOnCourt)), ("played", flag(line.isPlayed)),
        ("statistics", line.playerStatistics), ("name", .string(player.name)), ("nameI", .string(player.initialName)),
        ("firstName", .string(player.firstName)), ("familyName", .string(player.familyName)),
      ])
  }
}
