import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed bugreport`: prints what a report about a defect needs, without secrets.
struct BugreportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bugreport",
    abstract:
      "Print what a bug report needs: version, configuration without secrets, status, warnings, one game's events.",
    discussion: """
      Read the report before you send it. It contains no secret, no address of a sink and no comment of the configuration; \
      it does contain names of teams, players and sinks. Parts that cannot be read say so. With --game it adds the logged \
      events of one game; gamePk is the number in the game's page on mlb.com.

        sudo livegamed bugreport --game 747175 > report.txt

      For a play that was reported wrong, a recording of the game shows more: see 'livegamed help record'.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var socket: SocketOption
  @Option(help: ArgumentHelp("Add all logged events of this game.", valueName: "gamepk"))
  var game: Int?

  func run() async throws {
    CoreFiles.forbid()
    try Terminal.say("# livegamed \(Version.current)")
    for line in SystemDescription.lines { try Terminal.say(line) }
    try section("Configuration, without secrets")
    let files = configFile.path.map { RedactedConfig.lines(of: $0) } ?? ["built-in defaults"]
    for line in files { try Terminal.say(line) }
    try await daemon()
    try await warnings()
  }

  private func section(_ title: String) throws { try Terminal.say(drawn: "\n## \(title)") }

  private func daemon() async throws {
    try section("Status")
    do {
      let path = try socket.path()
      try Terminal.say(json: try await SocketClient(path: path).answer(to: .status).text)
      try section("Outbox")
      let outbox = try await SocketClient(path: path).answer(to: .outbox(sink: nil, limit: OutboxRequest.standardLimit))
      try Terminal.say(json: outbox.text)
      guard let game else { return }
      try section("Events of game \(game)")
      try await events(of: game, from: try SocketClient(path: path))
    } catch let fault as Fault {
      try Terminal.say("\(fault)")
    }
  }

  /// Prints the lines of a game's events, from the whole log.
  private func events(of game: Int, from client: SocketClient) async throws {
    _ = try await client.greeting()
    try client.subscribe(Subscription(after: .oldest))
    while let line = try await client.next(), line.op != "synced" {
      if line.gamePk == game { try await Terminal.put(json: line.bytes) }
    }
  }

  /// Prints the newest warnings of the service from systemd's journal.
  private func warnings() async throws {
    try section("Warnings of the service")
    let journal = ChildProcess(
      arguments: [
        "journalctl", "--unit=livegamed", "--priority=warning", "--lines=200", "--output=short-iso", "--no-pager",
        "--quiet",
      ], environment: ProcessEnvironment.values, input: [], timeout: .seconds(20), sharesOutput: true)
    do {
      _ = try await journal.run()
    } catch {
      try Terminal.say("\(error)")
    }
  }
}

/// The machine, in lines for a bug report.
enum SystemDescription {
  static var lines: [String] {
    let now = WallClock.now()
    return [
      "system: \(osRelease ?? "unknown"), kernel \(kernel ?? "unknown"), \(machine)",
      "time: \(now), here \(LocalZone.system.time(at: now).toTheSecond)",
    ]
  }

  /// The name in `/etc/os-release`.
  private static var osRelease: String? {
    let text = file("/etc/os-release") ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return line.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } }
  }

  private static var kernel: String? {
    file("/proc/sys/kernel/osrelease").map { String($0.prefix { $0 != "\n" }) }
  }

  private static var machine: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "another processor"
    #endif
  }

  private static func file(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
