import Dispatch
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

  @Test func writesThatCanWaitComeLast() async throws {
    let (commits, begun, gate) = (storage.log.commits, Watermark(), DispatchSemaphore(value: 0))
    let order = Locked<[Int]>([])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await commits.write { _ in
          begun.raise { $0 + 1 }
          gate.wait()
        }
      }
      _ = await begun.past(0)
      for number in 0..<6 {
        group.addTask {
          try await LogUse.$canWait.withValue(number < 5) {
            try await commits.write { _ in order.withLock { $0.append(number) } }
          }
        }
        while commits.waiting <= number {
          try Task.checkCancellation()
          await Task.yield()
        }
      }
      gate.signal()
      try await group.waitForAll()
    }
    #expect(order.withLock { $0 } == [5, 0, 1, 2, 3, 4])
  }

  /// Three reads would take both readers.
  @Test func readsThatCanWaitLeaveAReaderFree() async throws {
    let (log, begun, gate) = (storage.log, Watermark(), DispatchSemaphore(value: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await LogUse.$canWait.withValue(true) {
            try await log.read { _ in
              begun.raise { $0 + 1 }
              gate.wait()
            }
          }
        }
      }
      _ = await begun.past(0)
      for _ in 0..<1000 { await Task.yield() }
      let isAlone = begun.value == 1
      #expect(isAlone)
      if isAlone { #expect(try await log.read { try Int.fetchOne($0, sql: "SELECT 7") } == 7) }
      for _ in 0..<3 { gate.signal() }
      try await group.waitForAll()
    }
    #expect(begun.value == 3)
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

  /// The works join one transaction, because the first one waits. The second one throws, and then the first one, too, or none.
  @Test(arguments: [false, true]) func theWorksBeforeAFailedOneAreDoneOnceMore(firstThrowsToo: Bool) async throws {
    struct Refusal: Error {}
    let (log, begun, gate) = (storage.log, Watermark(), DispatchSemaphore(value: 0))
    let done = Locked<[Int]>([])
    let failures = try await withThrowingTaskGroup(of: Int?.self) { group in
      for number in 0..<5 {
        group.addTask {
          do {
            try await log.commits.write { database in
              if number == 0, begun.value == 0 {
                begun.raise { $0 + 1 }
                gate.wait()
              }
              let times = done.withLock { done in
                done.append(number)
                return done.count { $0 == number }
              }
              try database.execute(sql: "INSERT INTO cursor VALUES (?, 1)", arguments: ["r\(number)"])
              if number == 2 || number == 0 && firstThrowsToo && times == 2 { throw Refusal() }
            }
            return nil
          } catch is Refusal {
            return number
          }
        }
        _ = await begun.past(0)
        while log.commits.waiting < number {
          try Task.checkCancellation()
          await Task.yield()
        }
      }
      gate.signal()
      return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self).sorted()
    }
    #expect(failures == (firstThrowsToo ? [0, 2] : [2]))
    // Those after it come in another transaction.
    #expect(done.withLock { $0 } == [0, 1, 2, 0, 1, 2, 3, 4])
    #expect(
      try await log.pool.read { try String.fetchAll($0, sql: "SELECT reader FROM cursor ORDER BY 1") }
        == (firstThrowsToo ? [] : ["r0"]) + ["r1", "r3", "r4"])
  }

  /// A transaction that cannot begin fails for all waiting writers.
  @Test func aClosedLogFailsAtOnce() async throws {
    let log = storage.log
    try log.close()
    await #expect(throws: DatabaseError.self) { try await log.setCursor(of: "late", to: 7) }
  }
}
