internal import GRDB
internal import LiveModel
internal import LivePlatform

/// The file of a log, opened for reading only.
struct LogSnapshot: Sendable {
  private let queue: DatabaseQueue

  /// Opens the file. Throws `log.missing`, `log.not-readable`, `log.newer` or `log.unusable`.
  init(path: String) throws(Fault) {
    if let error = Folder.errorOfReading(path) { throw Self.fault(error, at: path) }
    try LogFile(path: path).refuseNewer()
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    // Without a `-wal` the file is complete. Opened as immutable, SQLite creates no files beside it.
    let isComplete = Folder.size(of: "\(path)-wal") == 0
    do {
      queue = try DatabaseQueue(
        path: isComplete ? LogFile(path: path).immutableAddress : path, configuration: configuration)
    } catch {
      throw Fault(eventLog: error)
    }
  }

  /// Reads a page of the log.
  func page(_ range: LogRange, limits: LogPage.Limits, isWanted: (LoggedEvent) -> Bool) throws(Fault) -> LogPage {
    do {
      return try queue.read { try LogPage.read(range, limits: limits, in: $0, isWanted: isWanted) }
    } catch {
      throw Fault(eventLog: error)
    }
  }

  /// Returns the names of the players in the log's newest events, at most 10,000.
  func playerNames() throws(Fault) -> [String] {
    do {
      return try queue.read { try EventLog.players(in: $0).map(\.name) }
    } catch {
      throw Fault(eventLog: error)
    }
  }

  /// Returns the teams and players that orders have added; none in a log of an earlier release.
  func followed() throws -> [FollowedName] {
    try queue.read { try $0.tableExists("followed") ? EventLog.followed(in: $0) : [] }
  }

  private static func fault(_ error: SystemError, at path: String) -> Fault {
    switch error.kind {
    case .missing:
      Fault(
        .logMissing, "no daemon is running, and there is no event log", at: .path(path),
        hint:
          "start it with 'sudo systemctl start livegamed' or 'livegamed run', or name its configuration with --config")
    case .denied:
      Fault(
        .logNotReadable, "no daemon is running, and this user may not read its event log", at: .path(path),
        hint: "start the daemon, or run the same command with sudo")
    default: Fault(.logUnusable, "cannot read the event log: \(error)", at: .path(path))
    }
  }
}

extension Fault.Code {
  static let logMissing = Fault.Code("log.missing")
  static let logNotReadable = Fault.Code("log.not-readable")
}
