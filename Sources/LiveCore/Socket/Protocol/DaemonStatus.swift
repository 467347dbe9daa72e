internal import FoundationEssentials
public import LiveModel
public import LivePlatform

/// The state of the daemon: the answer to `status`, and the source of `/healthz`, the metrics and systemd's `STATUS=`.
///
/// A member is nil when it was not collected, or when a daemon of another version does not send it.
public struct DaemonStatus: Equatable, Sendable {
  /// The version of the daemon.
  public var version: String?
  /// The id of the log.
  public var log: String?
  /// The start time of the daemon.
  public var since: Timestamp?
  /// The oldest sequence of the log; one more than the newest when the log is empty.
  public var oldest: Int?
  /// The newest sequence of the log.
  public var newest: Int?
  /// The number of connected clients, including the one that sent the query.
  public var clients: Int?
  /// The number of games by status, for each status that occurs.
  public var games: [String: Int]?
  /// The number of games that are polled.
  public var watched: Int?
  /// Doubts about games, by the name of the game (`mlb/747175`); nil without any.
  public var gameTroubles: [String: String]?
  /// The state of each source, by the short name of the league.
  public var source: [String: SourceState]?
  /// The services that refuse the key of the configuration, one sentence each; nil without any.
  public var refusedKeys: [String]?
  /// The current failure of the event log; nil while reads and writes succeed.
  public var logError: String?
  /// The time of the first failure.
  public var logErrorSince: Timestamp?
  /// The reason why the last configuration was refused; nil when it is in force.
  public var configError: String?
  /// Keys whose value in the files takes effect only after a restart; nil without any.
  public var needsRestart: [String]?
  /// The number of warnings of the configuration in force; nil without any.
  public var configWarnings: Int?
  /// How good the predictions were, a record for each league with an outcome; nil without any.
  package var predictions: [PredictionRecord]?
  /// The state of the destination of the daemon's own log; nil while it takes all lines.
  public var ownLog: OwnLogStanding?
  /// Its part in a cluster; nil for a machine alone.
  public var cluster: ClusterState?
  /// The state of each sink.
  public var sinks: [SinkListing.Entry]?
  /// The daemon's own list of problems, in an answer.
  private var listedProblems: [String]?
  /// The daemon's own verdict, in an answer.
  private var healthy: Bool?

  /// Whether nothing needs the operator. In an answer this is the daemon's verdict, which may count problems that this
  /// version does not know.
  public var isHealthy: Bool { healthy ?? problems().isEmpty }

  /// The pauses that the operator ordered, one text each. They are no problems.
  public var pauses: [String] { (sinks ?? []).compactMap(\.pauseText) }

  /// Returns problems that need the operator, one text each, with times of a zone. Those that may be many come last,
  /// because systemd cuts a long line. If only the daemon knows the problems, they are in its words.
  package func problems(in zone: LocalZone = .utc) -> [String] {
    let known = knownProblems(in: zone)
    return known.isEmpty ? listedProblems ?? [] : known
  }

  private func knownProblems(in zone: LocalZone) -> [String] {
    let sources = (source ?? [:]).sorted { $0.key < $1.key }
    let waiting = sources.reduce(0) { $0 + ($1.value.gamesWaiting ?? 0) }
    let texts = [
      logError,
      configError.map { "the old configuration stays in force: \($0)" },
    ]
    return texts.compactMap(\.self)
      + sources.filter { $0.value.state == .failing }.map { name, state in
        "source '\(name)' fails\(state.error.map { ": \($0)" } ?? "")"
      }
      + [cluster?.problem].compactMap(\.self) + (refusedKeys ?? [])
      + (waiting > 0 ? ["\(waiting) wait too long for a request; raise poll.requests_per_second"] : [])
      + (sinks ?? []).flatMap { $0.problems(in: zone) }
  }
}

extension DaemonStatus {
  /// Collects the part of the status that needs no reading of the log.
  init(_ info: DaemonInfo, log health: LogHealth, sinks: [SinkListing.Entry]) {
    let (board, trouble, ownLog) = (info.board(), health.trouble, info.ownLog())
    (version, since) = (Version.current, info.since())
    (games, watched, source) = (board.statuses, board.watched, info.sources())
    gameTroubles = board.troubles.isEmpty ? nil : board.troubles
    (logError, logErrorSince, configError) = (trouble?.error, trouble?.since, info.refusal())
    self.ownLog = ownLog.isWell ? nil : ownLog
    let refused = info.refusedKeys()
    refusedKeys = refused.isEmpty ? nil : refused
    let waiting = info.needsRestart()
    needsRestart = waiting.isEmpty ? nil : waiting
    let warnings = info.warnings()
    configWarnings = warnings == 0 ? nil : warnings
    let records = info.predictions()
    predictions = records.isEmpty ? nil : records
    cluster = info.cluster()
    self.sinks = sinks
  }

  /// Collects the whole status. `sinks` is empty when the log cannot be read.
  init(_ info: DaemonInfo, of log: EventLog, extent: EventLog.Extent, clients: Int, sinks: [SinkListing.Entry]) {
    self.init(info, log: log.health, sinks: sinks)
    (self.log, oldest, newest, self.clients) = (log.id.rawValue, extent.oldest, extent.newest, clients)
  }
}

extension DaemonStatus: Decodable {
  private enum CodingKeys: String, CodingKey {
    case version, log, since, oldest, newest, clients, games, watched, source, predictions, cluster, sinks, healthy
    case gameTroubles = "game_troubles"
    case refusedKeys = "refused_keys"
    case logError = "log_error"
    case logErrorSince = "log_error_since"
    case configError = "config_error"
    case needsRestart = "needs_restart"
    case configWarnings = "config_warnings"
    case listedProblems = "problems"
    case ownLog = "own_log"
  }

  /// Decodes the answer of a daemon of any version. Throws `socket.bad-answer` when a member has another type.
  public init(_ line: WatchLine) throws(Fault) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(line.bytes))
    } catch {
      throw .unreadableAnswer
    }
  }

  /// Adds the members in the order of `docs/socket.md`; leaves out those that are nil.
  func addMembers(to line: inout ReplyLine) {
    func add(_ key: CodingKeys, _ value: (some Encodable)?) {
      if let value { line.add(key.rawValue, value) }
    }
    add(.version, version)
    add(.log, log)
    add(.since, since)
    add(.oldest, oldest)
    add(.newest, newest)
    add(.clients, clients)
    add(.games, games)
    add(.watched, watched)
    add(.gameTroubles, gameTroubles)
    add(.source, source)
    add(.refusedKeys, refusedKeys)
    add(.logError, logError)
    add(.logErrorSince, logErrorSince)
    add(.configError, configError)
    add(.needsRestart, needsRestart)
    add(.configWarnings, configWarnings)
    add(.predictions, predictions)
    add(.ownLog, ownLog)
    add(.cluster, cluster)
    add(.sinks, sinks)
    add(.healthy, isHealthy)
    let problems = problems()
    add(.listedProblems, problems.isEmpty ? nil : problems)
  }
}
