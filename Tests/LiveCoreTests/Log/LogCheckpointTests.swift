import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite(.timeLimit(.minutes(1))) struct LogCheckpointTests {
  private let storage: TemporaryLog

  init() throws { storage = try TemporaryLog() }

  /// Writes as many transactions as between two checkpoints.
  private func write(_ round: Int = 0, to log: EventLog) async throws {
    let line = String(repeating: "x", count: 12_000)
    for number in 0..<LogCheckpoint.interval {
      try await log.commits.write { database in
        try database.execute(sql: "INSERT INTO cursor VALUES (?, 1)", arguments: ["\(round) \(number) \(line)"])
      }
    }
  }

  private func endOfCheckpoint(of log: EventLog) async throws {
    while log.commits.checkpoint.isRunning {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Three times as many transactions as between two checkpoints change 1,200 pages of 4 KiB.
  @Test func theWriteAheadLogIsMovedIntoTheFile() async throws {
    let log = storage.log
    for round in 0..<3 {
      try await write(round, to: log)
      try await endOfCheckpoint(of: log)
    }
    #expect(Folder.size(of: "\(log.pool.path)-wal") < 3_000_000)
  }

  @Test func aLogThatIsClosedMeanwhileIsOneFile() async throws {
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      let log = try EventLog(path: "\(folder.path)/livegamed.sqlite")
      try await write(to: log)
      #expect(try log.close())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["livegamed.sqlite"])
      try await endOfCheckpoint(of: log)
    }
  }

  /// The log goes on in the file that was moved away.
  @Test func aFileThatHasTakenThePlaceOfTheLogIsLeftAlone() async throws {
    let log = storage.log
    let path = log.pool.path
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).away")
    try Data("another file".utf8).write(to: URL(filePath: path))
    try await write(to: log)
    // When this is stored, the transaction before it has ended.
    try await log.setCursor(of: "last", to: 1)
    #expect(!log.commits.checkpoint.isRunning)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("another file".utf8))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: "\(path).away", toPath: path)
  }
}
