/// The body of `todaysScoreboard_00.json`: the games of one day of the league.
struct ScoreboardDocument {
  let games: [SimulatedNBAGame]
  /// The second; the scoreboard is two seconds behind the files of the games.
  let time: Double
  /// Wins and losses before the day, by club.
  let records: [Int: NBARecord]
  let day: NBADay

  private var date: String { day.date(at: shown) }

  /// The scoreboard is written at even seconds, and is behind the files of the games.
  private var shown: Double { ((time - 2) / 2).rounded(.down) * 2 }

  var json: JSON {
    let date = date
    let rows = games.filter { $0.dates(of: day).contains(date) }.map { game in (game, NBAGameState(game, at: shown)) }
    // Live games first, then final ones, then the others.
    let order = [2: 0, 3: 1, 1: 2]
    let sorted = rows.sorted { one, other in
      let (first, second) = (order[one.1.status] ?? 3, order[other.1.status] ?? 3)
      return (first, one.0.start(on: date, of: day), one.0.gameId) < (
        second, other.0.start(on: date, of: day), other.0.gameId
      )
    }
    return [
      "meta": NBAMeta.scoreboard(at: time),
      "scoreboard": [
        "gameDate": .string(date), "leagueId": "00", "leagueName": "National Basketball Association",
        "games": .array(sorted.map { row($0.0, $0.1) }),
      ],
    ]
  }

  private func row(_ game: SimulatedNBAGame, _ state: NBAGameState) -> JSON {
    let start = game.start(on: date, of: day)
    let eastern = EasternTime(start)
    let leaders = NBAGameLines(state.shown.map(\.action), rosters: game.rosters)
    return .object([
      ("gameId", .string(game.gameId)), ("gameCode", .string(game.code(startingAt: start))),
      ("gameStatus", .number(state.status)), ("gameStatusText", .string(state.text)),
      ("period", .number(state.period)), ("gameClock", .string(state.clock)),
      ("gameTimeUTC", .string(EasternTime.utc(start))),
      ("gameEt", .string(state.isLive ? eastern.withOffset : eastern.falseUTC)), ("regulationPeriods", 4),
      ("ifNecessary", false), ("seriesGameNumber", ""), ("gameLabel", ""), ("gameSubLabel", ""), ("seriesText", ""),
      ("seriesConference", ""), ("poRoundDesc", ""), ("gameSubtype", ""), ("isNeutral", false),
      ("homeTeam", team(.home, game, state)), ("awayTeam", team(.away, game, state)),
      (
        "gameLeaders",
        [
          "homeLeaders": leader(.home, game, leaders, state), "awayLeaders": leader(.away, game, leaders, state),
        ]
      ),
      ("pbOdds", ["team": .null, "odds": .decimal(0), "suspended": 0]),
    ])
  }

  private func team(_ side: NBASide, _ game: SimulatedNBAGame, _ state: NBAGameState) -> JSON {
    let club = game.clubs[side]
    // The day's result is in the records an hour after the final.
    var record = records[club.id] ?? NBARecord()
    if state.status == 3, time > game.finalTime + 3600 {
      record.add(isWin: state.score[side] > state.score[side.other])
    }
    return .object(
      club.members + [
        ("wins", .number(record.wins)), ("losses", .number(record.losses)), ("score", .number(state.score[side])),
        ("seed", .null), ("inBonus", state.bonus(of: side)), ("timeoutsRemaining", .number(state.timeouts[side])),
        ("periods", state.periods(of: side)),
      ])
  }

  private func leader(
    _ side: NBASide, _ game: SimulatedNBAGame, _ lines: NBAGameLines, _ state: NBAGameState
  ) -> JSON {
    let best = state.status == 1 ? nil : lines.leader(of: side)
    return [
      "personId": .number(best?.player.id ?? 0), "name": .string(best?.player.name ?? ""),
      "jerseyNum": .string(best?.player.jersey ?? ""),
      "position": .string(best.map { String($0.player.position.rawValue.suffix(1)) } ?? ""),
      "teamTricode": .string(game.clubs[side].tricode), "playerSlug": .null,
      "points": .number(best?.line.points ?? 0), "rebounds": .number(best?.line.rebounds ?? 0),
      "assists": .number(best?.line.assists ?? 0),
    ]
  }
}

/// Wins and losses of a club.
struct NBARecord: Hashable, Sendable {
  var wins = 0
  var losses = 0

  mutating func add(isWin: Bool) {
    if isWin { wins += 1 } else { losses += 1 }
  }
}

/// The turn of the scoreboard's day.
struct NBADay: Sendable {
  /// Seconds from midnight in New York to the turn; negative before midnight.
  var turn: Double

  /// The real turn.
  static let noon = NBADay(turn: 12 * 3600)

  /// The turn for the games of one evening, from the first announced start on: noon, or, if they begin in the morning or
  /// noon comes during them, four hours before the first one.
  init(from start: Double, to end: Double) {
    self = .noon
    let date = EasternTime(start).date
    guard self.date(at: start) != date || self.date(at: end) != date else { return }
    turn = start - EasternTime(start).midnight - 4 * 3600
  }

  private init(turn: Double) {
    self.turn = turn
  }

  /// Returns the date that the scoreboard has at a second, such as `2026-01-14`.
  func date(at time: Double) -> String { EasternTime(time - turn).date }
}

extension SimulatedNBAGame {
  /// `20260114/BOSNYK`.
  func code(startingAt start: Double) -> String {
    "\(EasternTime(start).compactDate)/\(fixture.away.tricode)\(fixture.home.tricode)"
  }

  /// Returns the dates of the scoreboards that have the game: two for one that is called off.
  func dates(of day: NBADay) -> [String] {
    [fixture.start, move?.start].compactMap(\.self).map { day.date(at: $0) }
  }

  /// Returns the start that the scoreboard of a date announces.
  func start(on date: String, of day: NBADay) -> Double {
    guard let move, day.date(at: move.start) == date else { return fixture.start }
    return move.start
  }
}
