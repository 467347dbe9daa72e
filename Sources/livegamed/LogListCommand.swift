import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed log list`: prints logged events and ends.
struct LogListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print logged events with their numbers, the oldest first, and end.",
    discussion: """
      The daemon is asked; if none is running, its log is read. Without --since, the last 20 events are printed. A play \
      is one line, its newest revision in the range; --json and --provisional print the others too. The time is when the \
      daemon logged the event, as in --since and --until.

        livegamed log
        livegamed log --since yesterday --team BOS --tag home_run
        livegamed log --since 19:00 --until 20:30 --sink family
        livegamed log -n 100 --json | jq -r .data.summary

      A number names an event in 'livegamed route test --from-log'. A time without a date is the latest one that has \
      passed, in the time zone of TZ, else of this machine; in --until, the first one after --since.

      If no event matches, a line on standard error says so, and the exit status is 0. It is 64 for a name that no event \
      or sink has, 66 if there is no log, 69 if the daemon does not answer, 77 if this user may not read the log.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var socket: SocketOption
  @Option(
    help: ArgumentHelp("Where to begin: \(LogPoint.examples) (after it).", valueName: "start"),
    completion: .list(LogPointArgument.words))
  var since: String?
  @Option(
    help: ArgumentHelp(
      "Where to end, in the same forms; a number is included, and so is a whole day.", valueName: "end"),
    completion: .list(LogPointArgument.words))
  var until: String?
  @Option(
    name: [.customShort("n"), .long],
    help: ArgumentHelp("Only the last events that match, 1 to \(Self.mostLines).", valueName: "count"))
  var lines: Int?
  @Option(help: ArgumentHelp("Only events that were routed to this sink.", valueName: "name"))
  var sink: String?
  @Option(help: ArgumentHelp("Only events of this game.", valueName: "gamepk"))
  var game: Int?
  @OptionGroup var filter: FilterOptions
  @Flag(help: "Print the events' own lines, as the daemon sends them, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions

  /// The maximum of `--lines`, which are in memory at once.
  private static let mostLines = 10_000
  /// The number of events without `--since` and `--lines`.
  private static let standardLines = 20

  func validate() throws {
    guard (1...Self.mostLines).contains(lines ?? 1) else {
      throw ValidationError("--lines takes 1 to \(Self.mostLines)")
    }
    _ = try Self.range(since, until, times.zone)
    guard game ?? 1 > 0 else { throw ValidationError("--game takes the number of a game, its gamePk") }
  }

  /// Returns the points of `--since` and `--until`. Throws an error about the usage if the end is before the beginning.
  static func range(
    _ since: String?, _ until: String?, _ zone: LocalZone
  ) throws -> (since: LogPoint?, until: LogPoint?) {
    let begin = try LogPointArgument.point(since, zone)
    let end = try LogPointArgument.point(until, zone, isEnd: true, after: begin)
    if case (.time(let first)?, .time(let last)?) = (begin, end), last < first {
      throw ValidationError("--until is before --since")
    }
    return (begin, end)
  }

  func run() async throws {
    do {
      let (since, until) = try Self.range(since, until, times.zone)
      let selection = LogSelection(
        since: since, until: until,
        filter: try filter.filter(), game: game, sink: sink, isNewestOnly: !json && filter.provisional != true)
      var history = try LogHistory(selection, socket: try socket.path()) {
        Paths(environment: ProcessEnvironment.values).logFile(try configFile.read(readsSecrets: false))
      }
      var printer = LogPrinter(isJSON: json, zone: times.zone)
      if let count = lines ?? (since == nil ? Self.standardLines : nil) {
        try printer.print(try await history.last(count))
      } else {
        while let page = try await history.next() { try printer.print(page) }
      }
      guard printer.isUnused else { return }
      Terminal.complain("no event matches")
      for advice in try await history.adviceOnPlayers() { Terminal.complain(advice) }
    } catch let fault as Fault {
      throw await socket.failure(fault)
    }
  }
}

/// Prints logged events, for people with their numbers and a line before each day.
private struct LogPrinter {
  private let isJSON: Bool
  private let format: EventLine
  private var days: DayLine
  /// Whether no event was printed.
  private(set) var isUnused = true

  init(isJSON: Bool, zone: LocalZone) {
    self.isJSON = isJSON
    format = EventLine(hasColour: Terminal.hasColour, hasNumbers: true, zone: zone)
    days = DayLine(zone: zone, from: LogPointArgument.now)
  }

  mutating func print(_ events: [WatchLine]) throws {
    for event in events {
      isUnused = false
      if isJSON {
        try Terminal.say(json: event.text)
      } else {
        if let day = days.next(event.observed) { try Terminal.say(drawn: day) }
        try Terminal.say(drawn: format.text(ofEvent: event))
      }
    }
  }
}

/// Points in the log as arguments of a command.
enum LogPointArgument {
  /// Words for shell completion.
  static let words = ["now", "oldest", "today", "yesterday"]

  static var now: Timestamp { WallClock.now() }

  /// Parses an argument; nil for an absent one. Pass true for `isEnd` if a day without a time means its end, and the
  /// beginning of the range whose end it is.
  static func point(
    _ text: String?, _ zone: LocalZone, isEnd: Bool = false, after beginning: LogPoint? = nil
  ) throws -> LogPoint? {
    guard let text else { return nil }
    var start: Timestamp?
    if case .time(let time) = beginning { start = time }
    guard let point = LogPoint(text, now: now, zone: zone, isEnd: isEnd, after: start) else {
      throw ValidationError("'\(text)' is not a time that --since or --until knows; write \(LogPoint.examples)")
    }
    return point
  }
}
