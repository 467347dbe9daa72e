package import LiveModel

/// Answers lookups for all leagues.
struct LookupDirectory<C: Clock<Duration>>: Sendable where C: Sendable {
  /// The leagues that have a source.
  private let enabled: [any League]
  /// Returns the leagues that are not asked now, because none of their teams is followed.
  private let idle: @Sendable () -> Set<LeagueID>
  let source: LookupSource<C>
  let now: @Sendable () -> Timestamp
  /// Returns the newest revisions of all logged facts of a game, in log order; none without a log.
  let logged: @Sendable (GameID) async throws -> [Event]
  /// Returns the logged events of the facts of a game that have several revisions, in log order; none without a log.
  let revisions: @Sendable (GameID) async -> [Event]
  /// Returns how good the predictions of a season were, or of all; none without a log.
  let records: @Sendable (Int?) async throws -> [PredictionRecord]

  init(
    leagues: [any League], idle: @escaping @Sendable () -> Set<LeagueID> = { [] }, source: LookupSource<C>,
    now: @escaping @Sendable () -> Timestamp,
    logged: @escaping @Sendable (GameID) async throws -> [Event] = { _ in [] },
    revisions: @escaping @Sendable (GameID) async -> [Event] = { _ in [] },
    records: @escaping @Sendable (Int?) async throws -> [PredictionRecord] = { _ in [] }
  ) {
    (enabled, self.idle, self.source, self.now) = (leagues, idle, source, now)
    (self.logged, self.revisions, self.records) = (logged, revisions, records)
  }

  /// The leagues that are asked.
  var leagues: [any League] {
    let idle = idle()
    return enabled.filter { !idle.contains($0.id) }
  }

  /// Returns the answer to a lookup. Throws `Fault` if a source gives none and none is stored, or `CancellationError`.
  func answer(to lookup: Lookup) async throws -> LookupAnswer {
    switch lookup {
    case .schedule(let question): try await schedule(question).encoded()
    case .gameDetails(let question): try await details(question).encoded()
    case .winExpectancy(let question): try await winExpectancy(of: question.game).encoded()
    case .teams(let question): try await teams(question).encoded()
    case .team(let question): try await team(question).encoded()
    case .players(let question): try await players(question).encoded()
    case .player(let question): try await player(question).encoded()
    case .predictions(let question): try await predictions(question).encoded()
    }
  }

  private func predictions(_ question: PredictionsQuestion) async throws -> ConfirmedAnswer<PredictionsAnswer> {
    LookupConfirmation().answer(PredictionsAnswer(predictions: try await records(question.season)), at: now())
  }

  /// Returns the games of a date.
  func schedule(_ question: ScheduleQuestion) async throws -> ConfirmedAnswer<DateSchedule> {
    let today = CivilDate.ofSeason(at: now())
    let date = question.date ?? today
    var (games, confirmed, fault): ([ScoreboardGame], [Timestamp], Fault?) = ([], [], nil)
    var warnings = Vocabulary.known.warnings(aboutTeams: question.teams)
    for league in leagues {
      let answer = try await scoreboard(of: date, in: league, freshFor: Self.lifetime(of: date, on: today))
      games += answer.value.games
      confirmed.append(answer.confirmed)
      fault = fault ?? answer.fault
      warnings += answer.value.warnings
    }
    let names = question.teams.isEmpty ? nil : ClubNames(question.teams, .known)
    let shown = games.filter { game in
      (names.map(game.isOf) ?? true) && (!question.isLiveOnly || game.isInProgress)
    }
    return ConfirmedAnswer(
      DateSchedule(date: "\(date)", games: ScoreboardGame.inOrder(shown)), confirmed: confirmed.min() ?? now(),
      fault: fault, warnings: warnings)
  }

  /// Returns the scoreboard of a date in one league.
  func scoreboard(
    of date: CivilDate, in league: some League, freshFor lifetime: Duration
  ) async throws -> LookupSource<C>.Answer<DateScoreboard> {
    let lifetime = league.scoreboardLifetime(on: date, at: now()) ?? lifetime
    return try await source.answer(
      to: league.scoreboardRequest(on: date, at: now()), of: league.id, freshFor: lifetime
    ) {
      try league.scoreboard(in: $0, on: date)
    }
  }

  /// Returns how long the games of a date stay fresh: those of yesterday to tomorrow change with each play, a later
  /// date with the schedule, and an earlier one with a rare correction.
  static func lifetime(of date: CivilDate, on today: CivilDate) -> Duration {
    switch date.daysSinceEpoch - today.daysSinceEpoch {
    case -1...1: .seconds(15)
    case 2...: .seconds(600)
    default: .seconds(3600)
    }
  }
}

/// The members of an answer to `schedule`.
package struct DateSchedule: Encodable, Sendable {
  /// `YYYY-MM-DD`.
  package var date: String
  /// In order of start.
  package var games: [ScoreboardGame]
}

extension DateScoreboard {
  var warnings: [String] {
    unreadable == 0 ? [] : ["\(unreadable) rows or members of the schedule cannot be read: \(reason ?? "")"]
  }
}

extension ScoreboardGame {
  /// Returns whether one of these teams plays.
  func isOf(_ teams: ClubNames) -> Bool {
    [summary.game.away, summary.game.home].compactMap(\.abbreviation)
      .contains { teams.contains($0, in: summary.league) }
  }
}
