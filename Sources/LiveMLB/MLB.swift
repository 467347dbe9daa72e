package import LiveModel

/// Major League Baseball, and other sports that StatsAPI serves in the same format.
package struct MLB: League {
  /// Base URL without a trailing slash.
  package var baseURL: String
  /// Sport ids of StatsAPI: 1 is MLB, 51 is international baseball, including the World Baseball Classic.
  package var sportIDs: [Int]
  /// Base URL of the push socket, without a trailing slash; nil if it is not used.
  package var pushURL: String?
  /// Memory limit of one game's state, in bytes.
  package var gameMemory = TrackerState.mostBytes

  package let id = LeagueID.mlb

  package init(baseURL: String, sportIDs: [Int], gameMemory: Int = TrackerState.mostBytes) {
    (self.baseURL, self.sportIDs, self.gameMemory) = (baseURL, sportIDs, gameMemory)
  }

  /// Source: `GET /api/v1/schedule`. One request may name several sport ids. Times are UTC, days are the league's.
  package func scheduleRequest(from first: CivilDate, to last: CivilDate) -> HTTPRequest {
    var request = scheduleRequest("startDate=\(first)&endDate=\(last)&hydrate=team", MLBSchedule.fields)
    // systemd waits for READY=1, which is sent after the first answer.
    request.limits.total = .seconds(20)
    return request
  }

  package func games(in schedule: [UInt8]) throws -> ScheduleAnswer { try MLBSchedule.games(in: schedule) }

  /// Source: `GET /api/v1/schedule` of one date, with the linescores.
  package func scoreboardRequest(on date: CivilDate) -> HTTPRequest {
    scheduleRequest("date=\(date)&hydrate=team,linescore,probablePitcher,decisions", MLBScoreboard.fields)
  }

  package func scoreboard(in schedule: [UInt8], on date: CivilDate) throws -> DateScoreboard {
    try MLBScoreboard.scoreboard(in: schedule, on: date)
  }

  /// Source: `GET /api/v1/people`. An id that StatsAPI does not know is missing in the answer.
  package func playerStandingsRequest(of ids: [Int]) -> HTTPRequest? {
    let numbers = ids.map(String.init).joined(separator: ",")
    return HTTPRequest(
      url: "\(baseURL)/api/v1/people?personIds=\(numbers)&hydrate=currentTeam&fields="
        + MLBPeople.fields.joined(separator: ","))
  }

  package func playerStandings(in body: [UInt8]) throws -> [PlayerStanding] { try MLBPeople.standings(in: body) }

  private func scheduleRequest(_ query: String, _ fields: [String]) -> HTTPRequest {
    let sports = sportIDs.map(String.init).joined(separator: ",")
    return HTTPRequest(
      url: "\(baseURL)/api/v1/schedule?sportId=\(sports)&\(query)&fields=\(fields.joined(separator: ","))")
  }

  /// The clubs and players of MLB, or of the first other sport if MLB is not configured.
  package var teamsAndPlayers: (any TeamsAndPlayers)? {
    MLBTeamsAndPlayers(baseURL: baseURL, sport: sportIDs.contains(1) ? 1 : sportIDs.first ?? 1)
  }

  /// Source: `GET /api/v1.1/game/<gamePk>/feed/live`, with only the fields of a snapshot.
  package func feedRequest(of game: GameID) -> HTTPRequest {
    HTTPRequest(url: "\(baseURL)/api/v1.1/game/\(game.gamePk)/feed/live?fields=\(MLBFeedFields.list)")
  }

  /// Nil while the tracker waits for another answer: a fact is missing, an action may still change, or the last answers
  /// were refused.
  package func outline(of snapshot: GameSnapshot, _ state: TrackerState) -> GameOutline? {
    let isSettled = state.absence.isEmpty && state.refusals == nil && !state.isUnsettled && state.finalDoubt == nil
    return isSettled ? snapshot.outline : nil
  }

  /// Source: the same, with the newest plate appearance instead of all.
  package func shortRequest(of game: GameID, after outline: GameOutline) -> HTTPRequest {
    HTTPRequest(url: "\(baseURL)/api/v1.1/game/\(game.gamePk)/feed/live?fields=\(MLBFeedFields.short)")
  }

  package func shortDecoder() -> MLBFeedDecoder { MLBFeedDecoder(.short) }

  package func read(_ short: GameSnapshot, after outline: GameOutline) -> ShortAnswer<GameSnapshot> {
    short.compared(with: outline)
  }

  package var hasPush: Bool { pushURL != nil }

  /// Source: the socket of MLB's own game page, which is not documented. It closes with 4400 for a game that it does not
  /// announce now, and with 4404 for one that it does not know.
  package func pushEndpoint(of game: GameID) -> PushEndpoint? {
    pushURL.map { base in
      PushEndpoint(
        url: "\(base)/api/v1/game/push/subscribe/gameday/\(game.gamePk)", heartbeat: "Gameday5", notYet: [4400],
        never: [4404])
    }
  }

  package func pushReader(of game: GameID) -> (any PushReader)? { MLBPushReader(gamePk: game.gamePk) }

  /// Source: `GET /api/v1.1/game/<gamePk>/feed/live`, with only the fields that are shown.
  package func detailsRequest(of game: GameID) -> HTTPRequest? {
    let fields = MLBGameDetails.fields.joined(separator: ",")
    return HTTPRequest(url: "\(baseURL)/api/v1.1/game/\(game.gamePk)/feed/live?fields=\(fields)")
  }

  package func details(in feed: [UInt8], of game: GameID, revisions: [Event]) throws -> GameDetails {
    try MLBGameDetails.details(in: feed, of: game, revisions: revisions)
  }

  package func decoder() -> MLBFeedDecoder { MLBFeedDecoder() }

  package func beginning(_ baseline: Baseline, scheduledStart: Timestamp?) -> TrackerState {
    TrackerState(baseline: baseline, scheduledStart: scheduledStart)
  }

  package func track(
    _ state: TrackerState, _ snapshot: GameSnapshot, of game: GameID, observedAt: Timestamp, monotonic: Timestamp
  ) -> Tracked<TrackerState> {
    var tracked = Tracked(
      Tracker(game: game, limit: gameMemory).track(state, snapshot, observedAt: observedAt, monotonic: monotonic))
    tracked.ignored = snapshot.ignored
    return tracked
  }

  package func question(for snapshot: GameSnapshot, _ state: TrackerState, of game: GameID) -> PredictionQuestion? {
    guard Tracker(game: game).lacksPrediction(state, snapshot) else { return nil }
    return MLBPredictionQuestion(baseURL: baseURL, game: game, snapshot)?.question
  }

  package func predict(
    _ prediction: LeagueMembers, _ state: TrackerState, _ snapshot: GameSnapshot, of game: GameID, observedAt: Timestamp
  ) -> Tracked<TrackerState> {
    let own: BaseballMembers? = prediction.decoded()
    guard let expected = own?.prediction else { return Tracked(state: state, events: [], isOver: state.isOver) }
    return Tracked(
      Tracker(game: game, limit: gameMemory).predict(expected, state, snapshot, observedAt: observedAt))
  }

  package func report(
    _ trouble: SourceTrouble?, reason: String?, _ state: TrackerState, of game: GameID, observedAt: Timestamp,
    monotonic: Timestamp
  ) -> Tracked<TrackerState> {
    Tracked(
      Tracker(game: game, limit: gameMemory).report(
        trouble, reason: reason, state, observedAt: observedAt, monotonic: monotonic))
  }

  package func rebuilding(_ game: GameID, from events: [Event]) -> TrackerState {
    TrackerState(rebuilding: game, from: events)
  }

  package func resumed(_ state: TrackerState, monotonic: Timestamp) -> TrackerState {
    var state = state
    state.resume(at: monotonic)
    return state
  }

  package func trouble(of state: TrackerState) -> SourceTrouble? { state.source.trouble }

  package func hasBegun(_ state: TrackerState) -> Bool {
    state.source.game.map { [.warmup, .live, .delayed, .suspended, .final].contains($0.status) } ?? false
  }

  package func revision(of state: TrackerState) -> Timestamp? { state.timeStamp }

  package func summary(of snapshot: GameSnapshot, observedAt: Timestamp) -> GameSummary {
    GameSummary(snapshot, observedAt: observedAt)
  }

  package func pulse(of snapshot: GameSnapshot, _ state: TrackerState) -> PollHints {
    let game = GameID(league: id, gamePk: snapshot.gamePk).begun(anew: state.replayDate)
    let isFinalLogged = state.ledger.has(.status(.final, in: game))
    return PollHints(
      phase: snapshot.status.phase, revision: snapshot.timeStamp, situation: Situation(snapshot),
      scheduledStart: snapshot.info.scheduledStart, isImminent: snapshot.status.isImminent,
      oftenUntil: state.finalAt.map { $0 + AfterFinal.span },
      endedAt: isFinalLogged ? snapshot.plays.last?.endTime : nil,
      finalCheck: AfterFinal.finalCheck(snapshot))
  }
}

