import ArgumentParser
import FoundationEssentials
import LiveCore

/// `livegamed watch`: shows events from the daemon's socket as they happen.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show what happens, as it happens.",
    discussion: """
      Reconnects and goes on where it was when the daemon restarts: nothing is lost and nothing comes twice. Complaints \
      go to standard error. Stop it with Ctrl-C.

        livegamed watch --since oldest --tag scoring
        livegamed watch --since 2h --team bos --type play
        livegamed watch --team BOS --json | jq -r .data.summary
        livegamed watch --tag home_run --exec 'notify-send "$LIVEGAMED_SUMMARY"'
        livegamed watch --board

      --exec runs its command by /bin/sh, one event at a time and in order, with the event's JSON line on its standard \
      input and LIVEGAMED_ID, _TYPE, _TAGS, _TEAMS, _SUMMARY, _GAME_PK, _SEQUENCE, _SUBJECT, _TIME, _IMPORTANCE, \
      _REVISION, _PROVISIONAL and _LOG in its environment. Its output is shown. It may take its time, and meanwhile \
      events wait; a failure is said and watching goes on. What it leaves running ends with it.

      Exit status 130 after Ctrl-C, 131 after Ctrl-\\, 129 when the terminal went away, 141 when nobody reads the output \
      any more, 74 when it cannot be written, 69 when no daemon answers at first, 64 for a name that no event can have.
      """)

  @OptionGroup var socket: SocketOption
  @Option(
    help: ArgumentHelp(
      "Where to begin: now, oldest, a sequence to go on after, a time ago such as 2h, or a time in RFC 3339.",
      valueName: "start"),
    completion: .list(["now", "oldest"]), transform: start)
  var since: WatchStart = .place(.now)
  @Option(
    help: ArgumentHelp("Only games of this team; may be given again.", valueName: "abbreviation"),
    completion: .list(EventFilter.teamNames))
  var team: [String] = []
  @Option(
    help: ArgumentHelp(
      "Only events of this type, such as play or livegame.play; may be given again.", valueName: "type"),
    completion: .list(EventFilter.typeNames))
  var type: [String] = []
  @Option(
    help: ArgumentHelp("Only events with this tag, such as scoring; may be given again.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var tag: [String] = []
  @Flag(help: "Print the events' own lines, as the daemon sends them, for programs.")
  var json = false
  @Option(help: ArgumentHelp("Run this shell command for each event.", valueName: "command"), completion: .file())
  var exec: String?
  @Flag(
    help: "Show the scoreboard, kept up to date in place. Not on a terminal, it is printed once.")
  var board = false

  func validate() throws {
    guard !board || (!json && exec == nil && type.isEmpty && tag.isEmpty && since == .place(.now)) else {
      throw ValidationError("--board goes with --team and --socket alone")
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
