internal import LiveJSON
internal import LiveModel

/// The games of a scoreboard or of the season's schedule.
enum NBASchedule {
  /// Decodes the rows. Throws if the body has no list of them, or if none can be read.
  static func games(in body: [UInt8]) throws -> ScheduleAnswer {
    let builder = try read(body)
    return ScheduleAnswer(
      games: builder.rows.compactMap(\.scheduled), unreadable: builder.unreadable, reason: builder.reason)
  }

  /// Decodes the games of a date. Throws like `games(in:)`.
  static func scoreboard(in body: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    let builder = try read(body)
    let games = builder.rows.filter { $0.date == date }.compactMap(\.scoreboardGame)
    return DateScoreboard(
      date: "\(date)", games: ScoreboardGame.inOrder(games), unreadable: builder.unreadable, reason: builder.reason)
  }

  /// Decodes the games of all dates. Throws like `games(in:)`.
  static func scoreboard(in body: [UInt8]) throws -> [ScoreboardGame] {
    try read(body).rows.compactMap(\.scoreboardGame)
  }

  private static func read(_ body: [UInt8]) throws -> NBAScheduleBuilder {
    var scanner = JSONScanner(NBAScheduleProjection.projection, into: NBAScheduleBuilder(), limits: JSONLimits())
    try scanner.feed(body.span)
    let builder = try scanner.finish { builder, _ throws(JSONFault) in
      guard builder.hasList else { throw .missing("scoreboard") }
      return builder
    }
    if builder.rows.isEmpty, builder.unreadable > 0 { throw UnreadableSchedule(reason: builder.reason ?? "no row") }
    return builder
  }
}

extension NBAScheduleRow {
  /// The game; nil for a row without a game id.
  var scheduled: ScheduledGame? {
    gameId.map { id in
      ScheduledGame(
        game: GameID(league: .nba, gamePk: id), status: gameStatus, start: start, date: date.map { "\($0)" }, number: 1,
        type: GameNumber.kind(id), clubs: Sides(away: teams.away.club, home: teams.home.club))
    }
  }

  /// The game as a scoreboard shows it; nil for a row without a game id.
  var scoreboardGame: ScoreboardGame? {
    guard var summary = scheduled?.summary else { return nil }
    let phase = gameStatus.phase
    if phase == .live || phase == .final {
      if let away = teams.away.score, let home = teams.home.score { summary.score = Score(away: away, home: home) }
      summary.members = LeagueMembers(situation)
    }
    return ScoreboardGame(
      summary, state: state, records: Sides(away: teams.away.record, home: teams.home.record),
      note: label.flatMap { $0.isEmpty ? nil : $0 })
  }

  private var situation: BasketballSituation {
    guard period > 0 else { return BasketballSituation() }
    let isOver = gameStatus.phase == .final
    let isBreak = !isOver && clock.map { $0 == .zero } ?? true
    return BasketballSituation(
      period: GamePeriod(period, clock: isOver ? nil : clock?.text), isBreak: isBreak ? true : nil)
  }

  /// The state in a few words: `Q3 2:41`, `Half`, `Final/OT`.
  private var state: String {
    switch gameStatus.phase {
    case .live: situation.text ?? "Live"
    case .final: period > 4 ? "Final/\(GamePeriod(period).name)" : "Final"
    case .postponed: "Postponed"
    case .cancelled: "Cancelled"
    default: "Scheduled"
    }
  }
}
