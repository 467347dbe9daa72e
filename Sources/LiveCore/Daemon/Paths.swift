/// Where the daemon keeps its state and its socket.
public struct Paths: Equatable, Sendable {
  let environment: [String: String]

  /// Paths as they follow from the environment of a process.
  public init(environment: [String: String]) { self.environment = environment }

  /// The configured folder, else systemd's, else the user's own.
  func stateFolder(_ config: Config) -> String {
    config.stateDirectory ?? first("STATE_DIRECTORY") ?? home("XDG_STATE_HOME", ".local/state") ?? "/var/lib/livegamed"
  }

  /// The configured path, else one in systemd's runtime folder, else in the user's.
  func socket(_ config: Config) -> String {
    if let path = config.socket.path { return path }
    if let folder = first("RUNTIME_DIRECTORY") { return "\(folder)/livegamed.sock" }
    return userSocket ?? Self.systemSocket
  }

  /// Where a client looks when it is told nothing: its user's own daemon, then the system's.
  public func sockets() -> [String] { [userSocket, Self.systemSocket].compactMap { $0 } }

  static let systemSocket = "/run/livegamed/livegamed.sock"

  private var userSocket: String? {
    guard !Folder.isRoot, let folder = first("XDG_RUNTIME_DIR") else { return nil }
    return "\(folder)/livegamed/livegamed.sock"
  }

  private func home(_ variable: String, _ fallback: String) -> String? {
    guard !Folder.isRoot else { return nil }
    if let folder = first(variable) { return "\(folder)/livegamed" }
    return first("HOME").map { "\($0)/\(fallback)/livegamed" }
  }

  /// systemd separates several folders by a colon; the first is ours.
  private func first(_ variable: String) -> String? {
    environment[variable]?.split(separator: ":").first.map(String.init)
  }
}

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

extension ConfigFiles {
  /// Reads the main file and its drop-ins; the templates in them are tried too.
  ///
  /// - Parameters:
  ///   - path: of the main file, which must exist.
  ///   - environment: where `${env:…}` and `$CREDENTIALS_DIRECTORY` are looked up.
  /// - Returns: the defaults where nothing was said.
  /// - Throws: everything that is wrong, in the order of files and lines.
  public static func read(path: String, environment: [String: String]) throws(ConfigFaults) -> Config {
    try read(path: path, environment: environment) { text throws(Fault) in _ = try TextFormat(text) }
  }
}
