/// The body of `scheduleLeagueV2.json`: all games by date, with padded texts and Eastern times that end with a false Z.
struct LeagueScheduleDocument {
  let games: [SimulatedNBAGame]
  let planned: [NBAFixture]
  let time: Double
  let records: [Int: NBARecord]

  /// The file is written each ten minutes.
  private var shown: Double { (time / 600).rounded(.down) * 600 }

  /// The content of a row.
  private struct Row {
    var fixture: NBAFixture
    var start: Double
    var status = 1
    var text: String
    var score = PerSide(both: 0)
    var isPostponed = false
  }

  var json: JSON {
    let rows = (games.map(row) + planned.map(row)).sorted {
      ($0.start, $0.fixture.number) < ($1.start, $1.fixture.number)
    }
    let days = Dictionary(grouping: rows) { EasternTime($0.start).date }
    let dates = days.sorted { $0.key < $1.key }.map { _, rows -> JSON in
      let listed = rows.enumerated().map { json($0.element, sequence: $0.offset + 1) }
      let date = EasternTime(rows[0].start)
      let text = "\(NBAAction.twoDigits(date.month))/\(NBAAction.twoDigits(date.day))/\(date.year) 00:00:00"
      return ["gameDate": .string(text), "games": .array(listed)]
    }
    return [
      "meta": NBAMeta.schedule("2025-26", at: shown),
      "leagueSchedule": [
        "seasonYear": "2025-26", "leagueId": "00", "gameDates": .array(dates + placeholder(rows)), "weeks": [],
        "broadcasterList": [
          [
            "broadcasterId": 1_001_042, "broadcasterDisplay": "TBD", "broadcasterAbbreviation": "TBD",
            "broadcasterDescription": "", "regionId": 1,
          ]
        ],
      ],
    ]
  }

  private func row(_ game: SimulatedNBAGame) -> Row {
    let state = NBAGameState(game, at: shown)
    var row = Row(fixture: game.fixture, start: game.start(at: shown), status: state.status, text: state.text)
    // Texts of other kinds than the announced time are padded to different widths.
    if state.status > 1 { row.text = state.text.padded(to: 20) }
    if state.text == "PPD" { (row.text, row.isPostponed) = (state.text.padded(to: 6), true) }
    row.score = state.score
    return row
  }

  private func row(_ fixture: NBAFixture) -> Row {
    Row(fixture: fixture, start: fixture.start, text: EasternTime(fixture.start).announcement)
  }

  private func json(_ row: Row, sequence: Int) -> JSON {
    let eastern = EasternTime(row.start)
    let midnight = eastern.midnight
    let (home, away) = (row.fixture.home, row.fixture.away)
    func local(_ club: NBAClub) -> JSON {
      .string(EasternTime.behind(club.arena.hoursBehind, at: row.start).falseUTC)
    }
    let code = "\(eastern.compactDate)/\(away.tricode)\(home.tricode)"
    let times = times(row.start, midnight: midnight)
    return .object(
      [
        ("gameId", .string(row.fixture.gameId)), ("gameCode", .string(code)), ("gameStatus", .number(row.status)),
        ("gameStatusText", .string(row.text)), ("gameSequence", .number(sequence)),
      ] + times + [
        ("awayTeamTime", local(away)), ("homeTeamTime", local(home)),
        ("day", .string(Self.weekdays[eastern.weekday])), ("monthNum", .number(eastern.month)),
        ("weekNumber", 1), ("weekName", "Week 1"), ("ifNecessary", false), ("seriesGameNumber", ""),
        ("gameLabel", ""), ("gameSubLabel", ""), ("seriesText", ""), ("arenaName", .string(home.arena.name)),
        ("arenaState", .string(home.arena.state)), ("arenaCity", .string(home.arena.city)),
        ("postponedStatus", row.isPostponed ? "Y" : "N"), ("branchLink", ""), ("gameSubtype", ""),
        ("isNeutral", false), ("broadcasters", Self.broadcasters), ("homeTeam", team(home, row.score.home)),
        ("awayTeam", team(away, row.score.away)), ("pointsLeaders", []),
      ])
  }

  /// The instants of a row: in UTC, and in New York with a false Z; the two of 1900 are times of day only.
  private func times(_ start: Double, midnight: Double) -> [(String, JSON)] {
    let eastern = EasternTime(start)
    let utc = EasternTime.utc(start)
    return [
      ("gameDateEst", .string(eastern.date + "T00:00:00Z")),
      ("gameTimeEst", .string("1900-01-01T\(eastern.clock)Z")), ("gameDateTimeEst", .string(eastern.falseUTC)),
      ("gameDateUTC", .string(EasternTime.utc(midnight))),
      ("gameTimeUTC", .string("1900-01-01" + utc.dropFirst(10))), ("gameDateTimeUTC", .string(utc)),
    ]
  }

  private func team(_ club: NBAClub, _ score: Int) -> JSON {
    let record = records[club.id] ?? NBARecord()
    return .object(
      club.members + [
        ("teamSlug", .string(club.slug)), ("wins", .number(record.wins)), ("losses", .number(record.losses)),
        ("score", .number(score)), ("seed", 0),
      ])
  }

  /// A game whose clubs are not known yet, a month after the last one.
  private func placeholder(_ rows: [Row]) -> [JSON] {
    guard let last = rows.last else { return [] }
    let start = EasternTime(last.start + 30 * 86_400).midnight + 20 * 3600
    let date = EasternTime(start)
    let unknown: JSON = [
      "teamId": 0, "teamName": .null, "teamCity": .null, "teamTricode": .null, "teamSlug": .null, "wins": 0,
      "losses": 0, "score": 0, "seed": 0,
    ]
    let fixture = NBAFixture(
      number: 99_999, away: last.fixture.away, home: last.fixture.home, start: start, seed: 0)
    let game = json(Row(fixture: fixture, start: start, text: "TBD"), sequence: 1).merging([
      ("gameId", "0062500001"), ("gameCode", .string("\(date.compactDate)/TBDTBD")), ("gameLabel", "Emirates NBA Cup"),
      ("gameSubLabel", "Championship"), ("homeTeam", unknown), ("awayTeam", unknown),
    ])
    let text = "\(NBAAction.twoDigits(date.month))/\(NBAAction.twoDigits(date.day))/\(date.year) 00:00:00"
    return [["gameDate": .string(text), "games": [game]]]
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private static let broadcasters: JSON = {
    let station: JSON = [
      "broadcasterScope": "natl", "broadcasterMedia": "tv", "broadcasterId": 1_001_042, "broadcasterDisplay": "TBD",
      "broadcasterAbbreviation": "TBD", "broadcasterDescription": "", "tapeDelayComments": "",
      "broadcasterVideoLink": "", "regionId": 1, "broadcasterTeamId": -1, "broadcasterRanking": 0,
    ]
    let others = [
      "nationalRadioBroadcasters", "nationalOttBroadcasters", "homeTvBroadcasters", "homeRadioBroadcasters",
      "homeOttBroadcasters", "awayTvBroadcasters", "awayRadioBroadcasters", "awayOttBroadcasters",
      "intlRadioBroadcasters", "intlTvBroadcasters", "intlOttBroadcasters",
    ]
    return .object([("nationalTvBroadcasters", [station])] + others.map { ($0, []) })
  }()
}

extension String {
  /// Returns the text with blanks at its end, as the schedule pads some.
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
