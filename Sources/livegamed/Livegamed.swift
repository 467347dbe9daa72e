import ArgumentParser
import LiveCore

/// The daemon and its client commands.
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
