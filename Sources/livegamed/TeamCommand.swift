import ArgumentParser

/// `livegamed team`: the commands about the teams of the leagues.
struct TeamCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "team",
    abstract: "List the teams with their records, or show one with its next game and its roster.",
    subcommands: [TeamListCommand.self, TeamShowCommand.self])
}
