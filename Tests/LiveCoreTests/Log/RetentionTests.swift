import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct RetentionTests {
  private let storage: TemporaryLog
  private let start = SampleEvents.start
  private let day = Duration.seconds(86_400)

  init() throws { storage = try TemporaryLog() }

  private var log: EventLog { storage.log }

  private func remember(_ number: Int, isOver: Bool, isFinal: Bool, at wall: Timestamp? = nil) async throws {
    let checkpoint = Checkpoint(
      game: GameID(league: .mlb, gamePk: number), state: [UInt8(number)], isOver: isOver, isFinal: isFinal)
    try await log.append(LogAppend(checkpoint: checkpoint, events: []), at: wall ?? start)
  }

  private func known() async throws -> [Int] {
    var known: [Int] = []
    for number in 1...9 where try await log.checkpoint(of: GameID(league: .mlb, gamePk: number)) != nil {
      known.append(number)
    }
    return known
  }

  private func limits(_ maximumBytes: Int, sinks: Set<String> = ["hook"]) -> Retention.Limits {
    Retention.Limits(maximumBytes: maximumBytes, age: TemporaryLog.retention, sinks: sinks)
  }

  /// Holds whatever the wall clock shows when the event is written and now.
  @Test(arguments: [0, 40, -40, 4000, -18_000])
  func anEventIsRemovedAfterThirtyDaysOfRunning(daysAhead: Int) async throws {
    try await storage.append("a", at: start + day * daysAhead)
    #expect(try await storage.live(for: day * 29, wall: start + day * 4000) == Retention.Outcome())
    try await storage.append("b", at: start - day * daysAhead)
    #expect(try await storage.live(for: day * 2, wall: start).byAge == 1)
    #expect(try log.extent() == EventLog.Extent(oldest: 2, newest: 2))
    #expect(try await storage.live(for: day * 29).byAge == 1)
  }

  @Test func theAgeIsALimitOfTheConfiguration() async throws {
    try await storage.append("a")
    #expect(try await storage.live(for: day * 59, retention: day * 60).byAge == 0)
    try await storage.append("b")
    // The operator makes it shorter, then longer again.
    #expect(try await storage.live(for: day * 2, retention: day).byAge == 2)
    try await storage.append("c")
    try await storage.live(for: Retention.interval, retention: day * 3650)
    #expect(try await storage.live(for: day * 3649, retention: day * 3650).byAge == 0)
    #expect(try await storage.live(for: day * 2, retention: day * 3650).byAge == 1)
  }

  /// After its final a game is polled once more on the next day. Without checkpoint and events it would be reported
  /// again.
  @Test func aFinishedGameOutlivesItsEvents() async throws {
    try await storage.append("a")
    try await remember(1, isOver: true, isFinal: true)
    let outcome = try await storage.live(for: day * 3, retention: day)
    #expect(outcome.byAge == 1 && outcome.games == 0)
    #expect(try await known() == [1])
  }

  /// Without a battery, a clock may be weeks ahead until the network sets it.
  @Test func aStartWithAClockThatIsAheadRemovesNothing() async throws {
    try await storage.append("a", "b")
    try await storage.live(for: day)
    for _ in 1...50 {
      try storage.reopen()
      let outcome = try await storage.live(for: .seconds(60), wall: start + day * 40)
      #expect(outcome == Retention.Outcome())
    }
    #expect(try log.standing(of: "hook").waiting == 2)
  }

  @Test func timeWithoutARunningDaemonDoesNotCount() async throws {
    try await storage.append("a")
    for run in 1...4 {
      #expect(try await storage.live(for: day * 7).byAge == 0, "run \(run)")
      try storage.reopen()
    }
    #expect(log.living.now == day * 28)
    #expect(try await storage.live(for: day * 3).byAge == 1)
  }

  @Test func aLogOfAnOlderVersionKeepsItsEventsForTheFullTimeAgain() async throws {
    try await storage.append("a", at: start - day * 29)
    try await log.pool.write { try $0.execute(sql: "DELETE FROM age; DELETE FROM log WHERE key = 'lived'") }
    try storage.reopen()
    #expect(try await storage.live(for: day * 29).byAge == 0)
    #expect(try await storage.live(for: day * 2).byAge == 1)
  }

  @Test func anUnfinishedGameIsKeptForAYearAndAFinishedOneWithItsEvents() async throws {
    try await remember(1, isOver: false, isFinal: false)
    try await remember(2, isOver: true, isFinal: false)
    try await remember(3, isOver: true, isFinal: true)
    #expect(try await storage.live(for: day * 62).games == 1)
    #expect(try await known() == [1, 2])
    try await remember(2, isOver: true, isFinal: false)
    #expect(try await storage.live(for: day * 339).games == 1)
    #expect(try await known() == [2])
  }

  /// One game more than the limit, from a hostile schedule.
  @Test func theNumberOfGamesIsLimited() async throws {
    try await remember(1, isOver: false, isFinal: false)
    try await storage.live(for: day)
    try await log.pool.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Retention.mostGames))
          INSERT INTO checkpoint SELECT 'toy/' || i, x'00', 0, 0, 90000000, 0 FROM n
          """)
    }
    #expect(try await storage.live(for: .seconds(60)).games == 1)
    #expect(try await known().isEmpty)
  }

  @Test func deliveriesThatAreRemovedWithTheirEventAreCounted() async throws {
    try await storage.append("a", "b", sinks: ["hook", "gone"])
    try await log.pool.write { try $0.execute(sql: "UPDATE delivery SET state = 1 WHERE sink = 'hook'") }
    let outcome = try await storage.live(for: day * 31)
    #expect(outcome.byAge == 2 && outcome.undelivered == 2)
    #expect(try log.knownSinks().isEmpty)
  }

  /// Adds `count` events of about a kilobyte.
  private func fill(_ count: Int) async throws {
    let newest = try log.extent().newest
    for number in newest..<newest + count { try await storage.append("e\(number)") }
  }

  private func deliver(all sink: String = "hook") async throws {
    try await log.pool.write {
      try $0.execute(sql: "UPDATE delivery SET state = 1 WHERE sink = ?", arguments: [sink])
    }
  }

  @Test func aLogThatIsTooLargeLosesItsOldestEventsAndReusesTheirPages() async throws {
    try await fill(900)
    try await deliver()
    let before = try await Retention(log: log).usage()
    let bound = before.used / 4 * 3
    let outcome = try await Retention(log: log).pruneBySize(limits(bound))
    let after = try await Retention(log: log).usage()
    #expect(outcome == Retention.Outcome(bySize: Retention.page))
    #expect(after.used <= bound && after.file == before.file)
    #expect(try log.extent() == EventLog.Extent(oldest: outcome.bySize + 1, newest: 900))
    #expect(try await Retention(log: log).pruneBySize(limits(bound)) == Retention.Outcome())
    try await fill(200)
    #expect(try await Retention(log: log).usage().file == before.file)
  }

  @Test func undeliveredEventsAreKeptWhateverTheSize() async throws {
    try await fill(20)
    try await deliver()
    try await storage.append("waits")
    try await fill(20)
    let outcome = try await Retention(log: log).pruneBySize(limits(1))
    #expect(outcome.bySize == 20 && outcome.undelivered == 0)
    #expect(try log.extent().oldest == 21)
    #expect(try log.standing(of: "hook").waiting == 21)
  }

  @Test(arguments: [true, false])
  func aSinkThatAcceptsNothingDoesNotStopRetention(isDisabled: Bool) async throws {
    try await fill(5)
    if isDisabled {
      try await Outbox(log: log, sink: "hook").disable(DisabledSink(address: "x", reason: "gone", since: start))
    }
    let outcome = try await Retention(log: log).pruneBySize(limits(1, sinks: isDisabled ? ["hook"] : ["other"]))
    #expect(outcome.bySize == 5 && outcome.undelivered == 5)
  }
}
