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
      let sources = try sources()
      let client = LookupClient(
        socket: config == nil ? try socket.path() : nil, config: sources?.config,
        paths: Paths(environment: ProcessEnvironment.values)
      ) {
        if let warning = sources?.warning { Terminal.complain(warning) }
      }
      return try await client.answer(to: question, teams: names)
    } catch let fault as Fault {
      throw await socket.failure(fault)
    }
  }

  /// Returns the named configuration, else the service's if this user can read it, else the defaults; nil if the
  /// command names the socket of a daemon.
  private func sources() throws -> LookupSources? {
    guard socket.socket == nil else { return nil }
    var file = ConfigFileOption()
    file.config = config
    guard config == nil else { return LookupSources(config: try file.read(readsSecrets: false)) }
    return LookupSources(standard: file.path)
  }
}

/// The configuration whose sources a lookup asks without a daemon.
struct LookupSources: Sendable {
  let config: Config
  /// A line for the user if the sources are asked; nil for a good file.
  var warning: String?
}

extension LookupSources {
  /// Reads the standard file, or takes the defaults without one. A wrong file does not prevent a lookup, which needs no
  /// more of it than the address of the source; the warning names its first error.
  init(standard path: String?) {
    do {
      self.init(config: try ConfigFileOption.load(path, readsSecrets: false))
    } catch {
      let first = error.faults.first.map { "\($0)" } ?? path ?? ""
      let more = error.faults.count > 1 ? " (and \(error.faults.count - 1) more)" : ""
      self.init(config: .default, warning: "\(first)\(more); the default source is asked instead")
    }
  }
}
