package import LiveModel
package import LivePlatform

/// Reads of a running daemon for servers in the same process, such as the web page. Changes nothing.
///
/// Before the daemon runs, there are no games and no events, and questions fail with `daemon.starting`.
package final class DaemonReader: Sendable {
  /// Sources that exist once the daemon runs.
  struct Sources: Sendable {
    let log: EventLog
    let scoreboard: Scoreboard
    let settings: ActiveConfig
    let view: DaemonInfo
    let survey: OutboxSurvey
    let monitor: DaemonMonitor
    let directory: LookupDirectory<ContinuousClock>
  }

  private let opened = Locked<Sources?>(nil)

  /// Number of messages that `outbox()` returns at most.
  private static let mostMessages = 100

  /// Starts to read from these sources.
  func open(_ sources: Sources) { opened.withLock { $0 = sources } }

  private var sources: Sources {
    get throws(Fault) {
      guard let sources = opened.withLock({ $0 }) else {
        throw Fault(.daemonStarting, "the daemon is starting", hint: "ask again in a moment")
      }
      return sources
    }
  }
}

/// The log.
extension DaemonReader {
  /// The id of the log; empty before the daemon runs.
  package var log: String { (try? sources)?.log.id.rawValue ?? "" }

  /// The newest sequence of the log.
  package var newest: Int { (try? sources)?.log.tail.newest ?? 0 }

  /// Returns the newest sequence as soon as it is past `cursor`; nil when the task is cancelled, or before the daemon
  /// runs.
  package func newest(past cursor: Int) async -> Int? { await (try? sources)?.log.tail.past(cursor) }

  /// Returns the events of a game with a sequence above `cursor`, from one read: all revisions, in log order, including
  /// a restart of the game on another date. At most the newest 20,000. Throws `Fault` or an error of the database.
  package func events(of game: GameID, after cursor: Int) async throws -> EventExtract {
    try await sources.log.extract(of: game, after: cursor)
  }

  /// Returns the events with a sequence above `cursor`, in log order, at most `limit`. Throws like `events(of:after:)`.
  package func events(after cursor: Int, limit: Int) async throws -> EventExtract {
    try await sources.log.extract(after: cursor, limit: limit)
  }

  /// Returns what became of an event at every sink; nil for an event that the log does not hold.
  package func explanation(ofEvent id: String) async throws -> EventExplanation? {
    let sources = try sources
    guard let record = try await sources.log.record(of: .id(id)) else { return nil }
    return sources.view.explain(record)
  }
}

/// The games and the questions to the leagues.
extension DaemonReader {
  /// The followed games of the schedule's window, in order of start, as the last answers left them.
  package var games: [GameSummary] { (try? sources)?.scoreboard.summaries ?? [] }

  /// Counts the changes of `games`.
  package var gamesVersion: Int { (try? sources)?.scoreboard.version ?? 0 }

  /// The abbreviations of the followed teams; none if every team is followed.
  package var followedTeams: [String] { (try? sources)?.settings.follow.merged.teams ?? [] }

  /// Returns the games of a date, as the leagues' schedules list them. Throws `Fault` if no source has ever answered.
  package func scoreboard(on date: CivilDate) async throws -> ConfirmedAnswer<DateSchedule> {
    try await sources.directory.schedule(ScheduleQuestion(date: date))
  }

  /// Returns all that is known of a game. Throws `lookup.no-game` for a game that no league has.
  package func details(of game: GameID) async throws -> ConfirmedAnswer<GameDetails> {
    try await sources.directory.details(.game(game.gamePk))
  }

  /// The leagues whose source lists teams and players, in the order of the configuration.
  package var listingLeagues: [LeagueID] {
    ((try? sources)?.directory.leagues ?? []).filter { $0.teamsAndPlayers != nil }.map(\.id)
  }

  /// Returns the service that gives the ids of a league's players; nil if the league does.
  package func playerService(of league: LeagueID) -> String? {
    (try? sources)?.directory.leagues.first { $0.id == league }?.teamsAndPlayers?.service?.name
  }

  /// Returns all teams of a league with their standings; nil for all leagues.
  package func teams(of league: LeagueID?) async throws -> ConfirmedAnswer<TeamsAnswer> {
    try await sources.directory.teams(league)
  }

  /// Returns a team with its roster in the order of the positions, and its next game. Throws `lookup.unknown-name` for a
  /// team that does not exist.
  package func team(_ abbreviation: String, of league: LeagueID) async throws -> ConfirmedAnswer<TeamAnswer> {
    try await sources.directory.team(TeamQuestion(team: abbreviation, order: .position, league: league))
  }

  /// Returns the games of a team between two dates, both included, in order of start.
  package func games(
    ofTeam id: Int, of league: LeagueID, from first: CivilDate, to last: CivilDate
  ) async throws -> ConfirmedAnswer<[ScoreboardGame]> {
    try await sources.directory.games(ofTeam: id, of: league, from: first, to: last)
  }

  /// Returns the players of the season by a name, a team's abbreviation and a position, of which at least one is given.
  package func players(
    named name: String?, team: String?, position: String?, of league: LeagueID
  ) async throws -> ConfirmedAnswer<PlayersAnswer> {
    try await sources.directory.players(PlayersQuestion(name: name, team: team, position: position, league: league))
  }

  /// Returns a player with bio and statistics. The id is that of the service that lists the league's players, if there
  /// is one. Throws `lookup.unknown-name` for an id that does not exist.
  package func player(_ id: Int, of league: LeagueID) async throws -> ConfirmedAnswer<PlayerProfile?> {
    let question = PlayerQuestion.id(id, service: playerService(of: league), league: league)
    let answer = try await sources.directory.player(question)
    return ConfirmedAnswer(
      answer.value.player, confirmed: answer.confirmed, fault: answer.fault, warnings: answer.warnings)
  }
}

/// The state of the daemon.
extension DaemonReader {
  /// Returns the same status as the socket; nil before the daemon runs.
  package func status() async -> DaemonStatus? { await (try? sources)?.monitor.status() }

  /// Returns the waiting messages and dead letters of all sinks, the newest last; at most the newest 100.
  package func outbox() async throws -> OutboxListing {
    let sources = try sources
    let (overview, entries) = (try await sources.survey.awaitOverview(), try await sources.survey.awaitEntries(of: nil))
    return OutboxListing(
      entries, of: overview.sinks, in: sources.log, limit: Self.mostMessages, at: WallClock.now())
  }

  /// Returns the memory and the processor time of the process.
  package func usage() -> ProcessUsage { .now() }

  /// The zone in which the daemon shows times.
  package var zone: LocalZone { .system }
}

extension Fault.Code {
  /// The daemon does not run yet.
  package static let daemonStarting = Fault.Code("daemon.starting")
}
