internal import FoundationEssentials
internal import GRDB
internal import LiveModel
internal import LivePlatform

/// The result of a restore.
public struct RestoredLog: Equatable, Sendable {
  /// The content of the restored log, with its new id.
  public var summary: LogSummary
  /// The new name of the log that was there; nil when there was none.
  public var kept: String?
}

/// Puts a copy of a log in the place of a log that no daemon uses.
///
/// The copy gets a new id: its next events have sequences that other events had in the old log, and by the id every
/// subscriber learns that it has to start anew. The clock of the outbox continues from the copy, so that the messages
/// that waited then have their remaining time.
struct LogRestore: Sendable {
  /// The path of the log to replace.
  let log: String

  /// Checks and installs a copy. The file itself is only read. Call it with the lock of the folder.
  ///
  /// - Parameters:
  ///   - path: a file that `LogBackup` wrote, or a log that no process uses, with its `-wal`.
  ///   - owner: the user, group and mode that the log gets.
  ///   - date: the present, for the name of the old log.
  /// - Returns: what is restored.
  /// - Throws: `backup.no-file`, `backup.failed`, and the faults of `LogSummary`. The log is unchanged then.
  func install(_ path: String, for owner: WholeFile.Owner, at date: Timestamp) throws(Fault) -> RestoredLog {
    guard Folder.holds(path) else {
      throw Fault(.backupNoFile, "there is no such file", at: .path(path))
    }
    let part = "\(log).restoring"
    defer { Self.remove(part) }
    do {
      Self.remove(part)
      try Self.copy(path, to: part)
      try WholeFile.give(part, to: owner)
      var summary = try LogSummary(checking: part, named: path)
      summary.log = try Self.renew(part)
      let kept = try keep(as: Self.name(of: log, at: date))
      try WholeFile.replace(log, by: part)
      return RestoredLog(summary: summary, kept: kept)
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(
        .backupFailed, "the log cannot be restored: \(DatabaseError.words(of: error))", at: .path(log),
        hint: "check the disk's space; the service's log needs sudo")
    }
  }

  /// Copies the file byte by byte, because SQLite would write beside it.
  private static func copy(_ path: String, to part: String) throws {
    for end in ["", "-wal"] where Folder.holds(path + end) {
      try FileManager.default.copyItem(atPath: path + end, toPath: part + end)
    }
  }

  /// Gives the copy a new id and sets its clock, and merges everything into one file.
  ///
  /// - Returns: the new id.
  private static func renew(_ part: String) throws -> String {
    let queue = try LogSummary.open(part)
    let id = LogID.random().rawValue
    try queue.write { database in
      try EventLog.setValue(id, for: "id", in: database)
      guard let last = try EventLog.clockReading(in: database) else { return }
      try EventLog.setClock(RunClock.Reading(time: last.time, uptime: RunClock.uptime()), in: database)
    }
    try queue.writeWithoutTransaction { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
      guard mode == "delete" else { throw DatabaseError(message: "its -wal cannot be merged") }
    }
    try queue.close()
    return id
  }

  /// Gives the old log another name, under which it stays whole.
  ///
  /// - Returns: the name; nil when there is no old log.
  private func keep(as name: String) throws -> String? {
    guard Folder.holds(log) else { return nil }
    mergeOldLog()
    // The new log takes the name in one step afterwards, so that there is a log at any instant.
    try WholeFile.name(log, also: name)
    if Folder.size(of: "\(log)-wal") > 0 { try WholeFile.move("\(log)-wal", to: "\(name)-wal") }
    for end in ["-wal", "-shm"] { WholeFile.remove(log + end) }
    return name
  }

  /// Merges the `-wal` of the old log into its file, as a clean stop does. A log that is damaged or of a newer release stays
  /// as it is.
  private func mergeOldLog() {
    guard Folder.size(of: "\(log)-wal") > 0, (try? LogFile(path: log).refuseNewer()) != nil,
      let queue = try? LogSummary.open(log)
    else { return }
    _ = try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try? queue.close()
  }

  /// Returns a name such as `livegamed.sqlite.until-20261123T190000Z`, with a number if there is such a file.
  private static func name(of log: String, at date: Timestamp) -> String {
    let time = date.description.prefix(19).filter { $0 != "-" && $0 != ":" }
    let name = "\(log).until-\(time)Z"
    guard Folder.holds(name) else { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !Folder.holds($0) } ?? name
  }

  private static func remove(_ part: String) {
    for end in ["", "-wal", "-shm", "-journal"] { WholeFile.remove(part + end) }
  }
}

extension Fault.Code {
  static let backupNoFile = Fault.Code("backup.no-file")
}
