import ArgumentParser
import FoundationEssentials
import LiveCore

/// `livegamed watch`: what happens, as it happens, from the daemon's socket.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show what happens, as it happens.",
    discussion: """
      Reconnects and goes on where it was when the daemon restarts. Stop it with Ctrl-C.

        livegamed watch --since oldest --tag scoring
        livegamed watch --team BOS --json | jq -r .data.summary
      """)

  @OptionGroup var socket: SocketOption
  @Option(help: "Where to begin: now, oldest, or a sequence to go on after.", transform: start)
  var since: Subscription.Start = .now
  @Option(help: ArgumentHelp("Only games of this team; may be given again.", valueName: "abbreviation"))
  var team: [String] = []
  @Option(help: ArgumentHelp("Only events of this type, such as livegame.play; may be given again.", valueName: "type"))
  var type: [String] = []
  @Option(help: ArgumentHelp("Only events with this tag, such as scoring; may be given again.", valueName: "tag"))
  var tag: [String] = []
  @Flag(help: "Print the events' own lines, for programs.")
  var json = false

  func run() async throws {
    let path = try socket.path()
    var position = WatchPosition(after: since)
    var isFirst = true
    while true {
      do {
        try await follow(path, &position)
      } catch let fault as Fault where !isFirst {
        Terminal.complain("\(fault)")
      } catch let fault as Fault {
        Terminal.complain("\(fault)")
        throw ExitStatus.of(fault)
      }
      isFirst = false
      try await Task.sleep(for: .seconds(1))
    }
  }

  /// Until the daemon hangs up.
  private func follow(_ path: String, _ position: inout WatchPosition) async throws {
    let client = try SocketClient(path: path)
    try client.subscribe(
      Subscription(
        after: position.after, log: position.log, filter: EventFilter(teams: team, types: type, tags: tag)))
    let format = EventLine(hasColour: Terminal.hasColour)
    while let line = try await client.next() {
      position.take(line)
      if json, line.op == nil {
        Terminal.say(line.text)
      } else if let text = format.text(of: line) {
        line.op == nil ? Terminal.say(text) : Terminal.complain(text)
      }
    }
  }

  private static func start(_ text: String) throws -> Subscription.Start {
    switch (text, Int(text)) {
    case ("now", _): return .now
    case ("oldest", _): return .oldest
    case (_, let sequence?) where sequence >= 0: return .sequence(sequence)
    default: throw ValidationError("'\(text)' is neither now, oldest nor a sequence")
    }
  }
}

/// Where a watcher stands, so that it can go on after the daemon has been away.
struct WatchPosition {
  var after: Subscription.Start
  var log: String?

  mutating func take(_ line: WatchLine) {
    if let log = line.log { self.log = log }
    if line.op == nil || line.op == "synced" || line.op == "heartbeat", let sequence = line.sequence {
      after = .sequence(sequence)
    }
  }
}
