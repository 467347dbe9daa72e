import ArgumentParser
import LiveCore
import LivePlatform

/// `livegamed scoreboard`: prints the present state of the games.
struct ScoreboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scoreboard",
    abstract: "Print the current scores; 'livegamed watch --board' keeps them up to date.",
    discussion: "The exit status is 69 if no daemon answers within 10 s.")

  @OptionGroup var socket: SocketOption
  @OptionGroup var teams: TeamOptions
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func run() async throws {
    let line = try await socket.answer(to: .scoreboard, teams: teams.team)
    guard !json else { return try Terminal.say(json: line.text) }
    guard let games = BoardGame.all(in: line) else { throw socket.failure(.unreadableAnswer) }
    let width = Terminal.isTerminal ? Terminal.size.columns : BoardText.plainWidth
    let text = BoardText(width: width, hasColour: Terminal.hasColour, zone: times.zone, note: try await note(games))
    for line in text.lines(of: games) { try Terminal.say(drawn: line) }
  }

  /// Returns the line that stands for an empty board.
  private func note(_ games: [BoardGame]) async throws -> String? {
    guard games.isEmpty else { return nil }
    let teams = try EventFilter(namedTeams: self.teams.team).teams
    return await NextGameNote(teams: teams, zone: times.zone)
      .text(from: try SocketClient(path: try socket.path()), now: WallClock.now())
  }
}
