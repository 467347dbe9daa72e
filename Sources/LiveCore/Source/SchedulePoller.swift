internal import FoundationEssentials
internal import LiveModel
internal import LivePlatform
internal import Logging

/// Polls the schedule, and runs one `GamePoller` for each game that is in progress or about to begin.
struct SchedulePoller<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let context: PollContext<L, C>
  let catchUp: Baseline
  /// Last time the daemon ran; nil for a new log. Games that began later are logged in full.
  let lastAlive: Timestamp?
  /// False on a node of a cluster that only delivers: others poll the games, and the schedule is for the scoreboard.
  var pollsGames = true
  /// Runs once, after the first schedule answer or its failure. The number of games is nil after a failure.
  let onFirstAnswer: @Sendable (_ games: Int?) async -> Void

  /// Schedule window on either side of the present: one day, and half a day for time zones and late games.
  static var window: Duration { .seconds(36 * 3600) }

  /// Polls until cancelled.
  func run() async throws {
    var reportFirst: (@Sendable (Int?) async -> Void)? = onFirstAnswer
    if context.now() < Version.beginning {
      await reportFirst.take()?(nil)
      try await untilClockIsSet()
    }
    let now = context.now()
    var look = Look(cadence: Cadence(bounds: context.bounds), knownSince: min(lastAlive ?? now, now))
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        try await untilFollowed()
        let generation = context.plan.generation
        try await context.turn(of: .schedule, context.logger)
        look.cadence.bounds = context.bounds
        switch try await context.round(of: .schedule, { try await atSchedule(&look, in: &group) }) {
        case .games(let games):
          await reportFirst.take()?(games.count)
          try await context.pause(
            for: ScheduleCadence.wait(after: games, at: context.now(), context.bounds), in: generation)
        case .backOff(let backOff):
          await reportFirst.take()?(nil)
          try await context.backOff(backOff)
        }
      }
    }
  }

  /// Waits while the league is idle.
  private func untilFollowed() async throws {
    while true {
      let generation = context.plan.generation
      guard context.plan.current.idle.contains(context.league.id) else { return }
      _ = await context.plan.changed(since: generation)
      try Task.checkCancellation()
    }
  }

  /// Waits until the wall clock is past `Version.beginning`. With an earlier clock, every game would lie in the future.
  private func untilClockIsSet() async throws {
    let fault = Fault(
      .clockNotSet,
      "the clock shows \(context.now()), before this program existed; nothing is polled until it is set",
      hint: "see 'timedatectl', and check whether time-sync.target waits for the time")
    context.logger.error("clock not set", metadata: Fault.metadata(of: fault))
    while context.now() < Version.beginning { try await context.clock.sleep(for: .seconds(1)) }
    context.logger.notice("clock set")
  }

  /// State kept from one poll of the schedule to the next.
  private struct Look {
    var cadence: Cadence
    var knownSince: Timestamp
    var outage = PollFailureLog()
    var rows = PollFailureLog()
    /// True once polling of the log's games in progress has resumed.
    var hasResumed = false
    let watches = GamePollers()
  }

  private enum Outcome {
    case games([ScheduledGame])
    case backOff(PollContext<L, C>.BackOff)
  }

  private func atSchedule(
    _ look: inout Look, in group: inout ThrowingDiscardingTaskGroup<any Error>
  ) async throws -> Outcome {
    do {
      let games = try await followed(&look)
      context.scoreboard.follow(games, of: context.league.id)
      if pollsGames { try await poll(games, in: &group, &look) }
      context.success(of: .schedule, &look.outage, context.logger)
      look.cadence = Cadence(bounds: context.bounds)
      return .games(games)
    } catch {
      return .backOff(try context.failure(error, of: .schedule, &look.cadence, &look.outage, context.logger))
    }
  }

  private func poll(
    _ games: [ScheduledGame], in group: inout ThrowingDiscardingTaskGroup<any Error>, _ look: inout Look
  ) async throws {
    try await start(games, in: &group, look)
    if !look.hasResumed { try await resume(in: &group, look) }
    look.hasResumed = true
  }

  /// Starts polling every wanted game that is not polled already.
  private func start(
    _ games: [ScheduledGame], in group: inout ThrowingDiscardingTaskGroup<any Error>, _ look: Look
  ) async throws {
    await context.begin(try beforeFirstPitch(games))
    look.watches.follow(games)
    let knownSince = max(look.knownSince, context.plan.current.followedSince ?? look.knownSince)
    for row in try await wanted(games, knownSince) {
      guard let rows = look.watches.begin(row.game, row) else { continue }
      context.scoreboard.watch(row.game, isOn: true)
      context.session?.begins(row.game)
      // The log lacks the checkpoint of a game that has not begun if it could not be written.
      let baseline = row.status.isBeforeStart || Self.began(row, after: knownSince) ? .tellAll : catchUp
      group.addTask { await watch(row.game, rows, from: baseline, in: look.watches) { isFollowed(row) } }
    }
  }

  /// Largest number of games that are resumed. No log has more games in progress.
  private static var mostResumed: Int { 64 }

  /// Resumes games that were in progress when the daemon last ran, and that the schedule's window no longer lists,
  /// since the daemon was down for days. Their missed plays and their end are logged late.
  private func resume(in group: inout ThrowingDiscardingTaskGroup<any Error>, _ look: Look) async throws {
    for checkpoint in try await context.log.openCheckpoints(limit: 1000).filter(isInProgress).prefix(Self.mostResumed) {
      let game = checkpoint.game
      let clubs = try? await context.log.newestEvent(of: game)?.decoded().data.game
      let isFollowed: @Sendable () -> Bool = {
        clubs.map { clubs in
          context.router.watches(
            away: clubs.away.abbreviation, home: clubs.home.abbreviation, in: context.league.id)
        } ?? true
      }
      guard isFollowed(), let rows = look.watches.begin(game, nil) else { continue }
      context.logger(for: game).notice("game resumed from the log")
      context.scoreboard.watch(game, isOn: true)
      context.session?.begins(game)
      group.addTask { await watch(game, rows, from: catchUp, in: look.watches, isFollowed) }
    }
  }

  /// Returns whether the game has begun. Returns true for an unreadable checkpoint, which the game's poller rebuilds.
  private func isInProgress(_ checkpoint: Checkpoint) -> Bool {
    guard checkpoint.game.league == context.league.id else { return false }
    let state = try? JSONDecoder().decode(L.State.self, from: Data(checkpoint.state))
    return state.map(context.league.hasBegun) ?? true
  }

  /// Requests the schedule, and returns the rows of followed games. Logs rows that cannot be read.
  private func followed(_ look: inout Look) async throws -> [ScheduledGame] {
    let now = context.now()
    let answer = try await context.asking(.schedule) {
      try await context.reader.schedule(from: (now - Self.window).date, to: (now + Self.window).date)
    }
    context.meters.answered(.schedule)
    if answer.unreadable > 0 {
      context.meters.skippedScheduleRows(answer.unreadable)
      let fault = Fault(
        .feedScheduleRow, "\(answer.unreadable) rows or members of the schedule cannot be read: \(answer.reason ?? "")",
        hint: "the other rows are used")
      look.rows.noted(fault, "schedule incomplete", at: context.monotonic(), context.logger)
    }
    return answer.games.filter(isFollowed)
  }

  private func isFollowed(_ row: ScheduledGame) -> Bool {
    guard context.isAllowed(row.game) else { return false }
    guard let away = row.away, let home = row.home else { return true }
    return context.router.watches(away: away, home: home, in: context.league.id)
  }

  /// Returns checkpoints of games that have not begun. With one, all plays from the first pitch are logged, even if the
  /// next answer is an hour late.
  private func beforeFirstPitch(_ games: [ScheduledGame]) throws -> [Checkpoint] {
    try games.filter(\.status.isBeforeStart).map {
      try Checkpoint(
        game: $0.game, encoding: context.league.beginning(.tellAll, scheduledStart: $0.start), isOver: false)
    }
  }

  /// Returns the games to poll.
  private func wanted(_ games: [ScheduledGame], _ knownSince: Timestamp) async throws -> [ScheduledGame] {
    var list: [ScheduledGame] = []
    for row in games {
      let isWanted: Bool
      switch row.status.phase {
      case .live, .delayed, .warmup, .suspended: isWanted = true
      case .scheduled: isWanted = isNear(row) || row.wasPutOff
      case .final, .postponed, .cancelled: isWanted = try await isUnfinished(row, knownSince)
      }
      if isWanted { list.append(row) }
    }
    return list
  }

  /// Returns whether the game starts within three hours. A game without a start time may begin without notice; its
  /// status may show that the teams are at the park.
  private func isNear(_ row: ScheduledGame) -> Bool {
    row.start.map { $0 - context.now() <= ScheduleCadence.lead } ?? row.status.isImminent
  }

  /// Returns whether the game ended without its end being logged.
  private func isUnfinished(_ row: ScheduledGame, _ knownSince: Timestamp) async throws -> Bool {
    if let isOver = try await context.isOver(row) { return !isOver }
    return row.status.phase == .final && (Self.began(row, after: knownSince) || context.isChosen(row.game))
  }

  private static func began(_ row: ScheduledGame, after instant: Timestamp) -> Bool {
    row.start.map { $0 > instant } ?? false
  }

  /// Polls a game to its end, then clears its state on the scoreboard and in the source's health.
  private func watch(
    _ game: GameID, _ rows: Reloadable<ScheduledGame?>, from baseline: Baseline, in watches: GamePollers,
    _ isFollowed: @escaping @Sendable () -> Bool
  ) async {
    do {
      try await GamePoller(game: game, baseline: baseline, context: context, rows: rows, isWanted: isFollowed).run()
    } catch is CancellationError {
      context.logger(for: game).debug("watch cancelled")
    } catch {
      // The next poll of the schedule starts the game again.
      context.logger(for: game).error("watch failed", metadata: Fault.metadata(of: error))
    }
    context.scoreboard.watch(game, isOn: false)
    if !isFollowed() { context.scoreboard.forget(game) }
    context.health.forget(.game(game), at: context.now())
    watches.end(game)
    context.session?.ends(game)
  }
}

