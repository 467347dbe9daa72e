import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed player`: the commands about the players of the leagues.
struct PlayerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: "Find players by name, list those of a team or a position, or show one with statistics.",
    subcommands: [PlayerSearchCommand.self, PlayerListCommand.self, PlayerShowCommand.self])
}

/// `--team` and `--position`, for the commands that list players.
struct PlayerOptions: ParsableArguments {
  @Option(
    name: .customLong("team"), help: ArgumentHelp("Only players of this team.", valueName: "team"),
    completion: .list(EventFilter.teamNames))
  var teams: [String] = []
  @Option(
    name: .customLong("position"),
    help: ArgumentHelp("Only players of this position, such as P, SS, OF or pitcher.", valueName: "position"),
    completion: .list(LookupClient.Question.positionNames))
  var positions: [String] = []

  var team: String? { teams.first }
  var position: String? { positions.first }

  func validate() throws {
    guard teams.count < 2, positions.count < 2 else { throw ValidationError("give one --team and one --position") }
  }
}

/// The options of the commands that list players.
struct PlayerListOptions: ParsableArguments {
  @OptionGroup var players: PlayerOptions
  @OptionGroup var league: LeagueOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions
  @OptionGroup var lookup: LookupOptions

  /// Asks for players and prints them. Without one who has the name, reports similar names and throws the exit status.
  func print(named name: String?) async throws {
    let line = try await lookup.answer(
      to: .players(name: name, team: players.team, position: players.position, league: league.league))
    guard let reply = LookupReply<PlayersAnswer>(line) else { throw await lookup.socket.failure(.unreadableAnswer) }
    if let name, reply.members.players.isEmpty {
      reply.complain(about: "the players", in: times.zone, at: WallClock.now())
      Terminal.complain(PlayerText.nobody(named: name, reply.members))
      throw ExitStatus.usage
    }
    guard !json else { return try Terminal.say(json: line.text) }
    reply.complain(about: "the players", in: times.zone, at: WallClock.now())
    for line in PlayerText(width: Terminal.tableWidth, hasColour: Terminal.hasColour).lines(of: reply.members) {
      try Terminal.say(drawn: line)
    }
  }
}
