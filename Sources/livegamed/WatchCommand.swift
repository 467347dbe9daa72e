import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel

/// `livegamed watch`: shows events from the daemon's socket as they happen.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Print events as they happen.",
    discussion: """
      When the daemon restarts, it connects again and continues where it was: nothing is lost or repeated. Errors go to \
      standard error. Stop it with Ctrl-C.

        livegamed watch --since oldest --tag scoring
        livegamed watch --since 2h --team bos --type play
        livegamed watch --team BOS --json | jq -r .data.summary
        livegamed watch --tag home_run --exec 'notify-send "$LIVEGAMED_SUMMARY"'
        livegamed watch --board

      --exec runs its command by /bin/sh, one event at a time and in order, with the event's JSON line on its standard \
      input and the event's main members in its environment: LIVEGAMED_SUMMARY, _TAGS, _SCORE, _CHANGE and the others \
      in livegamed-events(7). Its output is shown. Later events wait until it ends. If it fails, an error is printed \
      and 'watch' continues. Processes that it leaves running are ended with it.

      The exit status is 130 after Ctrl-C, 131 after Ctrl-\\, 129 if the terminal was closed, 141 if the pipe at the \
      output was closed, 74 if the output cannot be written, 69 if no daemon answers at the start, 64 for a name that no \
      event can have.
      """)

  @OptionGroup var socket: SocketOption
  @Option(
    help: ArgumentHelp(
      "Where to begin: now, oldest, a sequence (after it), a time ago such as 2h, or a time in RFC 3339.",
      valueName: "start"),
    completion: .list(["now", "oldest"]), transform: start)
  var since: WatchStart = .place(.now)
  @Option(
    help: ArgumentHelp("Only games of this team; can be repeated.", valueName: "abbreviation"),
    completion: .list(EventFilter.teamNames))
  var team: [String] = []
  @Option(
    help: ArgumentHelp(
      "Only events of this type, such as play or livegame.play; can be repeated.", valueName: "type"),
    completion: .list(EventFilter.typeNames))
  var type: [String] = []
  @Option(
    help: ArgumentHelp("Only events with this tag, such as scoring; can be repeated.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var tag: [String] = []
  @Flag(help: "Print the events' own lines, as the daemon sends them, for programs.")
  var json = false
  @Option(help: ArgumentHelp("Run this shell command for each event.", valueName: "command"), completion: .file())
  var exec: String?
  @Flag(
    help: "Show the scoreboard and keep it up to date in place. If standard output is not a terminal, print it once.")
  var board = false

  func validate() throws {
    guard !board || (!json && exec == nil && type.isEmpty && tag.isEmpty && since == .place(.now)) else {
      throw ValidationError("--board excludes all options but --team and --socket")
    }
    guard exec?.contains(where: { $0 != " " }) ?? true else { throw ValidationError("--exec takes a command") }
  }

  func run() async throws {
    do {
      let filter = try EventFilter(namedTeams: team, types: type, tags: tag)
      let path = try socket.path()
      if board { return try await BoardView(path: path, teams: filter.teams).run() }
      let stream = WatchStream(path: path, from: since, filter: filter)
      let program = exec.map { WatchProgram($0, environment: ProcessEnvironment.values) }
      try await WatchPrinter(isJSON: json, program: program).run(stream)
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw ExitStatus.ofClient(fault)
    }
  }

  private static func start(_ text: String) throws -> WatchStart {
    let now = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000))
    guard let start = WatchStart(text, now: now) else {
      throw ValidationError("'\(text)' is neither now, oldest, a sequence, a time ago such as 2h, nor a time")
    }
    return start
  }
}
