internal import GRDB
internal import LiveModel
internal import LivePlatform

/// Copies a log into one file, whether a daemon uses it or not. A daemon continues meanwhile: it keeps its locks, and
/// writes into the `-wal`.
struct LogBackup: Sendable {
  /// The path of the log.
  let log: String

  /// Writes and checks the copy, which only its owner can read.
  ///
  /// - Parameter path: the new file. It appears when it is complete.
  /// - Returns: what the copy contains.
  /// - Throws: `backup.no-log`, `log.not-readable`, `backup.exists`, `backup.failed`, and the faults of `LogSummary`.
  func write(to path: String) throws(Fault) -> LogSummary {
    let refusal = Folder.errorOfReading(log)
    guard refusal?.kind != .denied else {
      throw Fault(
        .logNotReadable, "this user may not read the event log", at: .path(log),
        hint: "run the same command with sudo")
    }
    guard refusal == nil else {
      throw Fault(
        .backupNoLog, "there is no event log", at: .path(log),
        hint: "name its folder with --state-directory, and run the command with sudo if it is the service's")
    }
    guard !Folder.holds(path) else { throw Self.exists(path) }
    let part = WholeFile.unfinished(path)
    do throws(SystemError) {
      try WholeFile.create(part)
    } catch {
      guard error.kind != .missing else {
        let folder = Folder.parent(of: path) ?? (path.hasPrefix("/") ? "/" : ".")
        throw Fault(
          .backupFailed, "there is no folder '\(folder)' for the copy", at: .path(path),
          hint: "create it with mkdir -p, or choose a file in another folder")
      }
      throw Self.failed("the file cannot be created: \(error)", path)
    }
    defer { for end in ["", "-wal", "-shm", "-journal"] { WholeFile.remove(part + end) } }
    try copy(to: part, named: path)
    let summary = try LogSummary(checking: part, named: log)
    do throws(SystemError) {
      try WholeFile.place(part, at: path)
    } catch {
      throw Folder.holds(path) ? Self.exists(path) : Self.failed("the file cannot be written: \(error)", path)
    }
    return summary
  }

  /// Copies the state of one instant. The copy has no free pages and needs no `-wal`.
  private func copy(to part: String, named path: String) throws(Fault) {
    do {
      let source = try LogSummary.open(log)
      defer { try? source.close() }
      try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
    } catch {
      throw Self.failed("the log cannot be copied: \(DatabaseError.words(of: error))", path)
    }
  }

  private static func exists(_ path: String) -> Fault {
    Fault(
      .backupExists, "this file exists and was not changed", at: .path(path), hint: "choose another name")
  }

  private static func failed(_ reason: String, _ path: String) -> Fault {
    Fault(
      .backupFailed, reason, at: .path(path),
      hint: "check the disk's space and who may write there; the service's log needs sudo")
  }
}

extension Fault.Code {
  static let backupNoLog = Fault.Code("backup.no-log")
  static let backupExists = Fault.Code("backup.exists")
  static let backupFailed = Fault.Code("backup.failed")
}
