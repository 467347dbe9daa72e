import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed predictions`: shows how good the daemon's predictions were.
struct PredictionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "predictions",
    abstract: "Show how good the predictions before the games were, beside a constant.",
    discussion: """
      The daemon predicts the runs of each team in the first five innings, and the winner, once both lineups are posted. \
      This is the record of all games that it has predicted and whose outcome it knows. A lower log-loss is better.

      The exit status is 69 if no daemon answers within 10 s.
      """)

  @OptionGroup var socket: SocketOption
  @Option(help: ArgumentHelp("Only the games of this season.", valueName: "year"))
  var season: Int?
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func validate() throws {
    guard season.map({ (1900...9999).contains($0) }) ?? true else { throw ValidationError("--season takes a year") }
  }

  func run() async throws {
    let line = try await answer()
    guard !json else { return try Terminal.say(json: line.text) }
    guard let reply = LookupReply<PredictionsAnswer>(line) else { throw await socket.failure(.unreadableAnswer) }
    let records = reply.members.predictions
    if records.isEmpty { try Terminal.say("no predicted game is over yet") }
    for record in records {
      for line in PredictionsText(record: record, hasColour: Terminal.hasColour).lines { try Terminal.say(drawn: line) }
    }
  }

  private func answer() async throws -> WatchLine {
    do {
      let paths = Paths(environment: ProcessEnvironment.values)
      return try await LookupClient(socket: try socket.path(), config: nil, paths: paths)
        .answer(to: .predictions(season: season))
    } catch let fault as Fault {
      throw await socket.failure(fault)
    }
  }
}
