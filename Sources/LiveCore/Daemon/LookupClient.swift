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
    /// All teams with their standings.
    case teams
    /// A team as people name it, with its roster.
    case team(String, isByPosition: Bool)
    /// Players by a name, a team and a position, of which at least one is given.
    case players(name: String?, team: String?, position: String?)
    /// A player by the id or a name.
    case player(String)
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
    case .teams: return .teams
    case .team(let team, let isByPosition):
      return .team(TeamQuestion(team: try known(team, as: .team), order: isByPosition ? .position : .name))
    case .players(let name, let team, let position):
      var question = PlayersQuestion(name: name)
      if let team { question.team = try known(team, as: .team) }
      if let position { question.position = try known(position, as: .position) }
      return .players(question)
    case .player(let text): return .player(Int(text, in: 1...(1 << 53)).map(PlayerQuestion.id) ?? .name(text))
    case .predictions(let season): return .predictions(PredictionsQuestion(season: season))
    }
  }

  private static func known(_ name: String, as kind: Vocabulary.Kind) throws(Fault) -> String {
    if let found = Vocabulary.known.find(name, as: kind) { return found }
    let unknown = Vocabulary.known.unknown(name, as: kind)
    throw Fault(.socketUnknownName, unknown.message, hint: unknown.hint)
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
    let source = LookupSource(
      transport: transport, store: try (try? LookupStore(path: store)) ?? LookupStore(path: nil),
      budget: { _ in limiter },
      clock: clock, now: WallClock.now)
    let directory = LookupDirectory(leagues: Assembly.sources(of: config), source: source, now: WallClock.now)
    let answer = try await directory.answer(to: lookup)
    return try WatchLine(bytes: Reply.lookup(lookup.name, answer).line().dropLast())
  }
}
