internal import FoundationEssentials
internal import GRDB
public import LiveModel

/// The content of a log in a file that no daemon uses.
public struct LogSummary: Equatable, Sendable {
  /// The id of the log.
  public var log: String
  /// The oldest sequence; one more than `newest` when the log is empty.
  public var oldest: Int
  /// The newest sequence.
  public var newest: Int
  /// When a daemon last wrote to the log; nil when none did.
  public var lastAlive: Timestamp?

  /// Reads a file and checks that it is a whole log of this or an earlier release.
  ///
  /// - Parameters:
  ///   - path: the file; SQLite may create and remove files beside it.
  ///   - name: the name of the file in faults.
  /// - Throws: `backup.not-a-log`, `backup.damaged`, `log.newer`.
  init(checking path: String, named name: String) throws(Fault) {
    do {
      let queue = try Self.open(path)
      defer { try? queue.close() }
      self = try queue.read { database in
        let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
        guard found == ["ok"] else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return try Self.read(database, name)
      }
    } catch let fault as Fault {
      throw fault
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      throw Self.notALog(name)
    } catch {
      throw Self.damage(DatabaseError.words(of: error), of: name)
    }
  }

  private static func read(_ database: Database, _ name: String) throws -> LogSummary {
    guard try database.tableExists("log"), try database.tableExists("event"),
      let id = try EventLog.value("id", in: database)
    else { throw notALog(name) }
    let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard try !Schema.migrator.hasBeenSuperseded(database), format <= Schema.format else {
      throw Fault(
        .logNewer, "a newer livegamed has written this log; nothing was changed", at: .path(name),
        hint: "install that release, or an even newer one")
    }
    let newest = try EventLog.newestSequence(database)
    let alive = try EventLog.value("alive", in: database).flatMap { Timestamp(rfc3339: $0) }
    return LogSummary(
      log: id, oldest: try Int.fetchOne(database, sql: "SELECT MIN(sequence) FROM event") ?? newest + 1,
      newest: newest, lastAlive: alive)
  }

  private init(log: String, oldest: Int, newest: Int, lastAlive: Timestamp?) {
    (self.log, self.oldest, self.newest, self.lastAlive) = (log, oldest, newest, lastAlive)
  }

  /// Opens a file with a connection of its own.
  static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func notALog(_ name: String) -> Fault {
    Fault(
      .backupNotALog, "this file is no event log of livegamed", at: .path(name),
      hint: "name a file that 'livegamed log backup' wrote, or a livegamed.sqlite")
  }

  private static func damage(_ reason: String, of name: String) -> Fault {
    Fault(.backupDamaged, "the log is damaged: \(reason)", at: .path(name), hint: "restore an older backup")
  }
}

extension Fault.Code {
  static let backupNotALog = Fault.Code("backup.not-a-log")
  static let backupDamaged = Fault.Code("backup.damaged")
}
