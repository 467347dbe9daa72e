import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed check-config`: reports every error and every warning of a configuration and runs nothing.
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Check a configuration, and report each error with file, line and column.",
    discussion: """
      A warning is about a setting that is valid and does not do what it seems to do, such as a route that can never \
      match. The exit status is 0 for a correct configuration, 78 for a wrong one; with --strict also for one with a \
      warning.
      """)

  @OptionGroup var configFile: ConfigFileOption

  @Flag(help: "Treat a warning as an error.")
  var strict = false
  @Argument(
    help: ArgumentHelp("The configuration file.", valueName: "file"), completion: .file(extensions: ["yaml"]))
  var file: String?

  func run() throws {
    var option = configFile
    option.config = file ?? configFile.config
    let config: Config
    do {
      config = try ConfigFileOption.load(option.path)
    } catch {
      error.faults.forEach { Terminal.complain("\($0)") }
      complain(of: error.warnings)
      throw ExitStatus.config
    }
    let review = config.review(environment: ProcessEnvironment.values)
    let warnings = review.warnings + config.unknownPlayers(environment: ProcessEnvironment.values)
    complain(of: warnings)
    let unreadable = ServiceAccess.faults(in: config.reading.files)
    guard unreadable.isEmpty else {
      unreadable.forEach { Terminal.complain("\($0)") }
      throw ExitStatus.config
    }
    if strict, !warnings.isEmpty { throw ExitStatus.config }
    try config.reading.files.forEach { try Terminal.say($0) }
    try Terminal.say("OK: \(config.outline)")
    guard !review.followed.isEmpty else { return }
    try Terminal.say("'livegamed follow add' has added \(review.followed.joined(separator: ", "))")
  }

  private func complain(of warnings: [Fault]) {
    for warning in warnings { Terminal.complain(strict ? "\(warning)" : warning.warningText) }
  }
}

extension Fault {
  /// The text of a fault that is only a warning: `livegamed.yaml:4:9: warning: …`.
  var warningText: String {
    var fault = self
    fault.place = nil
    return (place.map { "\($0): " } ?? "") + "warning: \(fault)"
  }
}
