import ArgumentParser
import LiveCore
import LiveModel

/// `livegamed explain`: says what became of an event at every sink, and why.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what became of an event at every sink, and why.",
    discussion: """
      The event is given by its number, as 'livegamed log' prints it, by its id, or as the last one with a tag:

        livegamed explain 403
        livegamed explain mlb/747175/5-top/pa/665489/1@2
        livegamed explain --last home_run --team BOS

      A play can have several revisions: a provisional one, the complete play, corrections. If the event is not the \
      newest one, the same is said of the newest.

      The routes are those that were in force when the event was logged, even if the configuration has changed since. To \
      try the present ones, use 'livegamed route test --from-log'.

      The exit status is 0 whatever became of the event, 64 for a name that no event can have, 66 if the log has no such \
      event, 69 if no daemon answers.
      """)

  @OptionGroup var socket: SocketOption
  @Argument(help: ArgumentHelp("The number of the event, or its id.", valueName: "event"))
  var event: String?
  @Option(
    help: ArgumentHelp("The last event with this tag, such as home_run.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var last: String?
  @OptionGroup var teams: TeamOptions
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  func validate() throws {
    guard (event == nil) != (last == nil) else {
      throw ValidationError("give an event: its number, its id, or --last with a tag")
    }
    if let event, EventFilter.tagNames.contains(event.lowercased()) {
      throw ValidationError("'\(event)' is a tag, and no event; did you mean '--last \(event.lowercased())'?")
    }
    guard teams.team.isEmpty || last != nil else { throw ValidationError("--team needs --last") }
  }

  func run() async throws {
    do {
      let client = try SocketClient(path: try socket.path())
      let line = try await client.explanation(of: try await name())
      if json { return try Terminal.say(json: line.text) }
      let asked = try EventExplanation(line)
      for text in ExplainText(asked, zone: times.zone).lines { try Terminal.say(text) }
      guard let newest = asked.revisions.last?.sequence, newest > asked.sequence else { return }
      let current = try EventExplanation(try await client.explanation(of: String(newest)))
      for text in ExplainText(current, zone: times.zone).linesOfNewest { try Terminal.say(text) }
    } catch let fault as Fault {
      throw await socket.failure(fault)
    }
  }

  /// Returns the number or the id of the event.
  private func name() async throws -> String {
    guard let last else { return event ?? "" }
    let selection = LogSelection(filter: try EventFilter(namedTeams: teams.team, tags: [last]))
    let history = try LogHistory(selection, socket: try socket.path())
    guard let found = try await history.last(1).first?.sequence else {
      let games = teams.team.isEmpty ? "" : " in a game of \(teams.team.joined(separator: ", "))"
      throw Fault.noEvent("the log has no event with the tag '\(last)'\(games); it begins when livegamed first ran")
    }
    return String(found)
  }
}
