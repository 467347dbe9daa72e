import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// A closed log is one file with all events.
@Suite(.timeLimit(.minutes(1))) struct LogCloseTests {
  private let folder: TemporaryFolder
  private var path: String { "\(folder.path)/livegamed.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func filled() async throws -> EventLog {
    let log = try EventLog(path: path)
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false)
    for name in ["a", "b", "c"] {
      let entry = LogEntry(event: SampleEvents.event(name), sinks: [])
      try await log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: SampleEvents.start)
    }
    return log
  }

  /// Counts the events in a copy of the main file alone.
  private func countInCopy() throws -> Int? {
    let copy = "\(folder.path)/copy"
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) } }
    return try DatabaseQueue(path: copy).read { database in
      guard try database.tableExists("event") else { return nil }
      return try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM event")
    }
  }

  @Test func oneFileIsLeftWithAllEvents() async throws {
    let log = try await filled()
    #expect(try countInCopy() != 3, "the events are in the -wal before the end")
    // Reading opens a connection that may only read.
    #expect(try await log.pool.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM event") } == 3)
    #expect(try log.close())
    #expect(try files() == ["livegamed.sqlite"])
    #expect(try countInCopy() == 3)
  }

  @Test func aReaderInTheMiddleOfATransactionLosesNothing() async throws {
    let log = try await filled()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    try reader.inDatabase { database in
      try database.execute(sql: "BEGIN; SELECT COUNT(*) FROM event")
    }
    try await log.append(
      LogAppend(
        checkpoint: Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [], isOver: false),
        events: [LogEntry(event: SampleEvents.event("d"), sinks: [])]), at: SampleEvents.start)
    #expect(try !log.close())
    try reader.inDatabase { try $0.execute(sql: "COMMIT") }
    try reader.close()
    #expect(try countInCopy() == 4)
    #expect(try EventLog(path: path).tail.newest == 4)
  }

  @Test func aFileThatWasMovedAwayIsNotMadeAnew() async throws {
    let log = try await filled()
    for name in try files() {
      try FileManager.default.moveItem(atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/moved-\(name)")
    }
    try log.close()
    #expect(try files().allSatisfy { $0.hasPrefix("moved-") })
  }
}