extension Tracked where State == TrackerState {
  fileprivate init(_ outcome: Tracker.Outcome) {
    self.init(
      state: outcome.state, retractions: outcome.retractions, events: outcome.events,
      refusal: outcome.refusal?.rawValue, faults: outcome.faults, bytes: outcome.state.bytes,
      trouble: outcome.state.trouble, isOver: outcome.state.isOver,
      isFinal: outcome.state.isOver && outcome.state.finalAt != nil)
  }
}

extension GameSummary {
  /// Summarizes a snapshot of MLB.
  init(_ snapshot: GameSnapshot, observedAt: Timestamp) {
    let info = snapshot.info
    self.init(
      league: .mlb,
      game: Game(
        id: snapshot.gamePk, date: info.officialDate, number: info.gameNumber, type: info.type,
        status: snapshot.status.phase, away: Club(info.away), home: Club(info.home)),
      start: info.scheduledStart, reason: snapshot.status.reason, feedAt: snapshot.timeStamp, observedAt: observedAt)
    guard snapshot.status.isUnderway else { return }
    score = snapshot.linescore.score ?? snapshot.lastPlayScore
    // After the end of a game, the linescore still shows its last pitch.
    show(
      snapshot.status.isOver ? BaseballSituation(inning: snapshot.linescore.half) : Self.situation(of: snapshot),
      scheduledInnings: snapshot.linescore.scheduledInnings)
  }

  private static func situation(of snapshot: GameSnapshot) -> BaseballSituation {
    let (line, play) = (snapshot.linescore, snapshot.plays.last)
    let current = play?.isComplete == false ? play : nil
    return BaseballSituation(
      inning: line.half, inningState: line.inningState, outs: line.outs, balls: line.balls, strikes: line.strikes,
      bases: line.bases ?? snapshot.basesByPlays, batter: line.batter ?? current?.batter,
      pitcher: line.pitcher ?? current?.pitcher)
  }
}

extension Linescore {
  fileprivate var half: HalfInning? { HalfInning(inning: currentInning, isTop: isTopInning, state: inningState) }
}

extension GameSnapshot {
  /// Bases after the last complete play of the half-inning, for a feed whose linescore names no runners.
  var basesByPlays: Bases? {
    guard let last = plays.last else { return nil }
    if let omitted, !last.isComplete { return omitted.bases }
    guard let complete = plays.last(where: \.isComplete), complete.inning == last.inning, complete.outs < 3 else {
      return .empty
    }
    return complete.basesAfter
  }
}
