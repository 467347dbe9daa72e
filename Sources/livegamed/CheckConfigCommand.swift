import ArgumentParser
import LiveCore

/// `livegamed check-config`: reports every error of a configuration and runs nothing.
struct CheckConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-config",
    abstract: "Check a configuration, and report each error with file, line and column.",
    discussion: "The exit status is 0 for a correct configuration, 78 for a wrong one.")

  @OptionGroup var configFile: ConfigFileOption

  @Argument(
    help: ArgumentHelp("The configuration file.", valueName: "file"), completion: .file(extensions: ["yaml"]))
  var file: String?

  func run() throws {
    var option = configFile
    option.config = file ?? configFile.config
    let config = try option.read()
    try Terminal.say("\(option.path ?? "built-in defaults"): correct, \(config.outline)")
  }
}
