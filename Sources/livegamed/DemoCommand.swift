import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform
import LiveSimulator
import LiveWeb
import Logging

/// `livegamed demo`: runs the whole daemon on simulated games, in one process and without a real feed.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch a simulated evening of games, alone or through your own routes and sinks.",
    discussion: """
      A simulator serves the games on a loopback port, the daemon follows them there as it would follow real ones, and \
      the demo shows the events from its socket; its page shows the same in a browser. It takes some minutes and says how many. It ends when all games are over, after --duration, or with Ctrl-C.

      Without --config it needs neither network nor configuration. With --config your teams play, and your sinks get \
      what your routes send them: real messages, each marked as a test. They are sent at once, without delay and quiet \
      hours, and at most 20 a minute to a chat. A running daemon, its log and its socket are not affected.

        livegamed demo
        livegamed demo --league nba
        livegamed demo --config livegamed.yaml --to my-phone
      """)

  @Option(
    help: ArgumentHelp("Play through the routes and sinks of this configuration.", valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?
  @Option(help: ArgumentHelp("With --config: only to this sink.", valueName: "name"))
  var to: String?
  @Option(help: ArgumentHelp("The league: mlb or nba.", valueName: "league"))
  var league = SimulatedLeagueName.mlb
  @Option(help: "Selects the games; the same seed plays the same evening.")
  var seed: UInt64 = 7
  @Option(help: "The number of games, 1 to 6. Default: 3, with --config 1.")
  var games: Int?
  @Option(help: "Game seconds in a real second, 1 to 600. Default: 60, with --config 30.")
  var speed: Double?
  @Option(help: ArgumentHelp("End the demo after this time.", valueName: "seconds"))
  var duration: Double?

  private var gameCount: Int { games ?? (config == nil ? 3 : 1) }
  private var pace: Double { speed ?? (config == nil ? 60 : 30) }

  func validate() throws {
    guard (1...6).contains(gameCount) else { throw ValidationError("--games takes 1 to 6") }
    guard (1...600).contains(pace) else { throw ValidationError("--speed takes 1 to 600") }
    guard duration.map({ $0 > 0 && $0 <= 1_000_000 }) ?? true else {
      throw ValidationError("--duration takes seconds above 0, at most 1000000")
    }
    guard to == nil || config != nil else { throw ValidationError("--to needs --config") }
    guard EventFilter.leagueNames.contains(league.rawValue) else {
      throw ValidationError("--league: this version follows \(EventFilter.leagueNames.joined(separator: ", "))")
    }
  }

  func run() async throws {
    let own = try ownConfig()
    let folder = FileManager.default.temporaryDirectory.path + "/livegamed-demo-\(UUID().uuidString.prefix(8))"
    try Folder.make(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let now = Date.now.timeIntervalSince1970
    // The games begin two real seconds after the start, so that the schedule is read before.
    let games = evening(from: now + 2 * pace, featuring: own?.namedTeams(of: league.rawValue) ?? [])
    let server = games.server(now: VirtualClock.running(from: now, speed: pace))
    let evening = Timestamp(milliseconds: Int64(now * 1000))
    let title = title(own, lasting: min(duration ?? .infinity, ((games.end ?? now) - now) / pace))
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, opened) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
      group.addTask { try await server.run { opened.yield($0) } }
      group.addTask {
        guard let port = await ports.first(where: { _ in true }) else { return }
        try await play(own, in: folder, port: port, since: evening, title)
      }
      try await group.next()
      group.cancelAll()
    }
    try await Terminal.sayAtEnd(drawn: [""] + next.map(\.onOneLine))
  }

  private func evening(from start: Double, featuring teams: [String]) -> SimulatedEvening {
    switch league {
    case .mlb: .mlb(Slate(seed: seed, games: gameCount, firstPitch: start, spread: 20, featuring: teams))
    case .nba: .nba(SimulatedNBASlate(seed: seed, games: gameCount, tip: start, spread: 20, featuring: teams))
    }
  }

  /// Returns the configuration of `--config`; nil without it.
  private func ownConfig() throws -> Config? {
    guard config != nil else { return nil }
    var file = ConfigFileOption()
    file.config = config
    let own = try file.read()
    guard !own.sinks.isEmpty else {
      throw ValidationError("\(config ?? ""): no sink gets a message; 'livegamed setup' adds one")
    }
    let teams = own.namedTeams(of: league.rawValue)
    guard teams.isEmpty || teams.contains(where: league.clubs.contains) else {
      throw ValidationError("the simulated games have none of \(teams.joined(separator: ", "))")
    }
    return own
  }

  private func play(
    _ own: Config?, in folder: String, port: Int, since evening: Timestamp, _ title: String
  ) async throws {
    let source = "http://127.0.0.1:\(port)"
    // For programs that poll the same games.
    try "\(source)\n".write(toFile: "\(folder)/source", atomically: true, encoding: .utf8)
    let settings: Config
    do {
      settings = try (own ?? .default).forDemo(of: league.rawValue, source: source, folder: folder, to: to)
    } catch {
      Terminal.complain("\(error)")
      throw ExitStatus.of(error)
    }
    let page = Locked<String?>(nil)
    let audience = DemoAudience(
      socket: "\(folder)/livegamed.sock", page: { page.withLock { $0 } }, title: title, games: gameCount,
      duration: duration, evening: evening,
      hasSinks: own != nil)
    let ownLog = OwnLog(.standardError)
    defer { ownLog.flush() }
    LoggingSystem.bootstrap(ownLog.handler)
    var logger = Logger(label: "livegamed")
    logger.logLevel = .warning
    let environment = own == nil ? [:] : ProcessEnvironment.values
    let daemon = Daemon(config: settings, environment: environment, logger: logger, ownLog: ownLog, isTest: own != nil)
    let web = WebServer(
      settings: Config.WebSettings(), source: daemon.reader, logger: logger, findsPort: true
    ) { url in page.withLock { $0 = url } }
    try await daemon.run(beside: [web, audience])
  }

  /// Returns the line at the start: `3 simulated games in about 3 minutes; Ctrl-C ends it`.
  private func title(_ own: Config?, lasting seconds: Double) -> String {
    let count = gameCount.counted("simulated game")
    let time = seconds < 90 ? "\(Int(seconds)) seconds" : "\(Int((seconds / 60).rounded())) minutes"
    let sinks = own.map { " to \(to ?? $0.sinks.map(\.name).joined(separator: ", "))" } ?? ""
    return "\(count)\(sinks) in about \(time); Ctrl-C ends it"
  }

  /// Whether the service's configuration has sinks. One that this user may not read has some, because it has secrets.
  private static var hasConfiguration: Bool {
    guard ProcessEnvironment.canRead(ConfigFileOption.standardPath) else { return false }
    do throws(ConfigFaults) {
      return try !ConfigFileOption.load(ConfigFileOption.standardPath).sinks.isEmpty
    } catch {
      return true
    }
  }

  /// The lines at the end: the next steps of the user.
  private var next: [String] {
    let (program, service) = (ProcessEnvironment.program, SetupPlace.system)
    if let config {
      let isOfService = config.hasPrefix("\(service)/")
      let start = isOfService ? "systemctl restart livegamed" : "\(program) run --config \(config)"
      return ["Next, for real games: \(start)"]
    }
    if Self.hasConfiguration {
      return [
        "Next: \(program) watch --board shows real games",
        "      \(program) demo --config \(ConfigFileOption.standardPath) plays through your own routes and sinks",
      ]
    }
    if ProcessEnvironment.exists(service) {
      return ["Next: sudo \(program) setup", "      \(program) watch --board shows the games"]
    }
    return ["Next: \(program) setup", "      \(program) run follows real games now"]
  }
}
