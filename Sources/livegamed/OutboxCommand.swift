import ArgumentParser

/// `livegamed outbox`: what waits to be delivered, and what was given up.
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
