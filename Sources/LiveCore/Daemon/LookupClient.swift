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
  }

  private let socket: String?
  private let config: Config?
  private let store: String?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - socket: the path of the daemon's socket; nil asks no daemon.
  ///   - config: the sources to ask if no daemon runs at the socket; nil asks none.
  ///   - paths: where the answers of the sources are kept then.
  package init(socket: String?, config: Config?, paths: Paths) {
    (self.socket, self.config) = (socket, config)
    store = paths.lookupCache
  }

  /// Returns the answer as the daemon's socket sends it: one JSON object. `teams` are abbreviations; an empty list
  /// selects all games. Throws the faults of `SocketClient.answer(to:)` and of `LookupSource`, or `CancellationError`.
  package func answer(to question: Question, teams: [String] = []) async throws -> WatchLine {
    let lookup: Lookup =
      switch question {
      case .schedule(let date, let isLiveOnly):
        .schedule(ScheduleQuestion(date: date, teams: teams, isLiveOnly: isLiveOnly))
      case .game(let number): .gameDetails(.game(number))
      case .gameOfTeam(let date, let number):
        .gameDetails(.team(teams.first ?? "", date: date, number: number))
      }
    if let socket {
      do {
        return try await SocketClient(path: socket).answer(to: lookup)
      } catch let fault as Fault where config != nil && Self.isWithoutDaemon(fault) {}
    }
    return try await answer(to: lookup, from: config ?? .default)
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
