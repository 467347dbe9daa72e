import LiveMLB
import LivePlatform
import LiveSimulator

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// A daemon with simulated games: the facts that the tracker derives, and the answers of a simulated StatsAPI. Tests move
/// its time, and change what is missing.
final class SimulatedSource: PageSource {
  private struct State {
    var events: [SequencedEvent] = []
    var summaries: [GameID: GameSummary] = [:]
    var trackers: [GameID: MLB.State] = [:]
    var polled: [GameID: Double] = [:]
    var version = 0
    var answers = Answers()
    var time: Double
  }

  let slate: Slate
  let league = MLB(baseURL: "http://127.0.0.1", sportIDs: [1])
  let log = "9f2c61aa"
  let zone = LocalZone.utc
  private let state: Locked<State>
  private let level = Watermark(0)

  /// Creates a daemon that has seen nothing yet. `slate` begins at `firstPitch`.
  init(_ slate: Slate = Slate(seed: 7, games: 3, firstPitch: SimulatedSource.firstPitch, spread: 20)) {
    self.slate = slate
    state = Locked(State(time: Self.firstPitch - 3600))
  }

  /// 2026-07-14, 23:05 UTC.
  static let firstPitch = 1_784_070_300.0

  /// The daemon's answers besides the games.
  struct Answers: Sendable {
    var followed: [String] = []
    var leagues = [LeagueID(rawValue: "mlb")]
    var services: [LeagueID: String] = [:]
    var explanation: EventExplanation?
    var status: DaemonStatus?
    var outbox = OutboxListing(entries: [], more: false, pending: [:])
    var players = PlayersAnswer(season: 2026, players: [])
    var profile: PlayerProfile?
    var teams = TeamsAnswer(season: 2026, teams: [])
    var team: TeamAnswer?
    var teamGames: [ScoreboardGame] = []
    /// Why the leagues do not answer; nil while they do.
    var fault: Fault?
    /// Why the answers are not fresh; nil while they are.
    var stale: Fault?
    var warnings: [String] = []
    /// Why the log cannot be read; nil while it can.
    var logFault: Fault?
  }

  /// Changes what the daemon answers. The change runs outside the lock, because it may read the games.
  func answer(_ change: (inout Answers) -> Void) {
    var answers = answers
    change(&answers)
    state.withLock { $0.answers = answers }
  }

  /// The games, in the order of the slate.
  var ids: [GameID] { slate.games.map { GameID(league: league.id, gamePk: $0.gamePk) } }

  /// Polls every game at each of its moments up to `time`, in seconds since 1970, as the daemon does.
  func play(to time: Double) throws {
    for game in slate.games {
      let id = GameID(league: league.id, gamePk: game.gamePk)
      var (tracked, polled) = state.withLock { ($0.trackers[id], $0.polled[id] ?? 0) }
      for moment in game.moments where moment > polled && moment <= time {
        let at = Timestamp(milliseconds: Int64(moment * 1000) + 4000)
        var decoder = league.decoder()
        let body = game.feed(at: moment)
        try decoder.feed(body.span)
        let snapshot = try decoder.finish()
        let before = tracked ?? league.beginning(.tellAll, scheduledStart: nil)
        let result = league.track(before, snapshot, of: id, observedAt: at, monotonic: at)
        tracked = result.state
        let summary = league.summary(of: snapshot, observedAt: at)
        for retraction in result.retractions {
          let last = state.withLock { $0.events.last { $0.event.data.fact == retraction.fact }?.event }
          if let last { append(retraction.event(after: last)) }
        }
        for event in result.events { append(event) }
        state.withLock { state in
          state.summaries[id] = summary
          state.version += 1
        }
      }
      polled = time
      state.withLock { ($0.trackers[id], $0.polled[id]) = (tracked, polled) }
    }
    state.withLock { $0.time = time }
  }

  /// Takes over everything that another daemon with the same slate has seen. Playing a game takes long.
  func catchUp(with other: SimulatedSource) {
    let seen = other.state.withLock { $0 }
    state.withLock { $0 = seen }
    level.raise { max($0, other.newest) }
  }

  /// Moves the time on without polling any game, as while the daemon is not running.
  func skip(to time: Double) { state.withLock { $0.time = time } }

  /// Changes the last answer of a game. The edit runs outside the lock, as in `answer`.
  func change(_ game: GameID, _ edit: (inout GameSummary) -> Void) {
    var summary = state.withLock { $0.summaries[game] }
    if var known = summary {
      edit(&known)
      summary = known
    }
    state.withLock { state in
      state.summaries[game] = summary
      state.version += 1
    }
  }

  /// Shows this as the last answer of a game, which may be of another league.
  func show(_ summary: GameSummary, of game: GameID) {
    state.withLock { state in
      state.summaries[game] = summary
      state.version += 1
    }
  }

