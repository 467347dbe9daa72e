import ArgumentParser
import LiveCore
import LiveModel
import LiveOdds
import LivePlatform

/// The program: the daemon and its client commands.
@main
struct Livegamed: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "livegamed",
    abstract: "Watches live baseball games and reports each event once, in order, and corrects it when it changes.",
    discussion: """
      Try it without a network:  livegamed demo
      Write a configuration:     livegamed setup
      Run it:                    livegamed run --config livegamed.yaml
      Print its events:          livegamed watch
      Show its state:            livegamed status
      """,
    version: "\(Version.current)\n\nOdds: \(Retrosheet.notice)",
    subcommands: [
      SetupCommand.self, RunCommand.self, ReloadCommand.self, DemoCommand.self, SimulateCommand.self,
      RecordCommand.self, ReplayCommand.self, WatchCommand.self, LogCommand.self,
      ExplainCommand.self, StatusCommand.self, ScoreboardCommand.self, GameCommand.self, PlayerCommand.self,
      TeamCommand.self, PredictionsCommand.self, FollowCommand.self,
      SinkCommand.self, OutboxCommand.self,
      RouteCommand.self,
      CheckConfigCommand.self, BugreportCommand.self,
    ])

  static func main() async {
    Allocator.limitArenas()
    Terminal.holdStandardFiles()
    await runCommand()
  }
}

/// `livegamed sink`: the commands about sinks.
struct SinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sink",
    abstract: "List the sinks, test one, pause and resume one, or enable one that was disabled.",
    subcommands: [
      SinkListCommand.self, SinkTestCommand.self, SinkPauseCommand.self, SinkResumeCommand.self, SinkEnableCommand.self,
    ])
}

/// `livegamed outbox`: the commands about waiting messages and dead letters.
struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "List, retry or drop waiting messages and dead letters.",
    discussion: """
      These commands ask the running daemon. Every user who may connect to its socket may list messages; only root and \
      the daemon's own user may retry or drop them.
      """,
    subcommands: [OutboxListCommand.self, OutboxRetryCommand.self, OutboxDropCommand.self])
}

/// `livegamed route`: the commands about the routes of a configuration.
struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "Show where events go.",
    subcommands: [RouteTestCommand.self])
}

/// `livegamed log`: the commands about the log of events.
struct LogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Print logged events, back up or restore the log.",
    usage: """
      livegamed log [<options of list>]
      livegamed log <subcommand>
      """,
    discussion: """
      Without a subcommand it is 'livegamed log list' and takes its options: --since, --until, -n, --sink, --game, --team, \
      --tag, --json and others. 'livegamed help log list' explains them.

        livegamed log
        livegamed log --since yesterday --team BOS --tag home_run
      """,
    subcommands: [LogListCommand.self, LogBackupCommand.self, LogRestoreCommand.self],
    defaultSubcommand: LogListCommand.self)
}
