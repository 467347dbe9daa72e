import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform
import Logging

/// `livegamed replay`: plays a recording again.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a recorded game again: on the terminal, through a sink, or as StatsAPI.",
    discussion: """
      It runs the recording of 'livegamed record' through the whole daemon, with a log of its own, and prints the events \
      as 'watch' does. They are those of the evening of the recording, with its times, at any speed. Nothing is asked and \
      nothing is sent, unless an option says so:

        livegamed replay game.recording --speed 0 --json
        livegamed replay game.recording --from 7-top
        livegamed replay game.recording --dry-run --config livegamed.yaml
        livegamed replay game.recording --sink my-phone --config livegamed.yaml
        livegamed replay game.recording --listen 127.0.0.1:8080

      --sink sends what your routes send to that sink: real messages, each marked as a test, without delay and quiet \
      hours, and at most 20 a minute to a chat.

      The exit status is 65 for a file that is no recording or a damaged one, 66 if it cannot be read or does not come as \
      far as --from, 73 if the address cannot be used, 78 for a wrong configuration.
      """)

  @Argument(help: ArgumentHelp("The recording.", valueName: "file"), completion: .file())
  var file: String
  @Option(help: "Recorded seconds in a real second, 0.1 to 3600; 0 is as fast as possible.")
  var speed = 60.0
  @Option(help: ArgumentHelp("Show nothing before this half-inning, such as 7-top.", valueName: "inning"))
  var from: String?
  @Option(help: ArgumentHelp("Send the events through this sink of the configuration.", valueName: "name"))
  var sink: String?
  @Flag(help: "Print for each event which sinks would get it, and why.")
  var dryRun = false
  @Option(
    help: ArgumentHelp(
      "Serve the recording as StatsAPI at this numeric address and port of the machine itself.", valueName: "address"))
  var listen: String?
  @Flag(help: "Print the events' own lines, for programs.")
  var json = false
  @OptionGroup var times: TimeOptions
  @OptionGroup var configFile: ConfigFileOption

  func validate() throws {
    guard speed == 0 || (0.1...3600).contains(speed) else {
      throw ValidationError("--speed takes 0.1 to 3600, or 0 for as fast as possible")
    }
    guard from == nil || start != nil else {
      throw ValidationError("--from takes a half-inning, such as 7-top or 7-bottom")
    }
    guard [sink != nil, dryRun, listen != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("--sink, --dry-run and --listen exclude one another")
    }
    guard configFile.config == nil || sink != nil || dryRun else {
      throw ValidationError("--config needs --sink or --dry-run")
    }
    guard listen != nil else { return }
    guard !json, !times.utc else { throw ValidationError("--listen prints no events: --json and --utc do not apply") }
    guard speed > 0 else { throw ValidationError("--listen needs a --speed above 0") }
    _ = try address()
  }

  private var start: ReplayStart? { from.flatMap { ReplayStart($0) } }

  /// Returns whether a game has come to `--from` in an answer; nil without that option.
  private var isReached: (@Sendable (RecordedAnswer) -> Bool)? {
    guard let start else { return nil }
    return { answer in start.isReached(in: answer) }
  }

  private func address() throws -> ListenAddress {
    guard let address = listen.flatMap(ListenAddress.init), LoopbackAddress.isLoopback(address.host) else {
      throw ValidationError("--listen takes a loopback address and a port, such as 127.0.0.1:8080 or [::1]:8080")
    }
    return address
  }

  func run() async throws {
    Terminal.ignoreBrokenPipes()
    do {
      let recording = try Recording(path: file)
      if listen != nil {
        try await serve(recording)
      } else {
        try await play(recording)
      }
      if recording.isCutOff, let last = recording.last {
        Terminal.complain("\(file): the end is missing; this was all until \(times.zone.time(at: last.wall).clock)")
      }
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw ExitStatus.of(fault)
    }
  }

  private func serve(_ recording: Recording) async throws {
    let source = try RecordedSource(recording, from: isReached)
    guard let source else { throw notReached }
    try await RecordingServer(source: source, speed: speed, address: try address(), games: recording.feeds).run()
  }

  private func play(_ recording: Recording) async throws {
    let own = sink != nil || dryRun ? try configFile.read() : .default
    let folder = FileManager.default.temporaryDirectory.path + "/livegamed-replay-\(UUID().uuidString.prefix(8))"
    let config = try own.forReplay(in: folder, to: sink)
    try Folder.make(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let replay = FeedReplay(recording, pace: speed == 0 ? .unlimited : .speed(speed), from: isReached)
    let ownLog = OwnLog(.standardError)
    defer { ownLog.flush() }
    LoggingSystem.bootstrap(ownLog.handler)
    var logger = Logger(label: "livegamed")
    // A recording may have failures of the source, which are no news.
    logger.logLevel = sink == nil ? .error : .warning
    let daemon = Daemon(
      config: config, environment: sink == nil ? [:] : ProcessEnvironment.values, logger: logger, ownLog: ownLog,
      isTest: sink != nil
    ).polling(through: replay)
    let audience = ReplayAudience(
      replay: replay, monitor: daemon.observatory, socket: "\(folder)/livegamed.sock", isJSON: json, zone: times.zone,
      routes: dryRun ? RouteTest(config: own) : nil, hasSink: sink != nil)
    try await daemon.run(beside: [audience])
    if replay.shownSince == nil { throw notReached }
    if replay.skipped > 0 {
      Terminal.complain("\(file): \(replay.skipped.counted("answer")) skipped: no game was polled for them")
    }
  }

  private var notReached: Fault {
    Fault(.recordingTooShort, "the recording has nothing new from \(from ?? "") on", at: .path(file))
  }
}

extension Fault.Code {
  static let recordingTooShort = Fault.Code(rawValue: "recording.too-short")
}
