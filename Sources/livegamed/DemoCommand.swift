import ArgumentParser
import FoundationEssentials
import LiveCore
import LivePlatform
import LiveSimulator
import Logging
import ServiceLifecycle

/// `livegamed demo`: runs the whole daemon on simulated games, in one process and without a network.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch a simulated evening of games, without network or configuration.",
    discussion: """
      A simulator serves the games on a loopback port, the daemon follows them there as it would follow real ones, and \
      the demo prints the events from its socket. It ends when all games are over, after --duration, or with Ctrl-C.
      """)

  @Option(help: "Selects the games; the same seed plays the same evening.")
  var seed: UInt64 = 7
  @Option(help: "The number of games, 1 to 6.")
  var games = 3
  @Option(help: "Game seconds in a real second, 1 to 600.")
  var speed = 60.0
  @Option(help: ArgumentHelp("End the demo after this time.", valueName: "seconds"))
  var duration: Double?

  func validate() throws {
    guard (1...6).contains(games) else { throw ValidationError("--games takes 1 to 6") }
    guard (1...600).contains(speed) else { throw ValidationError("--speed takes 1 to 600") }
    guard duration.map({ $0 > 0 && $0 <= 1_000_000 }) ?? true else {
      throw ValidationError("--duration takes seconds above 0, at most 1000000")
    }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/livegamed-demo-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let now = Date.now.timeIntervalSince1970
    // The first pitch comes two real seconds after the start, so that the schedule is read before it.
    let slate = Slate(seed: seed, games: games, firstPitch: now + 2 * speed, spread: 20)
    let server = SimulatorServer(slate: slate, now: VirtualClock.running(from: now, speed: speed))
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, opened) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
      group.addTask { try await server.run { opened.yield($0) } }
      group.addTask {
        guard let port = await ports.first(where: { _ in true }) else { return }
        try await play(in: folder, port: port)
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func play(in folder: String, port: Int) async throws {
    let socket = "\(folder)/livegamed.sock"
    let config = "\(folder)/livegamed.yaml"
    try Data(Self.configuration(folder: folder, socket: socket, port: port).utf8).write(
      to: URL(filePath: config))
    try Terminal.say(
      "\(games) simulated games, \(Int(speed)) times as fast as real ones. To watch them from another terminal:")
    try Terminal.say("  \(ProcessEnvironment.program) watch --socket \(socket)")
    try Terminal.say("")
    let ownLog = OwnLog(.standardError)
    defer { ownLog.flush() }
    LoggingSystem.bootstrap(ownLog.handler)
    var logger = Logger(label: "livegamed")
    logger.logLevel = .warning
    let daemon = Daemon(
      config: try ConfigFiles.read(path: config, environment: [:]), environment: [:], logger: logger, ownLog: ownLog)
    try await daemon.run(beside: [DemoAudience(socket: socket, games: games, duration: duration)])
  }

  /// Returns an ordinary configuration with faster polling.
  private static func configuration(folder: String, socket: String, port: Int) -> String {
    """
    source: {mlb: {base_url: "http://127.0.0.1:\(port)"}}
    poll: {live_min: 200ms, live_max: 500ms, idle_max: 1s, requests_per_second: 50}
    state_directory: \(folder)
    socket: {path: \(socket)}
    journal: {events: false}
    """
  }
}

/// Prints the events of the demo's daemon, until all games are over or the time is up.
private struct DemoAudience: Service {
  let socket: String
  let games: Int
  let duration: Double?

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await watch() }
      if let duration { group.addTask { try await Task.sleep(for: .seconds(duration)) } }
      group.addTask { try? await gracefulShutdown() }
      try await group.next()
      group.cancelAll()
    }
  }

  private func watch() async throws {
    let client = try SocketClient(path: socket)
    // The daemon runs in this process, so a stopped terminal must not block it.
    let printer = try BlockingThread(name: "livegamed-print")
    try client.subscribe(Subscription(after: .oldest))
    let format = EventLine(hasColour: Terminal.hasColour)
    var finals = 0
    while finals < games, let line = try await client.next() {
      if line.op == nil, let text = format.text(of: line) { try await printer.call { try Terminal.say(drawn: text) } }
      if line.tags.contains("final") { finals += 1 }
    }
  }
}
