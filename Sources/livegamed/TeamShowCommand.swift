import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed team show`: prints a team with its record, its next game and its roster.
struct TeamShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a team with its record, its next game and its roster.",
    discussion: """
      A team is named by its abbreviation, its city or its name. The roster is that of the active players. \
      In the NBA it is that of the newest game, with the reason why a player is out, unless a key of balldontlie lists \
      the active players.

        livegamed team show BOS
        livegamed team show red sox --by position
        livegamed team show BOS --league nba

      The exit status is 69 if neither daemon nor source answers within 10 s and no earlier answer is known, 64 for a \
      team that does not exist.
      """)

  /// The order of the roster.
  enum Order: String, ExpressibleByArgument, CaseIterable {
    case name, position
  }

  @Argument(
    help: ArgumentHelp("An abbreviation, a city or a name.", valueName: "team"),
    completion: .list(EventFilter.teamNames))
  var team: [String]
  @Option(help: ArgumentHelp("The order of the roster: name or position.", valueName: "order"))
  var by: Order = .name
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var league: LeagueOption
  @OptionGroup var times: TimeOptions
  @OptionGroup var lookup: LookupOptions

  func run() async throws {
    let line = try await lookup.answer(
      to: .team(team.joined(separator: " "), isByPosition: by == .position, league: league.league))
    guard !json else { return try Terminal.say(json: line.text) }
    guard let reply = LookupReply<TeamMembers>(line) else { throw await lookup.socket.failure(.unreadableAnswer) }
    reply.complain(about: "the data of the team", in: times.zone, at: WallClock.now())
    for line in TeamText(width: Terminal.tableWidth, hasColour: Terminal.hasColour, zone: times.zone)
      .lines(of: reply.members, isByPosition: by == .position)
    {
      try Terminal.say(drawn: line)
    }
  }
}
