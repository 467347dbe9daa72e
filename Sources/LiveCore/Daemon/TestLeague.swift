internal import LiveModel

/// A league whose events are tagged `test`: they are simulated, and no receiver may take them for real ones.
struct TestLeague<Base: League>: League {
  let base: Base

  var id: LeagueID { base.id }

  func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest {
    base.scheduleRequest(from: first, to: last)
  }

  func games(in schedule: [UInt8]) throws -> ScheduleAnswer { try base.games(in: schedule) }

  func scoreboardRequest(on date: CivilDate) -> HTTPRequest { base.scoreboardRequest(on: date) }

  var pausesAfterRefusals: [Duration] { base.pausesAfterRefusals }

  func scoreboardRequest(on date: CivilDate, at now: Timestamp) -> HTTPRequest {
    base.scoreboardRequest(on: date, at: now)
  }

  func scoreboardLifetime(on date: CivilDate, at now: Timestamp) -> Duration? {
    base.scoreboardLifetime(on: date, at: now)
  }

  func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    try base.scoreboard(in: schedule, on: date)
  }
  func playerStandingsRequest(of ids: [Int]) -> HTTPRequest? { base.playerStandingsRequest(of: ids) }
  func playerStandings(in body: [UInt8]) throws -> [PlayerStanding] { try base.playerStandings(in: body) }

  var teamsAndPlayers: (any TeamsAndPlayers)? { base.teamsAndPlayers }
  func feedRequest(of game: GameID) -> HTTPRequest { base.feedRequest(of: game) }
  func feedRequest(of game: GameID, _ state: Base.State) -> HTTPRequest { base.feedRequest(of: game, state) }
  func decoder() -> Base.Decoder { base.decoder() }
  func outline(of snapshot: Base.Snapshot, _ state: Base.State) -> Base.Outline? { base.outline(of: snapshot, state) }
  func shortRequest(of game: GameID, after outline: Base.Outline) -> HTTPRequest {
    base.shortRequest(of: game, after: outline)
  }
  func shortDecoder() -> Base.Decoder { base.shortDecoder() }
  func read(_ short: Base.Snapshot, after outline: Base.Outline) -> ShortAnswer<Base.Snapshot> {
    base.read(short, after: outline)
  }

  func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> Base.State {
    base.beginning(baseline, scheduledStart: scheduledStart)
  }

  func rebuilding(_ game: GameID, from events: [Event]) -> Base.State { base.rebuilding(game, from: events) }
  func resumed(_ state: Base.State, monotonic: Timestamp) -> Base.State { base.resumed(state, monotonic: monotonic) }

  func track(
    _ state: Base.State, _ snapshot: Base.Snapshot, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<Base.State> {
    marked(base.track(state, snapshot, of: game, observedAt: observedAt, monotonic: monotonic))
  }

  func track(
    _ state: Base.State, listed row: ScheduledGame, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<Base.State>? {
    base.track(state, listed: row, of: game, observedAt: observedAt, monotonic: monotonic).map(marked)
  }

  func missed(_ state: Base.State, of game: GameID) -> Base.State? { base.missed(state, of: game) }

  func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: Base.State, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<Base.State> {
    marked(base.report(trouble, reason: reason, state, of: game, observedAt: observedAt, monotonic: monotonic))
  }

  func question(for snapshot: Base.Snapshot, _ state: Base.State, of game: GameID) -> PredictionQuestion? {
    base.question(for: snapshot, state, of: game)
  }

  func predict(
    _ prediction: LeagueMembers, _ state: Base.State, _ snapshot: Base.Snapshot, of game: GameID, observedAt: Timestamp
  ) -> Tracked<Base.State> {
    marked(base.predict(prediction, state, snapshot, of: game, observedAt: observedAt))
  }

  func trouble(of state: Base.State) -> SourceTrouble? { base.trouble(of: state) }
  func hasBegun(_ state: Base.State) -> Bool { base.hasBegun(state) }
  func revision(of state: Base.State) -> Timestamp? { base.revision(of: state) }

  func summary(of snapshot: Base.Snapshot, observedAt: Timestamp) -> GameSummary {
    base.summary(of: snapshot, observedAt: observedAt)
  }

  func summary(of snapshot: Base.Snapshot, _ state: Base.State, observedAt: Timestamp) -> GameSummary {
    base.summary(of: snapshot, state, observedAt: observedAt)
  }

  func pulse(of snapshot: Base.Snapshot, _ state: Base.State) -> PollHints { base.pulse(of: snapshot, state) }

  private func marked(_ tracked: Tracked<Base.State>) -> Tracked<Base.State> {
    var tracked = tracked
    for index in tracked.events.indices { tracked.events[index].data.tags.append(.test) }
    return tracked
  }
}

extension League {
  /// The same league with all events tagged `test`.
  var asTest: any League { TestLeague(base: self) }
}
