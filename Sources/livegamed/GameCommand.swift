import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed game`: prints all that is known of one game.
struct GameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "game",
    abstract: "Print one game: state, linescore, scoring plays, box score, players, before, during and after it.",
    discussion: """
      The game is given by its gamePk, which this command prints, or by a team. A team that plays twice on the \
      date has the game in progress, else the next to start, else the last.

        livegamed game BOS
        livegamed game Red Sox --date yesterday --game-number 2
        livegamed game 747175

      It asks the running daemon. Without one, it asks the leagues' sources. Only a daemon knows how a scoring play was \
      described before a correction.

      The exit status is 66 if there is no such game, 69 if neither daemon nor source answers within 10 s and no earlier \
      answer is known, 64 for a team or a date that does not exist.
      """)

  @Argument(help: ArgumentHelp("A gamePk, or a team.", valueName: "game"), completion: .list(EventFilter.teamNames))
  var words: [String]
  @OptionGroup var date: DateOption
  @Option(help: ArgumentHelp("The game of a doubleheader: 1 or 2.", valueName: "number"))
  var gameNumber: Int?
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions
  @OptionGroup var lookup: LookupOptions

  func validate() throws {
    _ = try date.value(at: WallClock.now())
    guard words.contains(where: { !$0.isEmpty }) else { throw ValidationError("give a gamePk or a team") }
    guard gamePk == nil || (date.date == nil && gameNumber == nil) else {
      throw ValidationError("--date and --game-number need a team; a gamePk is one game")
    }
    guard gameNumber.map({ (1...2).contains($0) }) ?? true else {
      throw ValidationError("--game-number is 1 or 2")
    }
  }

  func run() async throws {
    let line = try await answer()
    guard !json else { return try Terminal.say(json: line.text) }
    guard let reply = LookupReply<GameSheet>(line) else { throw await lookup.socket.failure(.unreadableAnswer) }
    reply.complain(about: "the game", in: times.zone, at: WallClock.now())
    let width = Terminal.isTerminal ? Terminal.size.columns : GameText.plainWidth
    let text = GameText(width: width, hasColour: Terminal.hasColour, zone: times.zone)
    for line in text.lines(of: reply.members) { try Terminal.say(drawn: line) }
  }

  private var game: String { words.joined(separator: " ") }

  /// The number of the game; nil for a team.
  private var gamePk: Int? { Int(game, in: 1...Int.interoperable.upperBound) }

  private func answer() async throws -> WatchLine {
    if let gamePk { return try await lookup.answer(to: .game(gamePk)) }
    let date = try date.value(at: WallClock.now())
    return try await lookup.answer(to: .gameOfTeam(date, number: gameNumber), teams: [game])
  }
}
