package import LiveCore
package import LiveModel
package import LivePlatform

/// The daemon, as far as the web page reads it. The page changes nothing there.
///
/// Every method may be called by any task. Those that throw do so with a `Fault` in the words of the daemon, or with
/// `CancellationError`.
package protocol PageSource: Sendable {
  /// The id of the log, which is a part of each place in a stream.
  var log: String { get }

  /// The newest sequence of the log.
  var newest: Int { get }

  /// Returns the newest sequence as soon as it is past `cursor`; nil when the task is cancelled.
  func newest(past cursor: Int) async -> Int?

  /// Returns the logged events of a game with a sequence above `cursor`, from one read: all revisions, in log order.
  /// At most the newest 20,000.
  func events(of game: GameID, after cursor: Int) async throws -> EventExtract

  /// Returns the events with a sequence above `cursor`, in log order, at most `limit`.
  func events(after cursor: Int, limit: Int) async throws -> EventExtract

  /// The followed games of the schedule's window, in order of start, as the last answers left them.
  var games: [GameSummary] { get }

  /// Counts the changes of `games`.
  var gamesVersion: Int { get }

  /// The abbreviations of the followed teams; none if every team is followed.
  var followedTeams: [String] { get }

  /// Returns the games of a date, as the league's schedule lists them.
  func scoreboard(on date: CivilDate) async throws -> ConfirmedAnswer<DateSchedule>

  /// Returns the box score and the other details of a game. Throws `lookup.no-game` for a game that no league has.
  func details(of game: GameID) async throws -> ConfirmedAnswer<GameDetails>

  /// The leagues whose source lists teams and players, in the order of the configuration.
  var listingLeagues: [LeagueID] { get }

  /// Returns the service that gives the ids of a league's players; nil if the league does.
  func playerService(of league: LeagueID) -> String?

  /// Returns all teams of a league with their standings; nil for all leagues.
  func teams(of league: LeagueID?) async throws -> ConfirmedAnswer<TeamsAnswer>

  /// Returns a team with its roster and its next game. Throws `lookup.unknown-name` for a team that does not exist.
  func team(_ abbreviation: String, of league: LeagueID) async throws -> ConfirmedAnswer<TeamAnswer>

  /// Returns the games of a team between two dates, both included, in order.
  func games(ofTeam id: Int, of league: LeagueID, from first: CivilDate, to last: CivilDate) async throws
    -> ConfirmedAnswer<[ScoreboardGame]>

  /// Returns the players of the season by a name, a team's abbreviation and a position, of which at least one is given.
  func players(named name: String?, team: String?, position: String?, of league: LeagueID) async throws
    -> ConfirmedAnswer<PlayersAnswer>

  /// Returns a player with bio and statistics. The id is that of the service that lists the league's players, if there
  /// is one. Throws `lookup.unknown-name` for an id that does not exist.
  func player(_ id: Int, of league: LeagueID) async throws -> ConfirmedAnswer<PlayerProfile?>

  /// Returns the state of the daemon; nil before it runs.
  func status() async -> DaemonStatus?

  /// Returns the waiting messages and dead letters of all sinks, the newest last.
  func outbox() async throws -> OutboxListing

  /// Returns what became of an event at every sink; nil for an event that the log does not hold.
  func explanation(ofEvent id: String) async throws -> EventExplanation?

  /// Returns the memory and the processor time of the process.
  func usage() -> ProcessUsage

  /// The zone in which the daemon shows times.
  var zone: LocalZone { get }
}

extension DaemonReader: PageSource {}
