package import LiveModel

/// The summary of a game, and the pace of its polls.
extension NBA {
  package func summary(of snapshot: NBASnapshot, observedAt: Timestamp) -> GameSummary {
    summary(of: snapshot, NBAState(baseline: .silent), observedAt: observedAt)
  }

  /// The play-by-play names no game and no home team; the state does.
  package func summary(of snapshot: NBASnapshot, _ state: NBAState, observedAt: Timestamp) -> GameSummary {
    let info = state.info
    var summary = GameSummary(
      league: id,
      game: GameSummary.Game(
        id: snapshot.gameId, date: info?.date, number: 1, type: GameNumber.kind(snapshot.gameId),
        status: phase(of: snapshot, state), away: info.map { .init($0.away) } ?? .init(),
        home: info.map { .init($0.home) } ?? .init()),
      start: info?.scheduledStart ?? state.status.scheduledStart, feedAt: snapshot.time, observedAt: observedAt)
    guard let actions = snapshot.actions, let last = actions.last else { return summary }
    summary.score = last.score
    let isOver = NBAFinalRule.isOver(actions)
    let isBreak = !isOver && last.type == "period" && last.subType == "end"
    summary.members = LeagueMembers(
      BasketballSituation(
        period: GamePeriod(last.period, clock: isOver ? nil : last.clock?.text), isBreak: isBreak ? true : nil))
    return summary
  }

  private func phase(of snapshot: NBASnapshot, _ state: NBAState) -> GameStatus.Phase {
    switch snapshot.content {
    case .playByPlay(let actions):
      if actions.isEmpty { return .scheduled }
      let game = GameID(league: id, gamePk: snapshot.gameId)
      return NBAFinalRule.isOver(actions) && state.ledger.has(.status(.final, in: game)) ? .final : .live
    case .boxScore(let box):
      if let called = state.status.phase, called == .postponed || called == .cancelled { return called }
      return box.status == 1 ? .scheduled : .live
    }
  }

  package func pulse(of snapshot: NBASnapshot, _ state: NBAState) -> PollHints {
    let phase = phase(of: snapshot, state)
    let actions = snapshot.actions ?? []
    var hints = PollHints(
      phase: phase, revision: snapshot.time, situation: .between(results: actions.count),
      scheduledStart: state.info?.scheduledStart ?? state.status.scheduledStart)
    if phase == .final, let since = state.finalAt, let now = state.monotonic {
      hints.interval = AfterEnd.wait(after: max(now - since, snapshot.time - (actions.last?.time ?? snapshot.time)))
      hints.endedAt = actions.last?.time
    } else if phase == .live {
      let pace = NBAPace(actions.last)
      hints.interval = pace.interval(jitter: snapshot.time)
      hints.longestStill = pace.longestStill
    }
    return hints
  }
}

/// How often a live game is polled, and how long its file may stay the same. The league's own page polls every 10 s.
enum NBAPace: Sendable {
  /// The box score says that the game has begun; its play-by-play has not been read.
  case beginning
  case running
  /// The last five minutes of a close game.
  case clutch
  /// A timeout or a review.
  case stopped
  case betweenPeriods
  case halfTime

  init(_ last: NBAAction?) {
    guard let last else {
      self = .beginning
      return
    }
    let isOver = last.type == "period" && last.subType == "end"
    if isOver {
      self = last.period == 2 ? .halfTime : .betweenPeriods
    } else if last.type == "timeout" || last.type == "instantreplay" || last.type == "stoppage" {
      self = .stopped
    } else {
      self = LeadTracker.isClutch(last.score ?? .zero, last.clock, period: last.period) ? .clutch : .running
    }
  }

  /// Returns the wait until the next poll, up to a second more or less by the revision, so that many games are not polled
  /// in step.
  func interval(jitter revision: Timestamp) -> Duration {
    let spread = Duration.milliseconds(Int(revision.milliseconds % 2_001) - 1_000)
    return switch self {
    case .beginning: .seconds(1)
    case .running, .stopped: .seconds(9) + spread
    case .clutch: .milliseconds(4_500) + spread / 2
    case .betweenPeriods: .seconds(15) + spread
    case .halfTime: .seconds(30) + spread
    }
  }

  /// The time without a new revision after which the feed counts as stopped.
  var longestStill: Duration {
    switch self {
    case .running, .clutch: .seconds(180)
    case .beginning, .stopped: PollHints.longestPause
    case .betweenPeriods: .seconds(360)
    case .halfTime: .seconds(1_500)
    }
  }
}
