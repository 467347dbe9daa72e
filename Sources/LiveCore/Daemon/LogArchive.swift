public import LiveModel
internal import LivePlatform

/// Backup and restore of the log in a state folder.
public struct LogArchive: Sendable {
  private let folder: String

  /// Creates the archive of a state folder, such as `/var/lib/livegamed`.
  public init(folder: String) { self.folder = folder }

  /// Creates the archive of the folder that a daemon with this configuration and environment would use; to read it only,
  /// of the service's if only that has a log.
  public init(_ config: Config, environment: [String: String], isReadOnly: Bool = false) {
    let paths = Paths(environment: environment)
    self.init(folder: isReadOnly ? paths.readFolder(config) : paths.stateFolder(config))
  }

  /// Copies the log into a new file and checks the copy. A daemon may use the log meanwhile.
  ///
  /// - Throws: `backup.no-log`, `log.not-readable`, `backup.exists`, `backup.failed`, `backup.not-a-log`,
  ///   `backup.damaged`, `log.newer`.
  public func backUp(to path: String) throws(Fault) -> LogSummary {
    try LogBackup(log: StateFolder.logPath(in: folder)).write(to: path)
  }

  /// Puts a copy in the place of the log, which is kept under another name. Everything in the folder belongs to the
  /// folder's user afterwards.
  ///
  /// - Throws: `state.locked` while a daemon uses the folder, `state.unusable`, `backup.no-file`, `backup.failed`,
  ///   `backup.not-a-log`, `backup.damaged`, `log.newer`. Nothing is changed then.
  public func restore(from path: String) throws(Fault) -> RestoredLog {
    let (lock, lockPath) = try lock()
    defer { withExtendedLifetime(lock) {} }
    guard var owner = WholeFile.owner(of: folder) else { throw Self.unusable("it vanished", folder) }
    owner.mode = 0o600
    do throws(SystemError) {
      try WholeFile.give(lockPath, to: owner)
    } catch {
      throw Self.unusable("\(error)", folder)
    }
    let log = StateFolder.logPath(in: folder)
    owner.mode = WholeFile.owner(of: log)?.mode ?? owner.mode
    return try LogRestore(log: log).install(path, for: owner, at: WallClock.now())
  }

  private func lock() throws(Fault) -> (FileLock, path: String) {
    let path = StateFolder.lockPath(in: folder)
    do throws(SystemError) {
      try Folder.make(folder)
      if let lock = try FileLock(path: path) { return (lock, path) }
    } catch {
      throw Self.unusable("\(error)", folder)
    }
    throw Fault(
      .stateLocked, "a running livegamed uses this log", at: .path(folder),
      hint: "stop it with 'sudo systemctl stop livegamed', and start it afterwards")
  }

  private static func unusable(_ reason: String, _ folder: String) -> Fault {
    Fault(
      .stateUnusable, "cannot use the state folder: \(reason)", at: .path(folder),
      hint: "run the command with sudo, or name another folder with --state-directory")
  }
}
