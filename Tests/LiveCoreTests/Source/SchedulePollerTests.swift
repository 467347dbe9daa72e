import Foundation
import GRDB
import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// The whole path from an answer to the log, on a manual clock, with a league that has no innings.
@Suite(.timeLimit(.minutes(10))) struct SchedulePollerTests {
  private let folder: TemporaryFolder
  private let log: EventLog
  private let source = ToyTransport()
  private let clock = ManualClock()
  private let scoreboard = Scoreboard()
  private let health = SourceHealth(since: ToyTransport.start)
  private let meters = Meters()
  private let plan = Reloadable(PollSettings(router: Router(rules: [], sinks: ["hook"], follow: [])))

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(path: "\(folder.path)/log.sqlite")
  }

  private func roster(
    catchUp: Baseline = .silent, lastAlive: Timestamp = ToyTransport.start,
    now: @escaping @Sendable () -> Timestamp = { ToyTransport.start },
    onFirstAnswer: @escaping @Sendable (Int?) async -> Void = { _ in }
  ) -> SchedulePoller<ToyLeague, ManualClock> {
    let league = ToyLeague()
    let context = PollContext(
      league: league, reader: FeedReader(league: league, transport: source),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) }, plan: plan, log: log, clock: clock,
      now: now, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
      scoreboard: scoreboard, health: health, rounds: InFlightDeadlines(), meters: meters)
    return SchedulePoller(context: context, catchUp: catchUp, lastAlive: lastAlive, onFirstAnswer: onFirstAnswer)
  }

  /// Runs the poller until `enough` holds; advances the clock each time everything sleeps.
  private func run(
    _ roster: SchedulePoller<ToyLeague, ManualClock>, until enough: @escaping @Sendable () async throws -> Bool
  ) async {
    let clock = clock
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await roster.run() }
      group.addTask {
        while try await !enough() {
          await clock.whenSleeping()
          clock.advance(by: .seconds(1))
          // Yields to the log's own threads; no result depends on the length.
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      _ = await group.nextResult()
      group.cancelAll()
      while await group.nextResult() != nil {}
    }
  }

  private func summaries() throws -> [String] {
    try log.events(after: 0, limit: 100).map { try $0.decoded().data.summary }
  }

  @Test func logsAGameFromTheScheduleToItsEnd() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b", "a b", "a b c."])
    await run(roster()) { [log] in try log.extent().newest >= 3 }
    #expect(try summaries() == ["a", "b", "c"])
    #expect(try await log.checkpoint(of: ToyLeague.game(1))?.isOver == true)
    #expect(try log.standing(of: "hook").waiting == 3)
    #expect(scoreboard.board.scoreboard.map(\.gamePk) == [1] && scoreboard.board.watched == 0)
    #expect(health.state.state == .ok)
  }

  @Test func aGameUnderWayAtTheFirstRequestIsABaseline() async throws {
    source.script(schedule: "1 I\n", then: "1 I\n", feed: ["a b", "a b c."])
    await run(roster()) { [log] in try log.extent().newest >= 1 }
    #expect(try summaries() == ["c"])
  }

  @Test func aGameThatBeganSinceTheLastRequestIsLoggedInFull() async throws {
    source.script(schedule: "1 I\n", then: "1 F\n", feed: ["a b c."])
    await run(roster(lastAlive: ToyTransport.start - .seconds(60))) { [log] in try log.extent().newest >= 3 }
    #expect(try summaries() == ["a", "b", "c"])
  }

  @Test func aGameWhoseFirstCheckpointIsNotWrittenIsLoggedInFull() async throws {
    let refusal = """
      CREATE TRIGGER full BEFORE INSERT ON checkpoint WHEN NOT EXISTS (SELECT 1 FROM event)
      BEGIN SELECT RAISE(ABORT, 'disk is full'); END
      """
    try await log.pool.write { try $0.execute(sql: refusal) }
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a b", "a b c."])
    await run(roster()) { [log, clock] in try log.extent().newest >= 3 || clock.now.offset > .seconds(600) }
    #expect(try summaries() == ["a", "b", "c"])
  }

  @Test func aGameThatEndedUnseenIsLogged() async throws {
    source.script(schedule: "1 S\n", then: "1 F\n", feed: ["a b c."])
    await run(roster()) { [log] in try log.extent().newest >= 3 }
    #expect(try summaries() == ["a", "b", "c"])
  }

  @Test func badAnswersLogNothingAndStopNothing() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "!500", "!throw", "", "a b."])
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    #expect(try summaries() == ["a", "b"])
    for code in ["status", "refused", "truncated"] {
      #expect(meters.value(of: #"livegamed_poll_failures_total{kind="game",code="feed.\#(code)"}"#) == 1)
    }
    #expect(meters.value(of: #"livegamed_polls_total{kind="game",outcome="failed"}"#) == 3)
    #expect(meters.value(of: #"livegamed_polls_total{kind="game",outcome="answered"}"#) == 2)
    #expect(meters.value(of: #"livegamed_polls_total{kind="game",outcome="refused"}"#) == 0)
    #expect(meters.value(of: #"livegamed_poll_duration_seconds_count{kind="game"}"#) == 5)
    #expect(meters.value(of: #"livegamed_events_logged_total{type="livegame.status",change="new"}"#) == 2)
    #expect(meters.value(of: "livegamed_seen_to_logged_seconds_count") == 2)
  }

  @Test func aSourceThatNeverAnswersFailsFromTheBeginning() async throws {
    source.script(schedule: "!500", then: "!throw", feed: ["a"])
    #expect(health.state == SourceState(state: .starting, since: ToyTransport.start))
    await run(roster()) { [health] in health.state.state == .failing }
    #expect(health.state.error?.contains("[feed.") == true && scoreboard.board == GamesView())
  }

  /// The feed has answered; events that the log refuses are not lost.
  @Test func aFailingLogIsNotAFaultOfTheSource() async throws {
    let refusal = "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    try await log.pool.write { try $0.execute(sql: refusal) }
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a"])
    await run(roster()) { [log] in log.health.trouble != nil }
    #expect(log.health.trouble?.error.contains("cannot be read or written: disk is full") == true)
    #expect(health.state == SourceState(state: .ok, since: ToyTransport.start))
    let card = try #require(scoreboard.board.scoreboard.first)
    #expect(!String(decoding: card.summary, as: UTF8.self).contains(#""last""#))
  }

  @Test func theScoreboardKnowsTheNewestEventAfterARestart() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b"])
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    let again = Scoreboard()
    let context = PollContext(
      league: ToyLeague(), reader: FeedReader(league: ToyLeague(), transport: source),
      budget: HostRateLimiter(clock: clock) { .milliseconds(1) }, plan: plan, log: log, clock: clock,
      now: { ToyTransport.start },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, scoreboard: again, health: health,
      rounds: InFlightDeadlines())
    source.script(schedule: "1 I\n", then: "1 I\n", feed: ["a b"])
    await run(SchedulePoller(context: context, catchUp: .silent, lastAlive: ToyTransport.start) { _ in }) {
      !again.board.scoreboard.isEmpty
    }
    let card = try #require(again.board.scoreboard.first)
    #expect(String(decoding: card.summary, as: UTF8.self).contains(#""last":"b""#))
  }

  @Test func aRestartContinuesWhereItStopped() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b"])
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    source.script(schedule: "1 I\n", then: "1 I\n", feed: ["a b c d."])
    await run(roster()) { [log] in try log.extent().newest >= 4 }
    #expect(try summaries() == ["a", "b", "c", "d"])
  }

  @Test(arguments: [
    "UPDATE checkpoint SET state = x'7b7d'", "UPDATE checkpoint SET state = x''", "DELETE FROM checkpoint",
  ])
  func anUnreadableCheckpointIsRebuiltFromTheLog(damage: String) async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b"])
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    try await log.pool.write { try $0.execute(sql: damage) }
    // The schedule is behind: in it the game has not begun.
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a b c d."])
    await run(roster()) { [log] in try log.extent().newest >= 4 }
    #expect(try summaries() == ["a", "b", "c", "d"])
    #expect(log.health.trouble?.error.contains("[log.checkpoint-unreadable]") == true)
    #expect(meters.value(of: "livegamed_checkpoints_rebuilt_total") == 1)
    #expect(try await log.checkpoint(of: ToyLeague.game(1))?.state == Array("4".utf8))
  }

  /// A damaged page, or a disk that fails for a moment: the poller retries until it can read.
  @Test func aGameIsFollowedAsSoonAsTheLogCanBeRead() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a"])
    await run(roster()) { [log] in try log.extent().newest >= 1 }
    try await log.pool.write { try $0.execute(sql: "ALTER TABLE checkpoint RENAME TO away") }
    source.script(schedule: "1 I\n", then: "1 I\n", feed: ["a b."])
    let looks = Locked(0)
    await run(roster()) { [log] in
      let count = looks.withLock { looks in
        looks += 1
        return looks
      }
      guard count != 20 else {
        #expect(log.health.trouble != nil)
        try await log.pool.write { try $0.execute(sql: "ALTER TABLE away RENAME TO checkpoint") }
        return false
      }
      return try count > 20 && log.extent().newest >= 2
    }
    #expect(try summaries() == ["a", "b"])
  }

  /// The daemon was down so long that the schedule's window no longer contains the game.
  @Test func aGameInProgressOutsideTheScheduleIsLoggedToItsEnd() async throws {
    source.script(schedule: "1 S\n2 S\n", then: "1 I\n2 S\n", feed: ["a", "a b"], of: ToyLeague.game(1))
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    source.script(schedule: "", then: "", feed: ["a b c", "a b c d."], of: ToyLeague.game(1))
    let later: @Sendable () -> Timestamp = { ToyTransport.start + .seconds(20 * 86_400) }
    await run(roster(now: later)) { [log] in try log.extent().newest >= 4 }
    #expect(try summaries() == ["a", "b", "c", "d"])
    #expect(try await log.checkpoint(of: ToyLeague.game(1))?.isOver == true)
    #expect(scoreboard.board.watched == 0)
  }

  @Test func aGameOutsideTheScheduleThatIsMissingIsLeft() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b"])
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    source.script(schedule: "", then: "", feed: ["!404"])
    let failures = #"livegamed_poll_failures_total{kind="game",code="feed.status"}"#
    await run(roster()) { [meters, scoreboard] in
      (meters.value(of: failures) ?? 0) >= Double(Relevance.absences) && scoreboard.board.watched == 0
    }
    #expect(meters.value(of: failures) == Double(Relevance.absences))
    #expect(try summaries() == ["a", "b"] && health.state.gamesFailing == nil)
  }

  @Test func aGameOutsideTheScheduleThatIsNotFollowedIsNotPolled() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b"])
    await run(roster()) { [log] in try log.extent().newest >= 2 }
    follow(["CCC"])
    source.script(schedule: "", then: "", feed: ["a b c."])
    let looks = Locked(0)
    await run(roster()) {
      looks.withLock { looks in
        looks += 1
        return looks > 5
      }
    }
    #expect(try summaries() == ["a", "b"] && scoreboard.board.watched == 0)
  }

  private func follow(_ teams: [String]) {
    plan.replace(with: PollSettings(router: Router(rules: [], sinks: ["hook"], follow: teams)))
  }

  @Test func aGameThatAReloadAddsStartsWithABaselineAtOnce() async throws {
    follow(["CCC"])
    let game = "1 I AAA BBB\n"
    source.script(schedule: game, then: game, feed: ["a b", "a b c."])
    let (clock, plan) = (clock, plan)
    await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [roster = roster(lastAlive: ToyTransport.start - .seconds(60))] in try await roster.run() }
      await clock.whenSleeping()
      var next = PollSettings(router: Router(rules: [], sinks: ["hook"], follow: ["AAA"]))
      next.followedSince = ToyTransport.start
      plan.replace(with: next)
      group.addTask { [log] in
        while try log.extent().newest < 1 {
          await clock.whenSleeping()
          clock.advance(by: .seconds(1))
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      _ = await group.nextResult()
      group.cancelAll()
    }
    #expect(try summaries() == ["c"])
  }

  @Test func aGameThatIsNoLongerFollowedIsLeft() async throws {
    follow(["AAA"])
    let game = "1 I AAA BBB\n"
    source.script(schedule: game, then: game, feed: ["a", "a b"])
    let (scoreboard, plan) = (scoreboard, plan)
    let isLeft = Locked(false)
    await run(roster()) { [log] in
      guard try log.extent().newest >= 1 else { return false }
      if isLeft.withLock({ isLeft in
        defer { isLeft = true }
        return !isLeft
      }) {
        plan.replace(with: PollSettings(router: Router(rules: [], sinks: [], follow: ["CCC"])))
      }
      return scoreboard.board.watched == 0
    }
    #expect(scoreboard.board == GamesView() && health.state.state == .ok)
  }

  @Test func withAnUnsetClockNothingIsRequestedOrLogged() async throws {
    source.script(schedule: "1 S\n", then: "1 I\n", feed: ["a", "a b."])
    let (now, looks) = (Locked(Timestamp(seconds: 0)), Locked(0))
    let announced = Locked<[Int?]>([])
    let roster = roster(now: { now.withLock { $0 } }) { games in announced.withLock { $0.append(games) } }
    await run(roster) { [log, health] in
      let hasStarted = announced.withLock { !$0.isEmpty }
      guard hasStarted,
        looks.withLock({ looks in
          looks += 1
          return looks > 3
        })
      else { return false }
      if now.withLock({ $0 }) < ToyTransport.start {
        #expect(health.state.state == .starting)
        #expect(try await log.checkpoint(of: ToyLeague.game(1)) == nil)
        now.withLock { $0 = ToyTransport.start }
      }
      return try log.extent().newest >= 2
    }
    #expect(announced.withLock { $0 } == [nil])
    #expect(try summaries() == ["a", "b"])
  }
}
