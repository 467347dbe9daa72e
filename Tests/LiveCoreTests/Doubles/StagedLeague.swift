@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The toy league with two files for a game, as the NBA has them: `preview`, which is there before the game, and `feed`.
/// A row of the schedule that calls the game off is an event.
struct StagedLeague: League {
  struct State: Codable, Sendable {
    /// The state of the toy league.
    var words = 0
    var file = "preview"
    var isOff = false
  }

  private let toy = ToyLeague()

  var id: LeagueID { toy.id }
  let pausesAfterRefusals: [Duration] = [.seconds(300), .seconds(900)]

  func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest {
    toy.scheduleRequest(from: first, to: last)
  }

  func games(in schedule: [UInt8]) throws -> ScheduleAnswer { try toy.games(in: schedule) }

  func scoreboardRequest(on date: CivilDate) -> HTTPRequest { toy.scoreboardRequest(on: date) }

  func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    try toy.scoreboard(in: schedule, on: date)
  }

  func feedRequest(of game: GameID) -> HTTPRequest { toy.feedRequest(of: game) }

  func feedRequest(of game: GameID, _ state: State) -> HTTPRequest {
    HTTPRequest(url: "toy:\(state.file)/\(game.gamePk)")
  }

  func decoder() -> ToyLeague.WordDecoder { toy.decoder() }

  func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> State { State() }

  func rebuilding(_ game: GameID, from events: [Event]) -> State { State(words: events.count) }

  func resumed(_ state: State, monotonic: Timestamp) -> State { state }

  func track(
    _ state: State, _ snapshot: ToyLeague.Words, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State> {
    let tracked = toy.track(state.words, snapshot, of: game, observedAt: observedAt, monotonic: monotonic)
    var next = state
    (next.words, next.file) = (tracked.state, "feed")
    return Tracked(state: next, events: tracked.events, isOver: tracked.isOver)
  }

  func track(
    _ state: State, listed row: ScheduledGame, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<State>? {
    guard row.status.phase == .postponed, !state.isOff else {
      return Tracked(state: state, events: [], isOver: state.isOff)
    }
    let off = ToyLeague.Words(words: ["off"], isOver: true)
    let tracked = toy.track(0, off, of: game, observedAt: observedAt, monotonic: monotonic)
    var next = state
    next.isOff = true
    return Tracked(state: next, events: tracked.events, isOver: true)
  }

  func missed(_ state: State, of game: GameID) -> State? {
    guard !hasBegun(state) else { return nil }
    var next = state
    next.file = state.file == "preview" ? "feed" : "preview"
    return next
  }

  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: State, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<State> {
    Tracked(state: state, events: [], isOver: false)
  }

  func trouble(of state: State) -> SourceTrouble? { nil }

  func hasBegun(_ state: State) -> Bool { state.words > 0 }

  func revision(of state: State) -> Timestamp? { nil }

  func summary(of snapshot: ToyLeague.Words, observedAt: Timestamp) -> GameSummary {
    toy.summary(of: snapshot, observedAt: observedAt)
  }

  func pulse(of snapshot: ToyLeague.Words, _ state: State) -> PollHints { toy.pulse(of: snapshot, state.words) }
}
