import ArgumentParser
import LiveCore
import LivePlatform

/// `livegamed reload`: orders the daemon to read its configuration again.
struct ReloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Make the daemon read its configuration again, and say what has changed.",
    discussion: """
      'systemctl reload livegamed' does the same. A configuration with an error changes nothing. The service also gets its \
      credentials anew. Only root and the daemon's own user may reload it. The exit status is 78 if the configuration was \
      refused, 69 if no daemon answers or it has no configuration file.
      """)

  @OptionGroup var socket: SocketOption
  @Flag(help: "Print the daemon's answer, one JSON object, for programs.")
  var json = false

  func run() async throws {
    let (line, answer) = try await socket.reload()
    if json {
      try Terminal.say(json: line.text)
    } else if LogDestination(environment: ProcessEnvironment.values) != .journal {
      // In the journal, where `systemctl reload` would write it, the daemon has said it already.
      try Self.say(answer)
    }
    if !answer.isApplied { throw ExitStatus.config }
  }

  private static func say(_ answer: ReloadAnswer) throws {
    answer.errors.forEach { Terminal.complain($0) }
    for warning in answer.warnings { Terminal.complain("warning: \(warning)") }
    guard answer.isApplied else { return Terminal.complain("the old configuration stays in force") }
    if !answer.changes.isEmpty || answer.needsRestart.isEmpty {
      try Terminal.say("reloaded: \(answer.changesInWords)")
    }
    guard !answer.needsRestart.isEmpty else { return }
    try Terminal.say("waits for a restart: \(answer.needsRestart.joined(separator: ", "))")
  }
}
