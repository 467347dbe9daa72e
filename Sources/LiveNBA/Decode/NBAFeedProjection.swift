internal import LiveJSON
internal import LiveModel

/// The paths of play-by-play and box score that a snapshot keeps, and the destination of each value. No other file
/// spells the feed's paths.
enum NBAFeedProjection {
  typealias Member = Projection<NBASnapshotBuilder>.Member

  static let projection = Projection<NBASnapshotBuilder>([
    .object(
      "meta", [.text("time") { to, value throws(JSONFault) in try to.take(time: value) }.required]
    ).required,
    .object("game", game).required,
  ])

  /// Ids of teams and persons, and the feed's own order.
  private static let ids = 0...999_999_999_999_999
  private static let periods = 0...99
  private static let totals = 0...999

  private static let game: [Member] = [
    .text("gameId") { to, value throws(JSONFault) in try to.take(gameId: value) }.required,
    .list(
      "actions", of: action, most: NBASnapshotBuilder.mostActions, begin: { $0.beginAction(at: $1) },
      end: { to throws(JSONFault) in try to.endAction() }),
    .integer("gameStatus", in: 0...9) { $0.box.status = $1 },
    .text("gameStatusText") { $0.box.statusText = $1.string },
    .text("gameTimeUTC") { $0.box.start = Timestamp(rfc3339: $1.string) },
    .text("gameEt") { $0.box.date = String($1.string.prefix(10)) },
    .object("homeTeam", team, begin: { $0.beginTeam() }, end: { $0.endTeam(.home) }),
    .object("awayTeam", team, begin: { $0.beginTeam() }, end: { $0.endTeam(.away) }),
  ]

  private static let action: [Member] = [
    .integer("actionNumber", in: 0...9_999_999) { $0.action.number = $1 }.required,
    .integer("orderNumber", in: ids) { $0.action.order = $1 },
    .text("actionType", most: 40) { $0.action.type = $1.string }.required,
    .text("subType", most: 60) { $0.action.subType = $1.string },
    .text("descriptor", most: 60) { $0.action.descriptor = $1.string },
    .texts("qualifiers") { $0.action.add(qualifier: $1.string) },
    .text("clock", most: 20) { $0.action.clock = GameClock($1.string) },
    .text("timeActual", most: 40) { $0.action.time = Timestamp(rfc3339: $1.string) },
    .integer("period", in: periods) { $0.action.period = $1 }.required,
    .integer("teamId", in: ids) { $0.action.teamID = $1 },
    .text("teamTricode", most: 8) { $0.action.tricode = $1.string },
    .integer("personId", in: ids) { $0.action.playerID = $1 },
    .text("playerNameI", most: 80) { $0.action.playerName = $1.string },
    .text("scoreHome", most: 8) { $0.action.home = Int($1.string, in: totals) },
    .text("scoreAway", most: 8) { $0.action.away = Int($1.string, in: totals) },
    .text("shotResult", most: 20) { $0.action.isMade = $1.string == "Made" },
    .integer("assistPersonId", in: ids) { $0.action.assistID = $1 },
    .text("assistPlayerNameInitial", most: 80) { $0.action.assistName = $1.string },
    .integer("foulDrawnPersonId", in: ids) { $0.action.drawnID = $1 },
    .text("foulDrawnPlayerName", most: 80) { $0.action.drawnName = $1.string },
    .integer("foulPersonalTotal", in: 0...99) { $0.action.personalFouls = $1 },
    .text("description", most: 500) { $0.action.description = $1.string },
    .text("value", most: 300) { $0.action.value = $1.string },
  ]

  private static let team: [Member] = [
    .integer("teamId", in: ids) { $0.team.id = $1 }.required,
    .text("teamTricode", most: 8) { $0.team.tricode = $1.string },
    .text("teamCity", most: 60) { $0.team.city = $1.string },
    .text("teamName", most: 60) { $0.team.name = $1.string },
    .list(
      "players", of: player, most: NBASnapshotBuilder.mostPlayers, begin: { to, _ in to.player = NBABoxPlayer() },
      end: { $0.endPlayer() }),
  ]

  private static let player: [Member] = [
    .integer("personId", in: ids) { $0.player.id = $1 },
    .text("name", most: NBABoxPlayer.mostName) { $0.player.name = $1.string },
    .text("starter", most: 8) { $0.player.isStarter = $1.string == "1" },
    .text("position", most: 8) { $0.player.position = $1.string },
  ]
}
