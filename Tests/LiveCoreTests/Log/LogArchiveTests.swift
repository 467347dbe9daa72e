import Foundation
import GRDB
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LivePlatform

/// Backups of a log, and logs that are restored from them.
@Suite(.timeLimit(.minutes(2))) struct LogArchiveTests {
  private let folder: TemporaryFolder
  private let archive: LogArchive
  private var state: String { "\(folder.path)/state" }
  private var log: String { "\(state)/livegamed.sqlite" }
  private var copy: String { "\(folder.path)/copy" }

  init() throws {
    folder = try TemporaryFolder()
    archive = LogArchive(folder: "\(folder.path)/state")
    try Folder.make("\(folder.path)/state")
  }

  private static func append(_ names: String..., to log: EventLog) async throws {
    let checkpoint = Checkpoint(game: GameID(league: .mlb, gamePk: 1), state: [1], isOver: false)
    for name in names {
      let entry = LogEntry(event: SampleEvents.event(name), sinks: ["hook"])
      try await log.append(LogAppend(checkpoint: checkpoint, events: [entry]), at: SampleEvents.start)
    }
  }

  private func mode(_ path: String) -> UInt32? { WholeFile.owner(of: path)?.mode }

  private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: state).sorted() }

  /// The daemon writes between two backups and during them.
  @Test func aLogInUseIsCopiedWithItsNewestEvents() async throws {
    let open = try EventLog(path: log)
    try await Self.append("a", "b", to: open)
    let summary = try archive.backUp(to: copy)
    #expect(summary.log == open.id.rawValue && summary.oldest == 1 && summary.newest == 2)
    #expect(mode(copy) == 0o600)
    async let writing: Void = Self.append("c", "d", "e", "f", to: open)
    let second = try archive.backUp(to: "\(folder.path)/second")
    try await writing
    #expect((2...6).contains(second.newest))
    #expect(try archive.backUp(to: "\(folder.path)/third").newest == 6)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["copy", "second", "state", "third"])
    #expect(try open.events(after: 0, limit: 9).count == 6)
  }

  @Test func aFileThatExistsIsNotOverwritten() throws {
    try EventLog(path: log).close()
    try Data("mine".utf8).write(to: URL(filePath: copy))
    let fault = #expect(throws: Fault.self) { try archive.backUp(to: copy) }
    #expect(fault?.code == .backupExists)
    #expect(try Data(contentsOf: URL(filePath: copy)) == Data("mine".utf8))
  }

  @Test func withoutALogOrAFolderThereIsNoBackup() throws {
    let missing = #expect(throws: Fault.self) { try archive.backUp(to: copy) }
    #expect(missing?.code == .backupNoLog)
    try EventLog(path: log).close()
    let nowhere = #expect(throws: Fault.self) { try archive.backUp(to: "\(folder.path)/nowhere/copy") }
    #expect(nowhere?.code == .backupFailed && nowhere?.message.hasPrefix("there is no folder ") == true)
    #expect(try files() == ["livegamed.sqlite"])
  }

  /// The file alone lacks what is in its `-wal`.
  @Test func theLogOfAKilledDaemonIsCopiedWhole() async throws {
    let killed = try EventLog(path: log)
    try await Self.append("a", "b", to: killed)
    let other = "\(folder.path)/other"
    try Folder.make(other)
    for end in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: log + end, toPath: "\(other)/livegamed.sqlite\(end)")
    }
    #expect(try LogArchive(folder: other).backUp(to: copy).newest == 2)
    withExtendedLifetime(killed) {}
  }

  @Test func aRestoredLogHasTheOldEventsAndANewID() async throws {
    var open = try EventLog(path: log)
    let first = open.id
    try await Self.append("a", "b", to: open)
    _ = try archive.backUp(to: copy)
    try await Self.append("c", to: open)
    try open.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: log)
    let before = try Data(contentsOf: URL(filePath: copy))

    let restored = try archive.restore(from: copy)
    #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    #expect(restored.summary.newest == 2 && restored.summary.log != first.rawValue && mode(log) == 0o640)
    let kept = try #require(restored.kept)
    let (name, time) = try #require(
      kept.firstRange(of: ".until-").map { (kept[..<$0.lowerBound], kept[$0.upperBound...]) })
    #expect(name == log && time.count == 16)
    open = try EventLog(path: log)
    #expect(open.id.rawValue == restored.summary.log)
    #expect(try open.events(after: 0, limit: 9).map(\.sequence) == [1, 2])
    // Deliveries that waited at the time of the backup wait again.
    #expect(try open.standing(of: "hook").waiting == 2)
    try await Self.append("c", to: open)
    #expect(try open.extent().newest == 3)
    let old = try EventLog(path: kept)
    #expect(try old.id == first && old.extent().newest == 3)
  }

  @Test func nothingIsRestoredWhileADaemonUsesTheLog() async throws {
    let daemon = try StateFolder(path: state)
    let open = try EventLog(path: daemon.logPath)
    try await Self.append("a", to: open)
    _ = try archive.backUp(to: copy)
    let before = try files()
    let fault = #expect(throws: Fault.self) { try archive.restore(from: copy) }
    #expect(fault?.code == .stateLocked && fault?.hint?.contains("systemctl stop livegamed") == true)
    #expect(try files() == before)
    withExtendedLifetime(daemon) {}
  }

  enum Bad: String, CaseIterable { case missing, empty, text, otherDatabase, newer, damaged, truncated }

  @Test(arguments: Bad.allCases) func aFileThatIsNoLogChangesNothing(_ bad: Bad) async throws {
    let open = try EventLog(path: log)
    for number in 0..<200 { try await Self.append("e\(number)", to: open) }
    try open.close()
    let code = try make(bad)
    let before = try Data(contentsOf: URL(filePath: log))
    let fault = #expect(throws: Fault.self) { try archive.restore(from: copy) }
    #expect(fault?.code == code, "\(String(describing: fault))")
    #expect(fault?.place == .path(copy))
    let message = try #require(fault).message
    #expect(!["PRAGMA", "SELECT", "SQLite", "btree"].contains { message.contains($0) }, "\(message)")
    #expect(try files() == ["livegamed.lock", "livegamed.sqlite"])
    #expect(try Data(contentsOf: URL(filePath: log)) == before)
  }

  private func make(_ bad: Bad) throws -> Fault.Code {
    switch bad {
    case .missing: return .backupNoFile
    case .empty:
      try Data().write(to: URL(filePath: copy))
      return .backupNotALog
    case .text:
      try Data(String(repeating: "a diary ", count: 500).utf8).write(to: URL(filePath: copy))
      return .backupNotALog
    case .otherDatabase:
      let queue = try DatabaseQueue(path: copy)
      try queue.write { try $0.execute(sql: "CREATE TABLE event (sequence INTEGER)") }
      try queue.close()
      return .backupNotALog
    case .newer:
      _ = try archive.backUp(to: copy)
      let queue = try DatabaseQueue(path: copy)
      try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 what is to come')") }
      try queue.close()
      return .logNewer
    case .damaged:
      _ = try archive.backUp(to: copy)
      var bytes = try Data(contentsOf: URL(filePath: copy))
      for offset in stride(from: bytes.count / 2, to: bytes.count, by: 7) { bytes[offset] ^= 0x5A }
      try bytes.write(to: URL(filePath: copy))
      return .backupDamaged
    case .truncated:
      _ = try archive.backUp(to: copy)
      let bytes = try Data(contentsOf: URL(filePath: copy))
      try bytes.prefix(bytes.count / 2).write(to: URL(filePath: copy))
      return .backupDamaged
    }
  }

  /// Two restores in a second, the first into an empty folder.
  @Test func eachOldLogIsKept() async throws {
    let open = try EventLog(path: log)
    try await Self.append("a", to: open)
    _ = try archive.backUp(to: copy)
    let other = LogArchive(folder: "\(folder.path)/other")
    #expect(try other.restore(from: copy).kept == nil)
    let kept = try (1...3).map { _ in try #require(try other.restore(from: copy).kept) }
    #expect(Set(kept).count == 3)
    for path in kept { #expect(try EventLog(path: path).extent().newest == 1) }
  }

  /// A message of ten minutes that waited is not given up because the backup lay in a drawer.
  @Test func theClockOfTheOutboxContinuesFromTheBackup() async throws {
    func clock(_ last: RunClock.Reading?, _: Timestamp?) -> RunClock { RunClock(continuing: last) }
    let first = try EventLog(path: log, clock: clock)
    try await Self.append("a", to: first)
    try await first.pool.write { try EventLog.setClock(.init(time: SampleEvents.start, uptime: .zero), in: $0) }
    _ = try archive.backUp(to: copy)
    try first.close()
    _ = try archive.restore(from: copy)
    let second = try EventLog(path: log, clock: clock)
    let passed = second.outboxTime(at: SampleEvents.start) - SampleEvents.start
    #expect(passed >= .zero && passed < .seconds(120))
  }
}
