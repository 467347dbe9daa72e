internal import FoundationEssentials
internal import Logging

/// Asks the schedule, and runs one watch a game that is on or about to begin.
struct SchedulePoller<L: League, C: Clock<Duration>>: Sendable where C: Sendable {
  let context: PollContext<L, C>
  let catchUp: Baseline
  /// Games that began after this were missed by nobody but us: they are told in full. Nil for a log that is new.
  let lastAlive: Timestamp?
  /// Called once, after the first schedule answer or its failure.
  let onFirstAnswer: @Sendable (_ games: Int?) async -> Void

  /// A day either side, and the half day that time zones and late games need.
  static var window: Duration { .seconds(36 * 3600) }

  /// Runs until it is cancelled.
  func run() async throws {
    var tell: (@Sendable (Int?) async -> Void)? = onFirstAnswer
    if context.now() < Version.beginning {
      await tell.take()?(nil)
      try await untilClockIsSet()
    }
    let now = context.now()
    var look = Look(cadence: Cadence(bounds: context.bounds), knownSince: min(lastAlive ?? now, now))
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        let generation = context.plan.generation
        try await context.turn(of: .schedule, context.logger)
        look.cadence.bounds = context.bounds
        switch try await context.round({ try await atSchedule(&look, in: &group) }) {
        case .games(let games):
          await tell.take()?(games.count)
          try await context.pause(
            for: ScheduleCadence.wait(after: games, at: context.now(), context.bounds), in: generation)
        case .backOff(let span):
          await tell.take()?(nil)
          try await context.backOff(for: span)
        }
      }
    }
  }

  /// By a clock that stands before this program began, every game would lie in the future.
  private func untilClockIsSet() async throws {
    let fault = Fault(
      .clockNotSet,
      "the clock stands at \(context.now()), before this program was made; nothing is polled until it is set",
      hint: "see 'timedatectl', and whether time-sync.target waits for the time")
    context.logger.error("clock not set", metadata: Fault.metadata(of: fault))
    while context.now() < Version.beginning { try await context.clock.sleep(for: .seconds(1)) }
    context.logger.notice("clock set")
  }

  /// What is remembered from one look at the schedule to the next.
  private struct Look {
    var cadence: Cadence
    var knownSince: Timestamp
    var outage = PollFailureLog()
    var rows = PollFailureLog()
    /// The games of the log that were in progress have been taken up again.
    var hasResumed = false
    let watches = GamePollers()
  }

  private enum Outcome {
    case games([ScheduledGame])
    case backOff(Duration)
  }

  private func atSchedule(
    _ look: inout Look, in group: inout ThrowingDiscardingTaskGroup<any Error>
  ) async throws -> Outcome {
    do {
      let games = try await followed(&look)
      context.scoreboard.follow(games)
      try await start(games, in: &group, look)
      if !look.hasResumed { try await resume(in: &group, look) }
      look.hasResumed = true
      context.success(of: .schedule, &look.outage, context.logger)
      look.cadence = Cadence(bounds: context.bounds)
      return .games(games)
    } catch {
      return .backOff(try context.setback(error, of: .schedule, &look.cadence, &look.outage, context.logger))
    }
  }

  /// Starts a watch for every game that is wanted and has none.
  private func start(
    _ games: [ScheduledGame], in group: inout ThrowingDiscardingTaskGroup<any Error>, _ look: Look
  ) async throws {
    await context.begin(try beforeFirstPitch(games))
    look.watches.follow(games)
    let knownSince = max(look.knownSince, context.plan.current.followedSince ?? look.knownSince)
    for row in try await wanted(games, knownSince) {
      guard let rows = look.watches.begin(row.game, row) else { continue }
      context.scoreboard.watch(row.game, isOn: true)
      let baseline = Self.began(row, after: knownSince) ? .tellAll : catchUp
      group.addTask { await watch(row.game, rows, from: baseline, in: look.watches) { isFollowed(row) } }
    }
  }

  /// No log has more games in progress at one time.
  private static var mostResumed: Int { 64 }

  /// Takes up the games again that were in progress when the daemon last ran, and that the schedule's window does not
  /// show: the daemon was away for days. What their feed holds by now is told late, their end too.
  private func resume(in group: inout ThrowingDiscardingTaskGroup<any Error>, _ look: Look) async throws {
    for checkpoint in try await context.log.openCheckpoints(limit: 1000).filter(isInProgress).prefix(Self.mostResumed) {
      let game = checkpoint.game
      let clubs = try? await context.log.newestEvent(of: game)?.decoded().data.game
      let isFollowed: @Sendable () -> Bool = {
        clubs.map { context.router.watches(away: $0.away.abbreviation, home: $0.home.abbreviation) } ?? true
      }
      guard isFollowed(), let rows = look.watches.begin(game, nil) else { continue }
      context.logger(for: game).notice("game resumed from the log")
      context.scoreboard.watch(game, isOn: true)
      group.addTask { await watch(game, rows, from: catchUp, in: look.watches, isFollowed) }
    }
  }

  /// A checkpoint that cannot be read may well be of such a game: its watch says what becomes of it.
  private func isInProgress(_ checkpoint: Checkpoint) -> Bool {
    guard checkpoint.game.league == context.league.id else { return false }
    let state = try? JSONDecoder().decode(L.State.self, from: Data(checkpoint.state))
    return state.map(context.league.hasBegun) ?? true
  }

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
        hint: "the others are followed all the same")
      look.rows.noted(fault, "schedule incomplete", at: context.monotonic(), context.logger)
    }
    return answer.games.filter(isFollowed)
  }

  private func isFollowed(_ row: ScheduledGame) -> Bool {
    guard let away = row.away, let home = row.home else { return true }
    return context.router.watches(away: away, home: home)
  }

  /// A game that is seen before it begins is known from its first pitch on, even if the next answer comes an hour late.
  private func beforeFirstPitch(_ games: [ScheduledGame]) throws -> [Checkpoint] {
    try games.filter { !$0.status.isUnderway && !$0.status.isOver }.map {
      try Checkpoint(
        game: $0.game, encoding: context.league.beginning(.tellAll, scheduledStart: $0.start), isOver: false)
    }
  }

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

  /// A start that is to be determined comes without notice: the codes say when the teams are at the park.
  private func isNear(_ row: ScheduledGame) -> Bool {
    row.start.map { $0 - context.now() <= ScheduleCadence.lead } ?? (row.status.codedGameState == "P")
  }

  /// It ended while nobody looked, and its end has not been told.
  private func isUnfinished(_ row: ScheduledGame, _ knownSince: Timestamp) async throws -> Bool {
    if let isOver = try await context.isOver(row) { return !isOver }
    return row.status.phase == .final && Self.began(row, after: knownSince)
  }

  private static func began(_ row: ScheduledGame, after instant: Timestamp) -> Bool {
    row.start.map { $0 > instant } ?? false
  }

  private func watch(
    _ game: GameID, _ rows: Reloadable<ScheduledGame?>, from baseline: Baseline, in watches: GamePollers,
    _ isFollowed: @escaping @Sendable () -> Bool
  ) async {
    do {
      try await GamePoller(game: game, baseline: baseline, context: context, rows: rows, isWanted: isFollowed).run()
    } catch is CancellationError {
      context.logger(for: game).debug("watch cancelled")
    } catch {
      // The next look at the schedule starts it anew.
      context.logger(for: game).error("watch failed", metadata: Fault.metadata(of: error))
    }
    context.scoreboard.watch(game, isOn: false)
    if !isFollowed() { context.scoreboard.forget(game) }
    context.health.forget(.game(game), at: context.now())
    watches.end(game)
  }
}

