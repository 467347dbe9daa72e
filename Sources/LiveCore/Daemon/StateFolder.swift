/// The folder that holds the log, and the lock that keeps a second daemon out of it.
struct StateFolder: Sendable {
  let path: String
  private let lock: FileLock

  var logPath: String { Self.logPath(in: path) }

  private static func logPath(in folder: String) -> String { "\(folder)/livegamed.sqlite" }

  /// Makes the folder as needed and takes its lock. A folder that a newer release has written is left as it is.
  init(path: String) throws(Fault) {
    self.path = path
    // First of all: nothing is written to what a newer release has left.
    try LogFile(path: Self.logPath(in: path)).refuseNewer()
    do {
      try Folder.make(path)
      guard let lock = try FileLock(path: "\(path)/livegamed.lock") else {
        throw Fault(
          .stateLocked, "another livegamed uses this folder", at: .path(path),
          hint: "stop it, or set state_directory to another folder")
      }
      self.lock = lock
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(
        .stateUnusable, "cannot use the state folder: \(error)", at: .path(path),
        hint: "make it writable for this user, or set state_directory to another folder")
    }
  }
}

extension Fault.Code {
  static let stateLocked = Fault.Code("state.locked")
  static let stateUnusable = Fault.Code("state.unusable")
}
