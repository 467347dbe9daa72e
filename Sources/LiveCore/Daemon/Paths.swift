/// Where the daemon keeps its state and its socket (DESIGN §11, Storage and process).
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
