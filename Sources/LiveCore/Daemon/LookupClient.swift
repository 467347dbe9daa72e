package import LiveModel
internal import LivePlatform

/// Asks a daemon, or the leagues' sources themselves.
package struct LookupClient: Sendable {
  /// A question of a command.
  package enum Question: Sendable {
    /// The games of a date, or those in progress; nil is the season's present day.
    case schedule(CivilDate?, isLiveOnly: Bool)
    /// The details of the game with this number.
    case game(Int)
    /// The details of the game of the team that `teams` of `answer(to:teams:)` begins with: of a date, or of the season's
    /// present day, and of a doubleheader the game with this number.
    case gameOfTeam(CivilDate?, number: Int?)
    /// All teams with their standings, of one league or of all.
    case teams(league: String?)
    /// A team as people name it, with its roster.
    case team(String, isByPosition: Bool, league: String?)
    /// Players by a name, a team and a position, of which at least one is given.
    case players(name: String?, team: String?, position: String?, league: String?)
    /// A player by the id or a name.
    case player(String, league: String?)
    /// How good the predictions of a season were, or of all. Only a daemon knows.
    case predictions(season: Int?)

    /// Returns the reason why a text is no name of a player to search for; nil if it is one.
    package static func flaw(ofName text: String) -> String? { PlayerNameText.flaw(of: text) }

    /// Abbreviations of all positions, for shell completion.
    package static var positionNames: [String] { Leagues.known.positions.map(\.abbreviation) }
  }

  private let socket: String?
  private let config: Config?
  private let store: String?
  private let willAskSources: @Sendable () -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - socket: the path of the daemon's socket; nil asks no daemon.
  ///   - config: the sources to ask if no daemon runs at the socket; nil asks none.
  ///   - paths: where the answers of the sources are kept then.
  ///   - willAskSources: is called before the sources are asked.
  package init(
    socket: String?, config: Config?, paths: Paths, willAskSources: @escaping @Sendable () -> Void = {}
  ) {
    (self.socket, self.config, self.willAskSources) = (socket, config, willAskSources)
    store = paths.lookupCache
  }

  /// Returns the answer as the daemon's socket sends it: one JSON object. `teams` are abbreviations; an empty list
  /// selects all games. Throws the faults of `SocketClient.answer(to:)` and of `LookupSource`, or `CancellationError`.
  package func answer(to question: Question, teams: [String] = []) async throws -> WatchLine {
    let lookup = try Self.lookup(question, teams)
    if let socket {
      do {
        return try await SocketClient(path: socket).answer(to: lookup)
      } catch let fault as Fault where config != nil && Self.isWithoutDaemon(fault) {}
    }
    willAskSources()
    return try await answer(to: lookup, from: config ?? .default)
  }

  /// Returns the lookup of a question. Throws `socket.unknown-name` for a team or a position that does not exist.
  private static func lookup(_ question: Question, _ teams: [String]) throws(Fault) -> Lookup {
    switch question {
    case .schedule(let date, let isLiveOnly):
      return .schedule(ScheduleQuestion(date: date, teams: teams, isLiveOnly: isLiveOnly))
    case .game(let number): return .gameDetails(.game(number))
    case .gameOfTeam(let date, let number):
      return .gameDetails(.team(teams.first ?? "", date: date, number: number))
    case .teams(let league): return .teams(try known(league))
    case .team(let team, let isByPosition, let league):
      let id = try known(league)
      return .team(
        TeamQuestion(team: try known(team, as: .team, in: id), order: isByPosition ? .position : .name, league: id))
    case .players(let name, let team, let position, let league):
      var question = PlayersQuestion(name: name, league: try known(league))
      if let team { question.team = try known(team, as: .team, in: question.league) }
      if let position { question.position = try known(position, as: .position, in: question.league) }
      return .players(question)
    case .player(let text, let league):
      let id = try known(league)
      return .player(player(text, in: id))
    case .predictions(let season): return .predictions(PredictionsQuestion(season: season))
    }
  }

  /// Returns the question about a player by a name, by an id, or by that of a service: `balldontlie:115`.
  private static func player(_ text: String, in league: LeagueID?) -> PlayerQuestion {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let id = parts.last.flatMap({ Int($0, in: 1...(1 << 53)) }) else {
      return .name(text, league: league)
    }
    return .id(id, service: parts.count == 2 ? String(parts[0]) : nil, league: league)
  }

  private static func known(
    _ name: String, as kind: Vocabulary.Kind, in league: LeagueID? = nil
  ) throws(Fault) -> String {
    let vocabulary = Vocabulary.of(league)
    if let found = vocabulary.find(name, as: kind) { return found }
    let unknown = vocabulary.unknown(name, as: kind)
    throw Fault(.socketUnknownName, unknown.message, hint: unknown.hint)
  }

  private static func known(_ league: String?) throws(Fault) -> LeagueID? {
    guard let league else { return nil }
    return LeagueID(rawValue: try known(league, as: .league))
  }

  private static func isWithoutDaemon(_ fault: Fault) -> Bool {
    [.socketNoDaemon, .socketNotAllowed].contains(fault.code)
  }

  private func answer(to lookup: Lookup, from config: Config) async throws -> WatchLine {
    let transport = try CurlTransport()
    defer { transport.close() }
    if let store, let folder = Folder.parent(of: store) { try? Folder.make(folder) }
    let (clock, rate) = (ContinuousClock(), RequestRate.spacing(perSecond: config.poll.requestsPerSecond))
    let limiter = HostRateLimiter(clock: clock, spacing: { rate })
    let leagues = Assembly.sources(of: config)
    let source = LookupSource(
      transport: transport, store: LookupStore(path: store),
      services: leagues.compactMap(\.teamsAndPlayers?.service), budget: { _ in limiter }, clock: clock,
      now: WallClock.now)
    let directory = LookupDirectory(
      leagues: leagues, idle: { config.idleLeagues() }, source: source, now: WallClock.now)
    let answer = try await directory.answer(to: lookup)
    return try WatchLine(bytes: Reply.lookup(lookup.name, answer).line().dropLast())
  }
}
