import ArgumentParser
import LiveCore

/// The program: the daemon and its client commands.
@main
struct Livegamed: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "livegamed",
    abstract: "Watches live baseball games and tells what happened: once, in order, and corrected when it changes.",
    discussion: """
      Try it without a network:  livegamed demo
      Run it:                    livegamed run --config livegamed.yaml
      Listen to it:              livegamed watch
      See how it stands:         livegamed status
      """,
    version: Version.current,
    subcommands: [
      RunCommand.self, DemoCommand.self, WatchCommand.self, StatusCommand.self, ScoreboardCommand.self,
      SinkCommand.self, OutboxCommand.self, RouteCommand.self, CheckConfigCommand.self,
    ])

  static func main() async {
    Terminal.holdStandardFiles()
    await main(nil)
  }
}

/// `livegamed sink`: the commands about sinks.
struct SinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sink",
    abstract: "See how the sinks stand, try one, or enable one that was disabled.",
    subcommands: [SinkListCommand.self, SinkTestCommand.self, SinkEnableCommand.self])
}

/// `livegamed outbox`: the commands about waiting messages and dead letters.
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "See what waits to be delivered and what was given up; try it again, or drop it.",
    discussion: """
      It asks the running daemon. Everybody may look who may connect to its socket; only root and the daemon's own user \
      may change anything.
      """,
    subcommands: [OutboxListCommand.self, OutboxRetryCommand.self, OutboxDropCommand.self])
}

/// `livegamed route`: the commands about the routes of a configuration.
struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "See where events go.",
    subcommands: [RouteTestCommand.self])
}
