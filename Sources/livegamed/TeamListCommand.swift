import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed team list`: prints all teams with their standings.
struct TeamListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print all teams by division, with wins, losses and games behind.",
    discussion: """
      Until a team has played, the standings are those of the season before. The first line says which season it is.

      The exit status is 69 if neither daemon nor source answers within 10 s and no earlier answer is known.
      """)

  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var league: LeagueOption
  @OptionGroup var times: TimeOptions
  @OptionGroup var lookup: LookupOptions

  func run() async throws {
    let line = try await lookup.answer(to: .teams(league: league.league))
    guard !json else { return try Terminal.say(json: line.text) }
    guard let reply = LookupReply<TeamsAnswer>(line) else { throw await lookup.socket.failure(.unreadableAnswer) }
    reply.complain(about: "the teams", in: times.zone, at: WallClock.now())
    for line in TeamText(width: Terminal.tableWidth, hasColour: Terminal.hasColour, zone: times.zone)
      .lines(of: reply.members)
    {
      try Terminal.say(drawn: line)
    }
  }
}