extension Timestamp {
  var date: CivilDate {
    CivilDate(daysSinceEpoch: Int((Double(seconds) / 86_400).rounded(.down)))
  }
}

extension Fault.Code {
  static let feedScheduleRow = Fault.Code("feed.schedule-row")
  static let clockNotSet = Fault.Code("source.clock-not-set")
}

/// Which games are watched, and what the schedule says of each.
///
/// Bound: the games of the schedule's window, and those that were taken up from the log.
final class GamePollers: Sendable {
  private let rows = Locked<[GameID: Reloadable<ScheduledGame?>]>([:])

  /// Begins a watch.
  ///
  /// - Returns: where its row stands; nil when the game is watched already.
  func begin(_ game: GameID, _ row: ScheduledGame?) -> Reloadable<ScheduledGame?>? {
    rows.withLock { rows in
      guard rows[game] == nil else { return nil }
      let listing = Reloadable(row)
      rows[game] = listing
      return listing
    }
  }

  func end(_ game: GameID) { rows.withLock { $0[game] = nil } }

  /// Takes an answer of the schedule, and tells each watch what has changed for it.
  func follow(_ games: [ScheduledGame]) {
    let listed = Dictionary(games.map { ($0.game, $0) }) { $1 }
    let known = rows.withLock { $0 }
    for (game, listing) in known where listing.current != listed[game] { listing.replace(with: listed[game]) }
  }
}

/// When to look at the schedule again.
enum ScheduleCadence {
  /// A game is polled from this long before its first pitch: lineups are posted two to three hours ahead.
  static let lead: Duration = .seconds(3 * 3600)
  /// Second games of doubleheaders begin without notice, half an hour after the first.
  static let withoutStart: Duration = .seconds(60)

  /// Returns the time to the next game's lead, and a minute while a game of today has no start, within the bounds.
  static func wait(after games: [ScheduledGame], at now: Timestamp, _ bounds: Cadence.Bounds) -> Duration {
    let scheduled = games.filter { $0.status.phase == .scheduled }
    let next = scheduled.compactMap(\.start).map { $0 - lead - now }.filter { $0 > .zero }.min() ?? bounds.idleMax
    let isUncertain = scheduled.contains { $0.start == nil && $0.mayBeOn(now.date) }
    return min(max(isUncertain ? min(next, withoutStart) : next, bounds.liveMax), bounds.idleMax)
  }
}

extension ScheduledGame {
  /// Its day is that day, or the one before: a day of the league ends in the morning of the next by UTC.
  fileprivate func mayBeOn(_ day: CivilDate) -> Bool {
    guard let date else { return true }
    return date == "\(day)" || date == "\(CivilDate(daysSinceEpoch: day.daysSinceEpoch - 1))"
  }
}
