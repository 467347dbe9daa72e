internal import LiveJSON
internal import LiveModel

/// The paths of `todaysScoreboard_00.json` and of `scheduleLeagueV2.json` that are kept.
enum NBAScheduleProjection {
  typealias Member = Projection<NBAScheduleBuilder>.Member

  static let projection = Projection<NBAScheduleBuilder>([
    .object(
      "scoreboard",
      [
        .text("gameDate") { $0.date = CivilDate(iso: String($1.string.prefix(10))) },
        .list("games", of: game, most: 200, begin: { to, _ in to.beginRow() }, end: { $0.endRow() }),
      ], begin: { $0.hasList = true }),
    .object(
      "leagueSchedule",
      [
        .list(
          "gameDates",
          of: [
            .text("gameDate") { $0.date = NBAScheduleRow.date(american: $1.string) },
            .list("games", of: game, most: 200, begin: { to, _ in to.beginRow() }, end: { $0.endRow() }),
          ], most: 400, begin: { to, _ in to.date = nil }, end: { _ in })
      ], begin: { $0.hasList = true }),
  ])

  private static let ids = 0...999_999_999_999_999

  private static let game: [Member] = [
    .text("gameId", most: 20) { $0.row.gameId = GameNumber.parse($1.string) },
    .integer("gameStatus", in: 0...9) { $0.row.status = $1 },
    .text("gameStatusText", most: 60) { $0.row.statusText = $1.string.singleSpaced },
    .integer("period", in: 0...99) { $0.row.period = $1 },
    .text("gameClock", most: 20) { $0.row.clock = GameClock($1.string) },
    // The schedule has a time of day under this name; only a time after 1970 counts.
    .text("gameTimeUTC", most: 40) { $0.row.take(start: $1.string) },
    .text("gameDateTimeUTC", most: 40) { $0.row.take(start: $1.string) },
    // The date is right in every form of these; the zone is not.
    .text("gameEt", most: 40) { $0.row.date = CivilDate(iso: String($1.string.prefix(10))) },
    .text("gameDateEst", most: 40) { $0.row.date = CivilDate(iso: String($1.string.prefix(10))) },
    .text("gameLabel", most: 100) { $0.row.label = $1.string.singleSpaced },
    .object("homeTeam", team, begin: { $0.team = NBAScheduleTeam() }, end: { $0.row.teams.home = $0.team }),
    .object("awayTeam", team, begin: { $0.team = NBAScheduleTeam() }, end: { $0.row.teams.away = $0.team }),
  ]

  private static let team: [Member] = [
    .integer("teamId", in: ids) { $0.team.id = $1 },
    .text("teamTricode", most: 8) { $0.team.tricode = $1.string },
    .text("teamCity", most: 60) { $0.team.city = $1.string },
    .text("teamName", most: 60) { $0.team.name = $1.string },
    .integer("wins", in: 0...99) { $0.team.wins = $1 },
    .integer("losses", in: 0...99) { $0.team.losses = $1 },
    .integer("score", in: 0...999) { $0.team.score = $1 },
  ]
}

/// Collects the rows of a scoreboard or a schedule.
struct NBAScheduleBuilder: Sendable {
  var hasList = false
  /// The date of the list being read.
  var date: CivilDate?
  var row = NBAScheduleRow()
  var team = NBAScheduleTeam()
  private(set) var rows: [NBAScheduleRow] = []
  private(set) var unreadable = 0
  private(set) var reason: String?

  mutating func beginRow() { row = NBAScheduleRow() }

  mutating func endRow() {
    row.date = row.date ?? date
    if row.gameId == nil || row.status == nil {
      unreadable += 1
      reason = reason ?? "a row without a game id or a status"
    } else {
      rows.append(row)
    }
  }
}

/// One game of a scoreboard or a schedule.
struct NBAScheduleRow: Equatable, Sendable {
  var gameId: Int?
  /// 1 before the game, 2 during it, 3 after it.
  var status: Int?
  var statusText = ""
  var period = 0
  var clock: GameClock?
  var start: Timestamp?
  /// The date in New York.
  var date: CivilDate?
  var label: String?
  var teams = Sides(away: NBAScheduleTeam(), home: NBAScheduleTeam())

  mutating func take(start text: String) {
    guard let time = Timestamp(rfc3339: text), time > Timestamp(seconds: 0) else { return }
    start = time
  }

  /// Parses `10/02/2025 00:00:00`; nil for any other text.
  static func date(american text: String) -> CivilDate? {
    let parts = text.prefix(10).split(separator: "/")
    guard parts.count == 3, let month = Int(parts[0], in: 1...12), let day = Int(parts[1], in: 1...31),
      let year = Int(parts[2], in: 1900...9999)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The status, from the number; a postponed game keeps the number of one that has not begun.
  var gameStatus: GameStatus {
    let text = statusText.uppercased()
    switch status {
    case 2: return GameStatus(phase: .live, isUnderway: true)
    case 3: return GameStatus(phase: .final, isUnderway: true)
    default:
      if text.hasPrefix("PPD") || text.hasPrefix("POSTPONED") {
        return GameStatus(phase: .postponed, isUnderway: false)
      }
      if text.hasPrefix("CNCL") || text.hasPrefix("CANCEL") { return GameStatus(phase: .cancelled, isUnderway: false) }
      return GameStatus(phase: .scheduled, isUnderway: false)
    }
  }
}

/// A side of a row. A game whose teams are not known yet has none.
struct NBAScheduleTeam: Equatable, Sendable {
  var id: Int?
  var tricode: String?
  var city: String?
  var name: String?
  var wins: Int?
  var losses: Int?
  var score: Int?

  var club: GameSummary.Club {
    guard let id, id > 0 else { return GameSummary.Club() }
    if let team = Basketball.team(id) { return GameSummary.Club(team) }
    let full = [city, name].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    return GameSummary.Club(id: id, abbreviation: tricode, name: full.isEmpty ? nil : full)
  }

  var record: TeamRecord? {
    guard let wins, let losses else { return nil }
    return TeamRecord(wins: wins, losses: losses)
  }
}
