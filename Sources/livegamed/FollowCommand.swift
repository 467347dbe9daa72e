import ArgumentParser
import LiveCore

/// `livegamed follow`: the commands about the teams and players that are followed.
struct FollowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "List the teams and players that are followed, add some, or remove what was added.",
    discussion: """
      What is added is followed besides 'follow' of the configuration, at once and until it is removed. Every user who may \
      connect to the daemon's socket may list; only root, the daemon's own user and the group that 'follow.group' names may \
      add and remove.
      """,
    subcommands: [FollowListCommand.self, FollowAddCommand.self, FollowRemoveCommand.self])
}

/// The teams and players that a command names.
struct FollowNamesOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A team, a player's full name or his StatsAPI id. Several may be named.", valueName: "name"),
    completion: NameCompletion.teamsAndPlayers)
  var names: [String]

  func validate() throws {
    guard names.count <= FollowRequest.mostNames else {
      throw ValidationError("at most \(FollowRequest.mostNames) names may be given")
    }
    for name in names where !(1...FollowRequest.longestName).contains(name.utf8.count) {
      throw ValidationError("a name has 1 to \(FollowRequest.longestName) bytes")
    }
  }
}
