import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform

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
        livegamed watch --batting BOS --tag scoring --innings 7+ --score-margin '<=2'
        livegamed watch --tag home_run --exec 'notify-send "$LIVEGAMED_SUMMARY"'
        livegamed watch --board

      --exec runs its command by /bin/sh, one event at a time and in order, with the event's JSON line on its standard \
      input and the event's main members in its environment: LIVEGAMED_SUMMARY, _TAGS, _SCORE, _CHANGE and the others \
      in livegamed-events(7). The output of the command is shown. Later events wait until the command ends. If it \
      fails, an error is printed and 'watch' continues. Processes that it leaves running are ended with it.

      The exit status is 130 after Ctrl-C, 131 after Ctrl-\\, 129 if the terminal was closed, 141 if the pipe at the \
      output was closed, 74 if the output cannot be written, 69 if no daemon answers at the start, 64 for a name that no \
      event can have.
      """)

  @OptionGroup var socket: SocketOption
  @Option(
    help: ArgumentHelp("Where to begin: \(LogPoint.examples) (after it).", valueName: "start"),
    completion: .list(LogPointArgument.words))
  var since = "now"
  @OptionGroup var filter: FilterOptions
  @Flag(help: "Print the number of each event, its sequence in the log.")
  var number = false
  @Flag(help: "Print the events' own lines, as the daemon sends them, for programs.")
  var json = false
  @Option(help: ArgumentHelp("Run this shell command for each event.", valueName: "command"), completion: .file())
  var exec: String?
  @OptionGroup var times: TimeOptions
  @Flag(
    help: "Show the scoreboard and keep it up to date in place. If standard output is not a terminal, print it once.")
  var board = false

  func validate() throws {
    let start = try start()
    let isPlain = !json && !number && exec == nil && !filter.hasMoreThanTeams && start == .place(.now)
    guard !board || isPlain else {
      throw ValidationError("--board excludes all options but --team, --utc and --socket")
    }
    guard exec?.contains(where: { $0 != " " }) ?? true else { throw ValidationError("--exec takes a command") }
  }

  func run() async throws {
    do {
      let filter = try filter.filter()
      let path = try socket.path()
      if board { return try await BoardView(path: path, teams: filter.teams, zone: times.zone).run() }
      let start = try start()
      if start == .place(.now), !json, exec == nil, Terminal.isTerminal {
        let note = await NextGameNote(teams: filter.teams, zone: times.zone)
          .text(from: try SocketClient(path: path), now: WallClock.now())
        if let note { Terminal.complain(note) }
      }
      let stream = WatchStream(path: path, from: start, filter: filter)
      let program = exec.map { WatchProgram($0, environment: ProcessEnvironment.values) }
      try await WatchPrinter(isJSON: json, hasNumbers: number, program: program, zone: times.zone).run(stream)
    } catch let fault as Fault {
      throw await socket.failure(fault)
    }
  }

  private func start() throws -> WatchStart {
    guard let start = WatchStart(since, now: LogPointArgument.now, zone: times.zone) else {
      throw ValidationError("'\(since)' is not a time that --since knows; write \(LogPoint.examples)")
    }
    return start
  }
}
