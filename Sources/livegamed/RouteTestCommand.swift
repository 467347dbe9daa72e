import ArgumentParser
import FoundationEssentials
import LiveCore

/// `livegamed route test`: which sinks an event goes to, and why.
struct RouteTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Show which sinks an event goes to, and what each route makes of it. Nothing is sent.",
    discussion: """
      The event is a file, one of the daemon's log, or described:

        livegamed route test event.json
        livegamed route test --from-log 1042
        livegamed route test --team TOR@BOS --tag scoring --inning 9 --score 3-2

      Exit status 0 wherever it goes, also to no sink; 64 for a description that cannot be, 65 for a file that is no \
      event, 66 when there is no such file or event, 69 when no daemon answers, 78 for a wrong configuration.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var sketch: SampleEventOptions
  @OptionGroup var socket: SocketOption

  @Argument(
    help: ArgumentHelp("An event as a webhook or the socket brings it; '-' is standard input.", valueName: "file"),
    completion: .file())
  var file: String?
  @Option(help: ArgumentHelp("The event of this sequence in the running daemon's log.", valueName: "sequence"))
  var fromLog: Int?
  @Flag(help: "Print the explanation as one JSON object, for programs.")
  var json = false

  func validate() throws {
    switch [file != nil, fromLog != nil, !sketch.isEmpty].count(where: { $0 }) {
    case 1: break
    case 0: throw ValidationError("name an event: a file, --from-log, or a description such as --team and --tag")
    default: throw ValidationError("a file, --from-log and a description exclude one another")
    }
  }

  func run() async throws {
    let trial = RouteTest(config: try configFile.read())
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
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try Terminal.say(json: String(decoding: encoder.encode(explanation), as: UTF8.self))
  }

  private static func exitCode(_ fault: Fault) -> ExitCode {
    switch fault.code.rawValue {
    case "event.impossible": ExitCode(64)
    case "event.unreadable": ExitCode(65)
    case "socket.no-event": ExitCode(66)
    default: ExitStatus.ofClient(fault)
    }
  }
}
