import GRDB
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct LogHealthTests {
  private let clock = Locked(SampleEvents.start)
  private let health: LogHealth

  init() {
    let clock = clock
    health = LogHealth(now: { clock.withLock { $0 } }, wall: { clock.withLock { $0 } })
  }

  private func pass(_ seconds: Int) { clock.withLock { $0 = $0 + .seconds(seconds) } }

  @Test func aFailureIsReportedForAMinuteAndALastingOneFromItsBeginning() {
    #expect(health.trouble == nil)
    health.failed(DatabaseError(resultCode: .SQLITE_FULL, message: "database or disk is full"))
    pass(30)
    health.failed(DatabaseError(resultCode: .SQLITE_IOERR, message: "disk I/O error"))
    pass(59)
    let error = "the event log cannot be read or written: disk I/O error; see whether the disk is broken"
    #expect(health.trouble == .init(since: SampleEvents.start, error: "\(error) [log.unusable]"))
    pass(1)
    #expect(health.trouble == nil)
    health.failed(DatabaseError(resultCode: .SQLITE_FULL))
    #expect(health.trouble?.since == SampleEvents.start + .seconds(90))
  }

  @Test func afterAWriteTheLogWorksAgain() {
    health.failed(DatabaseError(resultCode: .SQLITE_FULL))
    let failing =
      "the event log cannot be read or written: the disk is full; free space on its disk, and livegamed goes "
      + "on by itself [log.unusable]"
    #expect(health.trouble?.error == failing)
    health.worked()
    #expect(health.trouble?.error == "the log works again; its error less than a minute ago: \(failing)")
    health.failed(DatabaseError(resultCode: .SQLITE_FULL))
    #expect(health.trouble?.error == failing)
  }

  @Test func theNextWriteAfterAFailureIsARecovery() async {
    health.worked()
    #expect(health.recovery == 0)
    health.failed(DatabaseError(resultCode: .SQLITE_FULL))
    #expect(health.isFailing)
    let health = health
    async let recovered: Void = health.recovered(after: 0)
    health.worked()
    await recovered
    health.worked()
    #expect(health.recovery == 1 && !health.isFailing)
    // It stays unhealthy while the games catch up.
    #expect(health.trouble != nil)
  }

  @Test func theMaintenanceRestsUntilAFailure() async {
    let health = health
    async let failing: Void = health.untilFailing()
    health.worked()
    health.failed(DatabaseError(resultCode: .SQLITE_FULL))
    await failing
    // It is still failing.
    await health.untilFailing()
    // A wait that is cancelled ends.
    health.worked()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await health.untilFailing() }
      group.cancelAll()
    }
    #expect(!health.isFailing)
  }

  /// Else its game would be polled at once after every write of another game.
  @Test func aDamagedPageIsNotRepairedByAWrite() {
    health.failed(DatabaseError(resultCode: .SQLITE_CORRUPT))
    health.worked()
    #expect(health.recovery == 0 && !health.isFailing)
  }

  @Test func aFailedWriteIsReported() async throws {
    let storage = try TemporaryLog()
    try await storage.append("a")
    #expect(storage.log.health.trouble == nil)
    await #expect(throws: DatabaseError.self) {
      try await storage.log.commits.write { try $0.execute(sql: "INSERT INTO nowhere VALUES (1)") }
    }
    #expect(storage.log.health.trouble?.error.contains("no such table: nowhere") == true)
    try await storage.append("b")
    #expect(storage.log.health.recovery == 1)
  }
}
