import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed log restore`: puts a copy in the place of the log.
struct LogRestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put a backup in the place of the log.",
    discussion: """
      Stop the daemon first. The old log is kept beside the new one, which gets a new id, so that every subscriber learns \
      of it. What happened since the backup is logged and sent again, as far as the league still has it.
      """)

  @OptionGroup var state: StateFolderOption
  @Argument(help: ArgumentHelp("A file that 'livegamed log backup' wrote.", valueName: "file"), completion: .file())
  var file: String

  func run() async throws {
    do {
      let restored = try state.archive().restore(from: file)
      try Terminal.say("restored: \(restored.summary.text)")
      if let kept = restored.kept { try Terminal.say("the old log: \(kept)") }
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw ExitStatus.of(fault)
    }
  }
}
