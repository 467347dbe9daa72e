import ArgumentParser
import FoundationEssentials
import Glibc
import LiveCore
import LiveModel

/// `livegamed route test`: shows which sinks an event goes to, and why.
struct RouteTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Show the sinks that get an event, and how each route decides. Nothing is sent.",
    discussion: """
      The event is a file, an event in the daemon's log, or a description:

        livegamed route test event.json
        livegamed route test --from-log 1042
        livegamed route test --team TOR@BOS --tag scoring --inning 9 --score 3-2

      The exit status is 0 whatever the routes decide, 64 for an impossible description, 65 for a file that is not an \
      event, 66 if there is no such file or event, 69 if no daemon answers, 78 for a wrong configuration.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var sketch: SampleEventOptions
  @OptionGroup var socket: SocketOption

  @Argument(
    help: ArgumentHelp("A CloudEvent from a webhook or the socket; '-' is standard input.", valueName: "file"),
    completion: .file())
  var file: String?
  @Option(help: ArgumentHelp("The event of this sequence in the running daemon's log.", valueName: "sequence"))
  var fromLog: Int?
  @Flag(help: "Print the explanation as one JSON object, for programs.")
  var json = false

  func validate() throws {
    switch [file != nil, fromLog != nil, !sketch.isEmpty].count(where: { $0 }) {
    case 1: break
    case 0: throw ValidationError("give an event: a file, --from-log, or a description such as --team and --tag")
    default: throw ValidationError("a file, --from-log and a description exclude one another")
    }
  }

  func run() async throws {
    let trial = RouteTest(config: try configFile.read(readsSecrets: false))
    do {
      try say(try await explanation(by: trial))
    } catch var fault as Fault {
      if let file, file != "-" { fault.place = .path(file) }
      Terminal.complain("\(fault)")
      throw Self.exitCode(fault)
    }
  }

  private func explanation(by trial: RouteTest) async throws -> Explanation {
    if let file { return try trial.explanation(of: try EventFile.read(file)) }
    if let fromLog {
      let client = try SocketClient(path: try socket.path())
      return try trial.explanation(of: try await client.event(numbered: fromLog))
    }
    return try trial.explanation(of: sketch.sketch)
  }

  private func say(_ explanation: Explanation) throws {
    guard json else { return try explanation.lines.forEach { try Terminal.say($0) } }
    try Terminal.say(json: String(decoding: StableJSON.bytes(of: explanation), as: UTF8.self))
  }

  private static func exitCode(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue {
    case "event.impossible": ExitStatus.usage
    case "event.unreadable": ExitStatus.badData
    default: ExitStatus.ofClient(fault)
    }
  }
}

/// The options that describe an event.
struct SampleEventOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Its type, such as play or livegame.play.", discussion: "Default: livegame.play.", valueName: "type"),
    completion: .list(EventFilter.typeNames))
  var type: String?
  @Option(
    help: ArgumentHelp("A tag that it has; can be repeated.", valueName: "tag"),
    completion: .list(EventFilter.tagNames))
  var tag: [String] = []
  @Option(help: ArgumentHelp("Its game, such as TOR@AZ, or one side of it.", valueName: "away@home"))
  var team: [String] = []
  @Option(
    help: ArgumentHelp(
      "The side at bat, one of the two.", discussion: "Default in an inning: the away side.", valueName: "team"))
  var batting: String?
  @Option(
    help: ArgumentHelp("A player who takes part, by full name or StatsAPI id; can be repeated.", valueName: "player"))
  var player: [String] = []
  @Option(help: "The inning in which it happens.")
  var inning: Int?
  @Option(help: ArgumentHelp("The score after it, such as 3-2.", valueName: "away-home"))
  var score: String?
  @Option(help: ArgumentHelp("0 to 4.", discussion: "Default: that of a play with these tags."))
  var importance: Int?
  @Option(help: ArgumentHelp("How much was at stake when it began, such as 2.5.", valueName: "leverage"))
  var leverage: String?
  @Option(help: ArgumentHelp("How much it changed the chance to win, such as 20%.", valueName: "swing"))
  var swing: String?
  @Flag(help: "The feed has not confirmed it yet.")
  var provisional = false

  /// True when no option is given.
  var isEmpty: Bool { sketch == SampleEvent() && type == nil }

  var sketch: SampleEvent {
    var sketch = SampleEvent()
    sketch.type = type ?? sketch.type
    (sketch.tags, sketch.teams, sketch.batting, sketch.players) = (tag, team, batting, player)
    (sketch.inning, sketch.score, sketch.importance, sketch.isProvisional) = (inning, score, importance, provisional)
    (sketch.leverage, sketch.swing) = (leverage, swing)
    return sketch
  }
}

/// Reads an event from a file or from standard input.
private enum EventFile {
  /// Size limit in bytes, far above any event.
  private static let limit = 1 << 20

  /// Reads the whole file. Reports an error and throws exit status 66 for an unreadable file, 65 for one that is too
  /// large.
  static func read(_ path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw unreadable(path, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limit else {
        Terminal.complain("\(path): larger than \(limit) bytes, the largest event")
        throw ExitCode(65)
      }
    }
  }

  private static func unreadable(_ path: String, _ code: Int32) -> ExitCode {
    Terminal.complain("\(path): \(String(cString: strerror(code)).lowercased())")
    return ExitCode(66)
  }
}
