import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed player search`: prints the players of the season who have a name.
struct PlayerSearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Print the players of the season who have a name, those with this last name first.",
    discussion: """
      Each word is the beginning of a word of the name; the order, accents and case do not matter.

        livegamed player search munoz
        livegamed player search garcia --team WSH --position infielder
        livegamed player search --league nba curry

      The NBA's players are those of all seasons, from balldontlie, which needs a key of yours \
      ('source.nba.numbers.key').

      The exit status is 64 if no player has the name; similar names are on standard error then. It is also 64 for less \
      than two letters, and for a team or a position that does not exist, and 69 if neither daemon nor source answers \
      within 10 s and no earlier answer is known.
      """)

  @Argument(help: ArgumentHelp("Beginnings of the words of the name, at least two letters.", valueName: "name"))
  var name: [String]
  @OptionGroup var options: PlayerListOptions

  func validate() throws {
    let name = name.joined(separator: " ")
    if Int(name, in: Int.interoperable) != nil {
      throw ValidationError("a number is no name; 'livegamed player show \(name)' shows the player with the id")
    }
    if let flaw = LookupClient.Question.flaw(ofName: name) { throw ValidationError(flaw) }
  }

  func run() async throws { try await options.print(named: name.joined(separator: " ")) }
}
