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
  /// Without `readsSecrets`, references to secrets are not resolved, and the configuration is good for everything but
  /// sending.
  static func load(
    _ path: String?, _ credentials: Credentials? = nil, readsSecrets: Bool = true
  ) throws(ConfigFaults) -> Config {
    // Forbid core files before any secret is read.
    CoreFiles.forbid()
    guard let path else { return .default }
    return try ConfigFiles.read(
      path: path, environment: ProcessEnvironment.values, credentials: credentials, readsSecrets: readsSecrets)
  }

  /// Reads the configuration. Reports every fault, to standard error by default, and throws exit status 78 for a wrong
  /// file. Without `readsSecrets`, as for a command that sends nothing, an ordinary user can read the configuration of
  /// the service.
  func read(
    readsSecrets: Bool = true, report: (Fault) -> Void = { Terminal.complain("\($0)") }
  ) throws -> Config {
    do {
      return try Self.load(path, readsSecrets: readsSecrets)
    } catch {
      error.faults.forEach(report)
      throw ExitStatus.config
    }
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
