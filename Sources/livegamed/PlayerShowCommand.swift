import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed player show`: prints a player with bio and statistics.
struct PlayerShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print a player with bio, statistics of the season and the career, and a comparison with the league.",
    discussion: """
      A player is named by the id, or by a name as in 'livegamed player search' that only one player of the season has. \
      Players of earlier seasons are known by their ids only.

        livegamed player show ohtani
        livegamed player show 660271
        livegamed player show --league nba curry

      In wRC+, OPS+, BABIP+, FIP- and ERA- 100 is the league; docs/statistics.md has the formulas.

      The exit status is 64 if no player has the name or the id, with similar names on standard error, or if several \
      have the name, with their ids there. It is 69 if neither daemon nor source answers within 10 s and no earlier \
      answer is known.
      """)

  @Argument(help: ArgumentHelp("The player's id or name.", valueName: "player"), completion: NameCompletion.players)
  var player: [String]
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var league: LeagueOption
  @OptionGroup var times: TimeOptions
  @OptionGroup var lookup: LookupOptions

  private var name: String { player.joined(separator: " ") }

  func validate() throws {
    guard Int(name, in: 0...(1 << 53)) == nil else { return }
    if let flaw = LookupClient.Question.flaw(ofName: name) { throw ValidationError(flaw) }
  }

  func run() async throws {
    let line = try await lookup.answer(to: .player(name, league: league.league))
    guard let reply = LookupReply<PlayerAnswer>(line) else { throw await lookup.socket.failure(.unreadableAnswer) }
    guard let profile = reply.members.player else {
      reply.complain(about: "the players", in: times.zone, at: WallClock.now())
      let text = PlayerText(width: Terminal.tableWidth, hasColour: false)
      for line in text.choices(reply.members.candidates ?? [], named: name) { Terminal.complain(line) }
      throw ExitStatus.usage
    }
    guard !json else { return try Terminal.say(json: line.text) }
    reply.complain(about: "the statistics", in: times.zone, at: WallClock.now())
    for line in ProfileText(width: Terminal.tableWidth, hasColour: Terminal.hasColour)
      .lines(of: profile, in: reply.members.season)
    {
      try Terminal.say(drawn: line)
    }
  }
}
