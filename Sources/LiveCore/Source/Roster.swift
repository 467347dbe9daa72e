internal import Logging

/// Asks the schedule, and runs one watch a game that is on or about to begin.
struct Roster<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let desk: Desk<L, C>
  let catchUp: Baseline
  /// Games that began after this were missed by nobody but us: they are told in full.
  let knownSince: Timestamp
  /// Called once, after the first schedule answer or its failure.
  let onFirstAnswer: @Sendable (_ games: Int?) async -> Void

  /// A day either side, and the half day that time zones and late games need.
  static var window: Duration { .seconds(36 * 3600) }
  /// A game is polled from this long before its first pitch: lineups are posted two to three hours ahead.
  static var lead: Duration { .seconds(3 * 3600) }

  /// Runs until it is cancelled.
  func run() async throws {
    let watched = Guarded<Set<GameID>>([])
    var outage = Outage()
    var cadence = Cadence(bounds: desk.bounds)
    var tell: (@Sendable (Int?) async -> Void)? = onFirstAnswer
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        let wait: Duration
        do {
          let games = try await followed()
          desk.scoreboard.follow(games)
          try await start(games, in: &group, watched)
          desk.success(of: .schedule, &outage, desk.logger)
          cadence = Cadence(bounds: desk.bounds)
          wait = untilNextLook(games)
          await tell.take()?(games.count)
        } catch {
          wait = try desk.setback(error, of: .schedule, &cadence, &outage, desk.logger)
          await tell.take()?(nil)
        }
        try await desk.clock.sleep(for: wait)
      }
    }
  }

  /// Starts a watch for every game that is wanted and has none.
  private func start(
    _ games: [ScheduledGame], in group: inout ThrowingDiscardingTaskGroup<any Error>, _ watched: Guarded<Set<GameID>>
  ) async throws {
    try await desk.log.begin(beforeFirstPitch(games), at: desk.now())
    for row in try await wanted(games) {
      guard watched.withLock({ $0.insert(row.game).inserted }) else { continue }
      desk.scoreboard.watch(row.game, isOn: true)
      group.addTask { await watch(row, in: watched) }
    }
  }

  private func followed() async throws -> [ScheduledGame] {
    try await desk.budget.take()
    let now = desk.now()
    let games = try await desk.asking(.schedule) {
      try await desk.reader.schedule(from: (now - Self.window).date, to: (now + Self.window).date)
    }
    desk.meters.answered(.schedule)
    return games.filter { row in
      guard let away = row.away, let home = row.home else { return true }
      return desk.router.watches(away: away, home: home)
    }
  }

  /// A game that is seen before it begins is known from its first pitch on, even if the next answer comes an hour late.
  private func beforeFirstPitch(_ games: [ScheduledGame]) throws -> [Checkpoint] {
    try games.filter { !$0.status.isUnderway && !$0.status.isOver }.map {
      try Checkpoint(
        game: $0.game, encoding: desk.league.beginning(.tellAll, scheduledStart: $0.start), isOver: false)
    }
  }

  private func wanted(_ games: [ScheduledGame]) async throws -> [ScheduledGame] {
    var list: [ScheduledGame] = []
    for row in games {
      let isWanted: Bool
      switch row.status.phase {
      case .live, .delayed, .warmup, .suspended: isWanted = true
      case .scheduled: isWanted = isNear(row) || row.wasPutOff
      case .final, .postponed, .cancelled: isWanted = try await isUnfinished(row)
      }
      if isWanted { list.append(row) }
    }
    return list
  }

  /// A start that is to be determined comes without notice: the codes say when the teams are at the park.
  private func isNear(_ row: ScheduledGame) -> Bool {
    row.start.map { $0 - desk.now() <= Self.lead } ?? (row.status.codedGameState == "P")
  }

  /// It ended while nobody looked, and its end has not been told.
  private func isUnfinished(_ row: ScheduledGame) async throws -> Bool {
    if let checkpoint = try await desk.log.checkpoint(of: row.game) { return !checkpoint.isOver }
    return row.status.phase == .final && beganUnseen(row)
  }

  private func beganUnseen(_ row: ScheduledGame) -> Bool { row.start.map { $0 > knownSince } ?? false }

  private func watch(_ row: ScheduledGame, in watched: Guarded<Set<GameID>>) async {
    let baseline = beganUnseen(row) ? .tellAll : catchUp
    do {
      try await GameWatch(game: row.game, baseline: baseline, desk: desk).run()
    } catch is CancellationError {
      desk.logger(for: row.game).debug("watch cancelled")
    } catch {
      // The next look at the schedule starts it anew.
      desk.logger(for: row.game).error("watch failed", metadata: [LogKey.error: "\(error)"])
    }
    desk.scoreboard.watch(row.game, isOn: false)
    desk.health.forget(.game(row.game), at: desk.now())
    watched.withLock { _ = $0.remove(row.game) }
  }

  /// The next first pitch's lead, or the ceiling.
  private func untilNextLook(_ games: [ScheduledGame]) -> Duration {
    let now = desk.now()
    let next =
      games.filter { $0.status.phase == .scheduled }.compactMap(\.start).map { $0 - Self.lead - now }
      .filter { $0 > .zero }.min() ?? desk.bounds.idleMax
    return min(max(next, desk.bounds.liveMax), desk.bounds.idleMax)
  }
}

extension Timestamp {
  var date: CivilDate {
    CivilDate(daysSinceEpoch: Int((Double(seconds) / 86_400).rounded(.down)))
  }
}
