import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform

/// `--config FILE`, for every command that reads the daemon's configuration.
struct ConfigFileOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The configuration file.",
      discussion: "Default: /etc/livegamed/livegamed.yaml if it can be read, else the built-in defaults.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  static let standardPath = "/etc/livegamed/livegamed.yaml"

  /// Path of the configuration file; nil for the built-in defaults.
  var path: String? { config ?? (ProcessEnvironment.canRead(Self.standardPath) ? Self.standardPath : nil) }

  /// Reads the file; without a path, returns the built-in defaults. Throws all errors of the configuration.
  static func load(_ path: String?) throws(ConfigFaults) -> Config {
    // Forbid core files before any secret is read.
    CoreFiles.forbid()
    guard let path else { return .default }
    return try ConfigFiles.read(path: path, environment: ProcessEnvironment.values)
  }

  /// Reads the configuration. Reports every fault, to standard error by default, and throws exit status 78 for a wrong
  /// file.
  func read(report: (Fault) -> Void = { Terminal.complain("\($0)") }) throws -> Config {
    do {
      return try Self.load(path)
    } catch {
      error.faults.forEach(report)
      throw ExitStatus.config
    }
  }
}

/// `--socket PATH`, for every command that asks a running daemon.
struct SocketOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The socket of the daemon.", discussion: "Default: that of your own daemon, else of the system's daemon.",
      valueName: "path"),
    completion: .file())
  var socket: String?

  func path() throws -> String {
    let known = Paths(environment: ProcessEnvironment.values).sockets()
    guard let path = socket ?? known.first(where: ProcessEnvironment.exists) ?? known.last else {
      throw ValidationError("give the daemon's socket with --socket")
    }
    return path
  }

  /// Returns the daemon's answer to a query. Reports a fault and throws the exit status of `docs/livegamed.md`.
  func answer(to query: SocketClient.Query, teams: [String] = []) async throws -> WatchLine {
    do {
      let names = try EventFilter(namedTeams: teams).teams
      return try await SocketClient(path: try path()).answer(to: query, teams: names)
    } catch let fault as Fault {
      throw failure(fault)
    }
  }

  /// Returns the daemon's answer to an outbox request. Reports a fault and throws the exit status of
  /// `docs/livegamed.md`.
  func answer(to request: OutboxRequest) async throws -> (line: WatchLine, answer: OutboxAnswer) {
    do {
      let line = try await SocketClient(path: try path()).answer(to: request)
      return (line, try OutboxAnswer(line))
    } catch let fault as Fault {
      throw failure(fault)
    }
  }

  /// Reports a fault and returns its exit status.
  func failure(_ fault: Fault) -> ExitCode {
    Terminal.complain("\(fault)")
    return ExitStatus.ofClient(fault)
  }
}

/// Environment, arguments and files of this process.
enum ProcessEnvironment {
  static var values: [String: String] { ProcessInfo.processInfo.environment }

  /// The name of the program as it was called.
  static var program: String { ProcessInfo.processInfo.arguments.first ?? "livegamed" }

  static func canRead(_ path: String) -> Bool { FileManager.default.isReadableFile(atPath: path) }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