extension Fault.Code {
  static let feedScheduleRow = Fault.Code("feed.schedule-row")
  static let clockNotSet = Fault.Code("source.clock-not-set")
}

/// Games that are polled, with their current schedule rows.
///
/// Bound: the games of the schedule's window, and those resumed from the log.
final class GamePollers: Sendable {
  private let rows = Locked<[GameID: Reloadable<ScheduledGame?>]>([:])

  /// Registers a game.
  ///
  /// - Returns: the game's schedule row, which `follow` updates; nil if the game is polled already.
  func begin(_ game: GameID, _ row: ScheduledGame?) -> Reloadable<ScheduledGame?>? {
    rows.withLock { rows in
      guard rows[game] == nil else { return nil }
      let listing = Reloadable(row)
      rows[game] = listing
      return listing
    }
  }

  /// Removes a game.
  func end(_ game: GameID) { rows.withLock { $0[game] = nil } }

  /// Updates the rows that differ in a new schedule.
  func follow(_ games: [ScheduledGame]) {
    let listed = Dictionary(games.map { ($0.game, $0) }) { $1 }
    let known = rows.withLock { $0 }
    for (game, listing) in known where listing.current != listed[game] { listing.replace(with: listed[game]) }
  }
}

/// Decides when to poll the schedule again.
enum ScheduleCadence {
  /// Time before the first pitch when polling of a game starts. Lineups are posted two to three hours ahead.
  static let lead: Duration = .seconds(3 * 3600)
  /// Wait while a game of today has no start time. Second games of doubleheaders begin without notice, half an hour
  /// after the first.
  static let withoutStart: Duration = .seconds(60)

  /// Returns the time until polling of the next game starts, at most a minute while a game of today has no start time.
  /// The result lies between `liveMax` and `idleMax`.
  static func wait(after games: [ScheduledGame], at now: Timestamp, _ bounds: PollBounds) -> Duration {
    let scheduled = games.filter { $0.status.phase == .scheduled }
    let next = scheduled.compactMap(\.start).map { $0 - lead - now }.filter { $0 > .zero }.min() ?? bounds.idleMax
    let isUncertain = scheduled.contains { $0.start == nil && $0.mayBeOn(now.date) }
    return min(max(isUncertain ? min(next, withoutStart) : next, bounds.liveMax), bounds.idleMax)
  }
}

extension ScheduledGame {
  /// Returns whether the game's date is this UTC day or the day before, since a league day ends in the next UTC
  /// morning.
  fileprivate func mayBeOn(_ day: CivilDate) -> Bool {
    guard let date else { return true }
    return date == "\(day)" || date == "\(CivilDate(daysSinceEpoch: day.daysSinceEpoch - 1))"
  }
}