  /// Logs an event.
  func append(_ event: Event) {
    let sequence = state.withLock { state in
      let sequence = (state.events.last?.sequence ?? 0) + 1
      state.events.append(SequencedEvent(event, sequence: sequence, logged: event.data.observedAt))
      return sequence
    }
    level.raise { max($0, sequence) }
  }

  /// Logs a new revision of a fact that was logged.
  func revise(_ fact: Fact, as change: EventChange, at time: Timestamp, _ edit: (inout EventData) -> Void) {
    guard var event = state.withLock({ $0.events.last { $0.event.data.fact == fact }?.event }) else { return }
    event.data.revision += 1
    (event.data.change, event.data.observedAt) = (change, time)
    edit(&event.data)
    append(event)
  }

  /// All logged events.
  var events: [SequencedEvent] { state.withLock(\.events) }
}

/// The seam.
extension SimulatedSource {
  var newest: Int { level.value }
  func newest(past cursor: Int) async -> Int? { await level.past(cursor) }

  func events(of game: GameID, after cursor: Int) async throws -> EventExtract {
    state.withLock { state in
      EventExtract(
        state.events.filter { $0.sequence > cursor && $0.event.data.gameID == game }, newest: state.events.count)
    }
  }

  func events(after cursor: Int, limit: Int) async throws -> EventExtract {
    state.withLock { state in
      let rest = state.events.filter { $0.sequence > cursor }
      let page = Array(rest.prefix(limit))
      return EventExtract(page, newest: rest.count > limit ? page.last?.sequence ?? cursor : state.events.count)
    }
  }

  var games: [GameSummary] {
    state.withLock { state in
      let others = state.summaries.keys.filter { !ids.contains($0) }.sorted { $0.gamePk < $1.gamePk }
      return (ids + others).compactMap { state.summaries[$0] }
    }
  }
  var gamesVersion: Int { state.withLock(\.version) }
  var followedTeams: [String] { state.withLock(\.answers.followed) }

  func scoreboard(on date: CivilDate) async throws -> ConfirmedAnswer<DateSchedule> {
    let body = slate.schedule(at: now, from: "\(date)", to: "\(date)", withLinescores: true)
    return try confirmed(DateSchedule(date: "\(date)", games: league.scoreboard(in: body, on: date).games))
  }

  func details(of game: GameID) async throws -> ConfirmedAnswer<GameDetails> {
    guard let simulated = slate.games.first(where: { $0.gamePk == game.gamePk }) else {
      throw Fault(.lookupNoGame, "there is no game \(game.gamePk)")
    }
    return try confirmed(league.details(in: simulated.feed(at: now), of: game, revisions: []))
  }

  var listingLeagues: [LeagueID] { answers.leagues }

  func playerService(of league: LeagueID) -> String? { answers.services[league] }

  func teams(of league: LeagueID?) async throws -> ConfirmedAnswer<TeamsAnswer> { try confirmed(answers.teams) }

  func team(_ abbreviation: String, of league: LeagueID) async throws -> ConfirmedAnswer<TeamAnswer> {
    guard let team = answers.team, team.team.abbreviation == abbreviation else {
      throw Fault(.lookupUnknownName, "no league lists '\(abbreviation)' among its teams")
    }
    return try confirmed(team)
  }

  func games(
    ofTeam id: Int, of league: LeagueID, from first: CivilDate, to last: CivilDate
  ) async throws -> ConfirmedAnswer<[ScoreboardGame]> { try confirmed(answers.teamGames) }

  func players(
    named name: String?, team: String?, position: String?, of league: LeagueID
  ) async throws -> ConfirmedAnswer<PlayersAnswer> { try confirmed(answers.players) }

  func player(_ id: Int, of league: LeagueID) async throws -> ConfirmedAnswer<PlayerProfile?> {
    guard let profile = answers.profile, profile.listing.id == id else {
      throw Fault(.lookupUnknownName, "no player has the id \(id)")
    }
    return try confirmed(profile)
  }

  func status() async -> DaemonStatus? { answers.status }

  func outbox() async throws -> OutboxListing {
    if let fault = answers.logFault { throw fault }
    return answers.outbox
  }

  func explanation(ofEvent id: String) async throws -> EventExplanation? {
    answers.explanation.flatMap { $0.event == id ? $0 : nil }
  }

  func usage() -> ProcessUsage { .now() }

  private var now: Double { state.withLock(\.time) }
  private var answers: Answers { state.withLock(\.answers) }

  private func confirmed<Value>(_ value: Value) throws -> ConfirmedAnswer<Value> {
    let answers = answers
    if let fault = answers.fault { throw fault }
    return ConfirmedAnswer(
      value, confirmed: Timestamp(milliseconds: Int64(now * 1000)), fault: answers.stale, warnings: answers.warnings)
  }
}
