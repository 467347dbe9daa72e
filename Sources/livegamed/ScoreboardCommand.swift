import ArgumentParser
import LiveCore

/// `livegamed scoreboard`: prints the present state of the games.
struct ScoreboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scoreboard",
    abstract: "Print the current scores; 'livegamed watch --board' keeps them up to date.",
    discussion: "The exit status is 69 if no daemon answers within 10 s. Times are UTC.")

  @OptionGroup var socket: SocketOption
  @Option(
    help: ArgumentHelp("Only games of this team; can be repeated.", valueName: "abbreviation"),
    completion: .list(EventFilter.teamNames))
  var team: [String] = []
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let line = try await socket.answer(to: .scoreboard, teams: team)
    guard !json else { return try Terminal.say(json: line.text) }
    guard let games = BoardGame.all(in: line) else { throw socket.failure(.unreadableAnswer) }
    let width = Terminal.isTerminal ? Terminal.size.columns : BoardText.plainWidth
    let text = BoardText(width: width, hasColour: Terminal.hasColour)
    for line in text.lines(of: games) { try Terminal.say(drawn: line) }
  }
}
