import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// A state folder written by a newer release is not changed.
@Suite struct LogFileTests {
  private let (made, copy): (TemporaryFolder, TemporaryFolder)

  init() throws { (made, copy) = (try TemporaryFolder(), try TemporaryFolder()) }

  enum Change: String, CaseIterable {
    case migration = "INSERT INTO grdb_migrations VALUES ('99 what is to come')"
    case format = "PRAGMA user_version = 2"
  }

  /// Creates a log, changes it as a newer release would, and copies its files: those of a closed log, or of one whose
  /// daemon was killed before a checkpoint of the WAL.
  private func make(_ change: Change?, isKilled: Bool) throws {
    let path = "\(made.path)/livegamed.sqlite"
    try EventLog(path: path).close()
    let pool = try DatabasePool(path: path)
    if let change { try pool.writeWithoutTransaction { try $0.execute(sql: change.rawValue) } }
    if !isKilled {
      try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try pool.close()
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: made.path)
    where isKilled ? !name.hasSuffix("-shm") : true {
      try FileManager.default.copyItem(atPath: "\(made.path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    // Keep the pool open until here; closing it would copy the WAL into the file.
    withExtendedLifetime(pool) {}
    let size = Folder.size(of: "\(copy.path)/livegamed.sqlite-wal")
    if change != nil { #expect((size > 0) == isKilled) }
  }

  /// Returns the files of the folder by name.
  private func content() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: copy.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(copy.path)/\($0)"))) })
  }

  @Test(arguments: Change.allCases, [false, true])
  func aLogOfANewerReleaseIsRefusedAndUnchanged(_ change: Change, isKilled: Bool) throws {
    try make(change, isKilled: isKilled)
    let before = try content()
    let fault = #expect(throws: Fault.self) { try StateFolder(path: copy.path) }
    #expect(fault?.code == .logNewer && fault?.place == .path("\(copy.path)/livegamed.sqlite"))
    let sign = change == .migration ? "99 what is to come" : "its format is 2, and this release knows 1"
    #expect(fault?.message.contains(sign) == true && fault?.hint?.contains("install that release") == true)
    #expect(throws: Fault.self) { try EventLog(path: "\(copy.path)/livegamed.sqlite") }
    #expect(try content() == before)
  }

  @Test(arguments: [false, true]) func aLogOfThisReleaseIsOpened(isKilled: Bool) throws {
    try make(nil, isKilled: isKilled)
    let state = try StateFolder(path: copy.path)
    #expect(try EventLog(path: state.logPath).extent().newest == 0)
  }

  @Test func aPathMayContainAnyCharacters() throws {
    let folder = "\(copy.path)/a?b#c%20d e"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/livegamed.sqlite"
    try EventLog(path: path).close()
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: Change.format.rawValue) }
    try queue.close()
    #expect(throws: Fault.self) { try LogFile(path: path).refuseNewer() }
  }

  @Test func aLogInUseByAnotherProcessIsUnchanged() throws {
    let path = "\(made.path)/livegamed.sqlite"
    let log = try EventLog(path: path)
    try log.pool.write { _ = try EventLog.setValue("x", for: "y", in: $0) }
    try LogFile(path: path).refuseNewer()
    #expect(try log.pool.read { try EventLog.value("y", in: $0) } == "x")
  }

  @Test func aFileThatIsNoLogIsRefusedWhenItIsOpened() throws {
    let path = "\(copy.path)/livegamed.sqlite"
    try Data("no database, but long enough to be looked at by somebody who believes that it is one".utf8).write(
      to: URL(filePath: path))
    try LogFile(path: path).refuseNewer()
    let fault = #expect(throws: Fault.self) { try EventLog(path: path) }
    #expect(fault?.code == .logUnusable)
  }
}
