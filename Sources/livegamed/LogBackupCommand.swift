import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed log backup`: copies the log into one file.
struct LogBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the log into one file, while the daemon runs or not.",
    discussion: """
      The copy is the log at one instant, checked with SQLite's integrity check. The file appears when it is complete; \
      only its owner can read it, and a file that exists is never overwritten. The log of the service needs sudo.
      """)

  @OptionGroup var state: StateFolderOption
  @Argument(help: ArgumentHelp("The new file.", valueName: "file"), completion: .file())
  var file: String

  func run() async throws {
    do {
      let summary = try state.archive(isReadOnly: true).backUp(to: file)
      try Terminal.say("\(file): \(summary.text)")
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw ExitStatus.of(fault)
    }
  }
}

/// `--config FILE` and `--state-directory PATH`, for commands that read or replace the log itself.
struct StateFolderOption: ParsableArguments {
  @OptionGroup var configFile: ConfigFileOption
  @Option(
    help: ArgumentHelp(
      "The folder of the log.", discussion: "Default: that of a daemon of this user with this configuration.",
      valueName: "path"),
    completion: .directory)
  var stateDirectory: String?

  /// Returns the log's folder. Reads no configuration if the folder is named.
  func archive(isReadOnly: Bool = false) throws -> LogArchive {
    if let stateDirectory { return LogArchive(folder: stateDirectory) }
    return LogArchive(
      try configFile.read(readsSecrets: false), environment: ProcessEnvironment.values, isReadOnly: isReadOnly)
  }
}

extension LogSummary {
  /// The content in words: `log 9f2c61aa, events 12 to 1041`.
  var text: String { oldest > newest ? "log \(log), empty" : "log \(log), events \(oldest) to \(newest)" }
}
