import ArgumentParser

/// `livegamed sink`: about those whom events are delivered to.
struct SinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sink",
    abstract: "See how the sinks stand, try one, or enable one that was disabled.",
    subcommands: [SinkListCommand.self, SinkTestCommand.self, SinkEnableCommand.self])
}
