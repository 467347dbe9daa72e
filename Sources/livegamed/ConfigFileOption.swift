import ArgumentParser
import LiveCore

/// `--config FILE`, for every command that needs the daemon's configuration.
struct ConfigFileOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The configuration file.",
      discussion: "Default: /etc/livegamed/livegamed.yaml if there is one, else the built-in defaults.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  static let standardPath = "/etc/livegamed/livegamed.yaml"

  /// The file that is meant; nil for the built-in defaults.
  var path: String? { config ?? (ProcessEnvironment.canRead(Self.standardPath) ? Self.standardPath : nil) }

  /// Reads a file as it is now; without one, the built-in defaults. Throws everything that is wrong with it.
  static func load(_ path: String?) throws(ConfigFaults) -> Config {
    // From now on there may be secrets.
    CoreFiles.forbid()
    guard let path else { return .default }
    return try ConfigFiles.read(path: path, environment: ProcessEnvironment.values)
  }

  /// Tells every fault, to standard error if nothing else is said, and exits with 78 when the file is wrong.
  func read(tell: (Fault) -> Void = { Terminal.complain("\($0)") }) throws -> Config {
    do {
      return try Self.load(path)
    } catch {
      error.faults.forEach(tell)
      throw ExitStatus.config
    }
  }
}
