import GRDB
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct GroupCommitTests {
  private let storage: TemporaryLog

  init() throws { storage = try TemporaryLog() }

  @Test func concurrentWritesAreAllStored() async throws {
    let log = storage.log
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await log.commits.write { database in
            try database.execute(sql: "INSERT INTO cursor VALUES (?, ?)", arguments: ["r\(number)", number])
            return number
          }
        }
      }
      var sum = 0
      for try await number in group { sum += number }
      #expect(sum == 199 * 100)
    }
    #expect(try await storage.log.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM cursor") } == 200)
  }

  @Test func aFailedWriteIsRolledBackAlone() async throws {
    struct Refusal: Error {}
    let log = storage.log
    async let good: Void = log.setCursor(of: "good", to: 1)
    await #expect(throws: Refusal.self) {
      try await log.commits.write { database in
        try database.execute(sql: "INSERT INTO cursor VALUES ('bad', 1)")
        throw Refusal()
      }
    }
    try await good
    #expect(try await log.cursor(of: "good") == 1)
    #expect(try await log.cursor(of: "bad") == 0)
  }

  @Test func aCancelledTaskStillWrites() async throws {
    let log = storage.log
    await withTaskGroup(of: Void.self) { group in
      group.cancelAll()
      group.addTask { try? await log.setCursor(of: "late", to: 7) }
    }
    #expect(try await log.cursor(of: "late") == 7)
  }

  /// Three times as many transactions as between two checkpoints change 1,200 pages of 4 KiB.
  @Test func theWriteAheadLogIsMovedIntoTheFile() async throws {
    let log = storage.log
    let line = String(repeating: "x", count: 12_000)
    for number in 0..<(3 * GroupCommit.checkpointInterval) {
      try await log.commits.write { database in
        try database.execute(sql: "INSERT INTO cursor VALUES (?, 1)", arguments: ["\(number) \(line)"])
      }
    }
    #expect(Folder.size(of: "\(log.pool.path)-wal") < 3_000_000)
  }

  /// A transaction that cannot begin fails for all waiting writers.
  @Test func aClosedLogFailsAtOnce() async throws {
    let log = storage.log
    try log.close()
    await #expect(throws: DatabaseError.self) { try await log.setCursor(of: "late", to: 7) }
  }
}
