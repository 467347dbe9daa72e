import ArgumentParser
import LiveCore
import LiveModel

/// The options of every command that asks the daemon or the leagues' sources.
struct LookupOptions: ParsableArguments {
  @OptionGroup var socket: SocketOption
  @Option(
    help: ArgumentHelp(
      "Ask no daemon, but the sources of this configuration.",
      discussion: "Default: the daemon, and without one the sources of the standard configuration.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  func validate() throws {
    guard config == nil || socket.socket == nil else { throw ValidationError("--config excludes --socket") }
  }

  /// Returns the answer, one JSON object. Reports a fault and throws the exit status of `docs/livegamed.md`.
  func answer(to question: LookupClient.Question, teams: [String] = []) async throws -> WatchLine {
    do {
      let names = try EventFilter(namedTeams: teams).teams
      let client = LookupClient(
        socket: config == nil ? try socket.path() : nil, config: try sources(),
        paths: Paths(environment: ProcessEnvironment.values))
      return try await client.answer(to: question, teams: names)
    } catch let fault as Fault {
      throw socket.failure(fault)
    }
  }

  /// Returns the named configuration, else the service's if this user can read it, else the defaults; nil if the
  /// command names the socket of a daemon.
  private func sources() throws -> Config? {
    guard socket.socket == nil else { return nil }
    var file = ConfigFileOption()
    file.config = config
    guard config == nil else { return try file.read(readsSecrets: false) }
    return (try? ConfigFileOption.load(file.path, readsSecrets: false)) ?? .default
  }
}
