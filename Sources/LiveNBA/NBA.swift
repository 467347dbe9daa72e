package import LiveModel

/// The National Basketball Association.
///
/// Source: the files of cdn.nba.com. A game has a play-by-play, which begins with the game, and a box score, which is
/// there before it.
package struct NBA: League {
  /// Address of the files, without a trailing slash: `https://cdn.nba.com/static/json`.
  private let folder: String
  /// Headers of each request.
  private let headers: [(name: String, value: String)]
  private let lists: NBATeamsAndPlayers
  /// Memory limit of one game's state, in bytes.
  private let gameMemory: Int

  package let id = LeagueID.nba

  package static let defaultServer = "https://cdn.nba.com"

  /// Creates the source.
  ///
  /// `server` is a URL without a trailing slash. `userAgent` replaces the usual one. `gameMemory` is in bytes.
  package init(
    server: String = NBA.defaultServer, userAgent: String? = nil, gameMemory: Int = NBAState.mostBytes,
    balldontlie: Balldontlie = Balldontlie()
  ) {
    folder = "\(server)/static/json"
    headers = userAgent.map { [(name: "User-Agent", value: $0)] } ?? []
    lists = NBATeamsAndPlayers(feedURL: server, feedHeaders: headers, balldontlie: balldontlie)
    self.gameMemory = gameMemory
  }

  /// The server blocks addresses for some time.
  package var pausesAfterRefusals: [Duration] { [.seconds(300), .seconds(900), .seconds(3600)] }

  package var teamsAndPlayers: (any TeamsAndPlayers)? { lists }

  /// The scoreboard of the league's day, which has all games that can be in progress. No other day's can be had.
  package func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest { todaysScoreboard }

  private var todaysScoreboard: HTTPRequest {
    var request = HTTPRequest(url: "\(folder)/liveData/scoreboard/todaysScoreboard_00.json", headers: headers)
    request.limits.total = .seconds(20)
    return request
  }

  package func games(in schedule: [UInt8]) throws -> ScheduleAnswer { try NBASchedule.games(in: schedule) }

  /// The schedule of the season, some megabytes.
  package func scoreboardRequest(on date: CivilDate) -> HTTPRequest {
    HTTPRequest(url: "\(folder)/staticData/scheduleLeagueV2.json", headers: headers)
  }

  /// Returns the scoreboard for the league's day, which ends at noon in New York, and the season's schedule for others.
  package func scoreboardRequest(on date: CivilDate, at now: Timestamp) -> HTTPRequest {
    isDay(date, at: now) ? todaysScoreboard : scoreboardRequest(on: date)
  }

  /// Returns a day for the season's schedule.
  package func scoreboardLifetime(on date: CivilDate, at now: Timestamp) -> Duration? {
    isDay(date, at: now) ? nil : .seconds(86_400)
  }

  private func isDay(_ date: CivilDate, at now: Timestamp) -> Bool {
    EasternTime.date(at: now - .seconds(12 * 3600)) == date
  }

  package func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    try NBASchedule.scoreboard(in: schedule, on: date)
  }

  package func detailsRequest(of game: GameID) -> HTTPRequest? { nil }

  package func details(in feed: [UInt8], of game: GameID, revisions: [Event]) throws -> GameDetails {
    throw UnreadableSchedule(reason: "the league has no details of a game")
  }

  package func playerStandingsRequest(of ids: [Int]) -> HTTPRequest? { nil }

  package func playerStandings(in body: [UInt8]) throws -> [PlayerStanding] { [] }

  /// The play-by-play, which has every fact of a game that has begun.
  package func feedRequest(of game: GameID) -> HTTPRequest { request(.playByPlay, of: game) }

  /// The box score until it says that the game has begun, then the play-by-play.
  package func feedRequest(of game: GameID, _ state: NBAState) -> HTTPRequest { request(state.document, of: game) }

  private func request(_ document: NBAState.Document, of game: GameID) -> HTTPRequest {
    let name = document == .boxScore ? "boxscore" : "playbyplay"
    return HTTPRequest(
      url: "\(folder)/liveData/\(name)/\(name)_\(GameNumber.text(game.gamePk)).json", headers: headers)
  }

  package func decoder() -> NBAFeedDecoder { NBAFeedDecoder() }

  package func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> NBAState {
    NBAState(baseline: baseline, scheduledStart: scheduledStart)
  }

  package func rebuilding(_ game: GameID, from events: [Event]) -> NBAState {
    NBAState(rebuilding: game, from: events)
  }

  package func resumed(_ state: NBAState, monotonic: Timestamp) -> NBAState {
    var state = state
    state.resume(at: monotonic)
    return state
  }

  package func track(
    _ state: NBAState, _ snapshot: NBASnapshot, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<NBAState> {
    let moment = NBATracker.Moment(wall: observedAt, monotonic: monotonic)
    var tracked = NBATracker(game: game, limit: gameMemory).track(state, snapshot, moment)
    tracked.ignored = snapshot.ignored
    return tracked
  }

  package func track(
    _ state: NBAState, listed row: ScheduledGame, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<NBAState>? {
    let moment = NBATracker.Moment(wall: observedAt, monotonic: monotonic)
    return NBATracker(game: game, limit: gameMemory).follow(state, listed: row, moment)
  }

  /// Returns the state that requests the other file. Before the game neither may be there.
  package func missed(_ state: NBAState, of game: GameID) -> NBAState? {
    guard !hasBegun(state) else { return nil }
    var next = state
    next.document = state.document.other
    return next
  }

  package func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: NBAState, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<NBAState> {
    NBATracker(game: game, limit: gameMemory).report(
      trouble, reason: reason, state, NBATracker.Moment(wall: observedAt, monotonic: monotonic))
  }

  package func trouble(of state: NBAState) -> SourceTrouble? { state.source.trouble }

  package func hasBegun(_ state: NBAState) -> Bool {
    state.source.game.map { [.live, .final].contains($0.status) } ?? false
  }

  package func revision(of state: NBAState) -> Timestamp? { state.timeStamp ?? state.boxTime }
}
