/// The answer to `status`: the daemon in one line.
struct StatusReport: Equatable, Sendable {
  var log: LogID
  /// When the daemon began.
  var since: Timestamp
  var extent: EventLog.Extent
  /// The number of connected clients, including the one that asks.
  var clients: Int
  /// How many games there are of each status that occurs.
  var games: [String: Int]
  /// How many games are being polled.
  var watched: Int
  /// Bytes of memory that the largest game takes which is being polled.
  var largestGame: Int
  /// Problems of games, by the games' names: `mlb/747175`.
  var gameTroubles: [String: String]
  /// By the league's short name.
  var source: [String: SourceState]
  /// Nil while the log does what it is asked.
  var logTrouble: LogHealth.Trouble?
  var sinks: [SinkListing.Entry]
  /// How the destination of the daemon's own log stands.
  var ownLog: OwnLogStanding
  /// Why the last configuration was not put in force; nil when it was.
  var configTrouble: String?

  /// Nothing needs the operator: no source fails, the log takes what happens, no sink is disabled, and the
  /// configuration is in force.
  var healthy: Bool {
    logTrouble == nil && configTrouble == nil
      && source.values.allSatisfy { $0.state != .failing && $0.gamesWaiting == nil }
      && sinks.allSatisfy { $0.disabled == nil }
  }

  /// Puts together what several know.
  init(log: EventLog, view: DaemonInfo, extent: EventLog.Extent, clients: Int, sinks: [SinkListing.Entry]) {
    let board = view.board()
    (self.log, since, self.extent, self.clients) = (log.id, view.since(), extent, clients)
    (largestGame, gameTroubles) = (board.largest, board.troubles)
    (games, watched, source) = (board.statuses, board.watched, view.sources())
    (logTrouble, self.sinks, configTrouble) = (log.health.trouble, sinks, view.refusal())
    ownLog = view.ownLog()
  }

  func addMembers(to line: inout ReplyLine) {
    line.add("version", Version.current)
    line.add("log", log.rawValue)
    line.add("since", since)
    line.add("oldest", extent.oldest)
    line.add("newest", extent.newest)
    line.add("clients", clients)
    line.add("games", games)
    line.add("watched", watched)
    if !gameTroubles.isEmpty { line.add("game_troubles", gameTroubles) }
    line.add("source", source)
    if let logTrouble {
      line.add("log_error", logTrouble.error)
      line.add("log_error_since", logTrouble.since)
    }
    if let configTrouble { line.add("config_error", configTrouble) }
    if !ownLog.isWell { line.add("own_log", OwnLogMember(ownLog)) }
    line.add("sinks", sinks)
    line.add("healthy", healthy)
  }
}

/// A status tells of the daemon's own log only where something is wrong with its destination.
private struct OwnLogMember: Encodable {
  var dropped: Int
  var blockedSince: Timestamp?

  init(_ standing: OwnLogStanding) { (dropped, blockedSince) = (standing.dropped, standing.blockedSince) }

  private enum CodingKeys: String, CodingKey {
    case dropped
    case blockedSince = "blocked_since"
  }
}

/// Information about the daemon for the socket. These are closures, because the socket does not know their sources.
/// Each is called on the server's thread, for every query, and copies a ready value.
struct DaemonInfo: Sendable {
  /// The games as they stand now.
  var board: @Sendable () -> GamesView = { GamesView() }
  /// How each league's source stands, by the league's short name.
  var sources: @Sendable () -> [String: SourceState] = { [:] }
  /// The sinks that the daemon serves.
  var sinks: @Sendable () -> [SinkInfo] = { [] }
  /// Why the last configuration was not put in force; nil when it was.
  var refusal: @Sendable () -> String? = { nil }
  /// How the destination of the daemon's own log stands.
  var ownLog: @Sendable () -> OwnLogStanding = { OwnLogStanding() }
  /// When the daemon began, by the wall clock as it stands now.
  var since: @Sendable () -> Timestamp = WallClock.now
}
