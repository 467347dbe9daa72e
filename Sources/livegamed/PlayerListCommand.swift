import ArgumentParser

/// `livegamed player list`: prints the players of a team or a position.
struct PlayerListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the season's players of a team, of a position, or of both, by last name.",
    discussion: """
        livegamed player list --team BOS
        livegamed player list --team BOS --position outfielder

      These are all players of the season; 'livegamed team show' prints the active roster. In the NBA both are the \
      roster, and a list needs a team. The exit status is 64 for a \
      team or a position that does not exist, 69 if neither daemon nor source answers within 10 s and no earlier answer \
      is known.
      """)

  @OptionGroup var options: PlayerListOptions

  func validate() throws {
    guard options.players.team != nil || options.players.position != nil else {
      throw ValidationError("give a --team, a --position, or both")
    }
  }

  func run() async throws { try await options.print(named: nil) }
}
