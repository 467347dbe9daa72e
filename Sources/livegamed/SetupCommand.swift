import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform

/// `livegamed setup`: asks for team, channel and delay, tests the channel and writes the configuration.
struct SetupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Write a configuration for your team and your channel, and test it.",
    discussion: """
      It asks for what the options do not say, sends one test message, and writes a commented file. Nothing is written \
      before the last answer. An existing file is never changed; a second run adds another channel, for the same team or \
      another one, in a file of its own.

        livegamed setup
        livegamed setup --team BOS --discord @webhook.txt --delay 35s
        livegamed setup --team BOS --telegram - \\
          --set chat_id=-1001234567890 <token.txt

      A secret can be seen by other users while the command runs. So where an option takes a secret, '@FILE' \
      stands for the first line of a file, and '-' for a line of standard input.
      """)

  @Option(
    help: ArgumentHelp("A city, a name or an abbreviation; can be repeated. 'all': every team.", valueName: "team"))
  var team: [String] = []
  @OptionGroup var channel: SetupChannelOptions
  @Option(help: ArgumentHelp("A key that the channel needs, such as token; can be repeated.", valueName: "key=value"))
  var set: [String] = []
  @Option(help: ArgumentHelp("The sink's name. Default: by the kind, such as family-discord.", valueName: "name"))
  var name: String?
  @Option(
    help: ArgumentHelp(
      "How late messages are sent, 0s to 1h.", discussion: "Default: 35s for people, 0s for programs.",
      valueName: "duration"))
  var delay: String?
  @Option(
    help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file(extensions: ["yaml"]))
  var output: String?
  @Flag(help: "Replace files that exist.")
  var force = false
  @Flag(help: "Send no test message.")
  var noTest = false

  func validate() throws {
    for item in set where !item.contains("=") { throw ValidationError("--set takes KEY=VALUE") }
    if let fault = delay.flatMap(SetupCheck.fault) {
      throw ValidationError("--delay: \(fault.message)" + (fault.hint.map { "; \($0)" } ?? ""))
    }
  }

  func run() async throws {
    CoreFiles.forbid()
    let signals = try TerminalSignals(ofScreen: false)
    let end = try await withThrowingTaskGroup(of: Int32?.self) { group in
      group.addTask {
        try await SetupRun(command: self).run()
        return nil
      }
      group.addTask { await signals.wait() }
      guard let end = try await group.next() ?? nil else {
        group.cancelAll()
        return Int32?.none
      }
      group.cancelAll()
      // A file that is being written when the signal comes is written to its end.
      do {
        _ = try await group.next()
        return nil
      } catch {
        return end
      }
    }
    guard let end else { return }
    Terminal.complain("")
    Terminal.complain("nothing was written")
    throw ExitStatus.ended(by: end)
  }
}

/// One option for each kind of sink.
struct SetupChannelOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Discord: the URL of a webhook.", valueName: "url"))
  var discord: String?
  @Option(help: ArgumentHelp("Slack: the URL of an incoming webhook.", valueName: "url"))
  var slack: String?
  @Option(help: ArgumentHelp("ntfy: the topic.", valueName: "topic"))
  var ntfy: String?
  @Option(help: ArgumentHelp("Gotify: the server; with --set token=TOKEN.", valueName: "url"))
  var gotify: String?
  @Option(help: ArgumentHelp("Telegram: the token of a bot; with --set chat_id=CHAT.", valueName: "token"))
  var telegram: String?
  @Option(help: ArgumentHelp("Matrix: the homeserver; with --set token=TOKEN --set room=ROOM.", valueName: "url"))
  var matrix: String?
  @Option(help: ArgumentHelp("A webhook of your own program.", valueName: "url"))
  var webhook: String?
  @Option(help: ArgumentHelp("Home Assistant: the URL of a webhook trigger.", valueName: "url"))
  var homeAssistant: String?
  @Option(
    help: ArgumentHelp("MQTT: the broker, such as mqtt://homeassistant.local; with --set user=USER.", valueName: "url"))
  var mqtt: String?
  @Option(help: ArgumentHelp("A program on this machine, with its arguments.", valueName: "command"))
  var exec: String?

  /// The types of sinks that have an option.
  static let types = [
    "discord", "slack", "ntfy", "gotify", "telegram", "matrix", "webhook", "home_assistant", "mqtt", "exec",
  ]

  /// The values of the options, in the order of `types`.
  private var values: [String?] {
    [discord, slack, ntfy, gotify, telegram, matrix, webhook, homeAssistant, mqtt, exec]
  }

  func validate() throws {
    guard given.count <= 1 else { throw ValidationError("choose one channel; run setup once more for another") }
  }

  /// The channel that was chosen, and the value of its first question.
  var choice: (channel: SetupChannel, value: String)? {
    given.first.flatMap { type, value in SetupChannel.named(type).map { ($0, value) } }
  }

  private var given: [(type: String, value: String)] {
    zip(Self.types, values).compactMap { type, value in value.map { (type, $0) } }
  }
}
