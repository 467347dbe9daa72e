import ArgumentParser

/// `livegamed route`: about the routes of a configuration.
struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route",
    abstract: "See where events go.",
    subcommands: [RouteTestCommand.self])
}
