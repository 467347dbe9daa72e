import ArgumentParser
import FoundationEssentials
import LiveCore
import LiveModel
import LivePlatform
import Logging

/// `livegamed record`: keeps the answers of the source as they arrive.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Keep a game's feed as it arrives, to play it again.",
    discussion: """
      It asks MLB's feed as the daemon does, beside a daemon that may run, and writes each answer with its time to a \
      compressed file, some hundred kilobytes for a game. 'livegamed replay' plays it again. What was written is never \
      lost: after a crash or Ctrl-C the file can be used.

      GAME is the number in the game's page on mlb.com; the game is one of today, yesterday or tomorrow. The recording \
      ends when the game needs no further look, which is at noon in New York on the day after it, or with Ctrl-C. With \
      --all it has all followed games, and ends with Ctrl-C.

        livegamed record 747175 --out game.recording
        livegamed record --all --out evening.recording

      The exit status is 66 if there is no such game, 73 if the file exists or cannot be created, 74 if it cannot be \
      written.
      """)

  @Argument(help: ArgumentHelp("The number of the game.", valueName: "game"))
  var game: Int?
  @Flag(help: "Record all followed games.")
  var all = false
  @Option(help: ArgumentHelp("The file to create.", valueName: "file"), completion: .file())
  var out: String
  @OptionGroup var configFile: ConfigFileOption

  func validate() throws {
    guard (game != nil) != all else { throw ValidationError("give the number of a game, or --all") }
    guard game.map({ $0 > 0 }) ?? true else { throw ValidationError("the number of a game is above 0") }
  }

  func run() async throws {
    let config = try configFile.read()
    let folder = FileManager.default.temporaryDirectory.path + "/livegamed-record-\(UUID().uuidString.prefix(8))"
    do {
      let recorder = try FeedRecorder(to: out, games: game.map { [$0] })
      try Folder.make(folder)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try await record(config.forRecording(in: folder, followsAll: game != nil), by: recorder)
    } catch let fault as Fault {
      Terminal.complain("\(fault)")
      throw ExitStatus.of(fault)
    }
  }

  private func record(_ config: Config, by recorder: FeedRecorder) async throws {
    let ownLog = OwnLog(.standardError)
    defer { ownLog.flush() }
    LoggingSystem.bootstrap(ownLog.handler)
    var logger = Logger(label: "livegamed")
    logger.logLevel = .warning
    let daemon = Daemon(config: config, environment: [:], logger: logger, ownLog: ownLog).polling(through: recorder)
    let progress = RecordProgress(recorder: recorder, monitor: daemon.observatory, path: out, game: game)
    do {
      try await daemon.run(beside: [progress])
    } catch {
      // A file without the game would only be in the way of the next attempt.
      if (error as? Fault)?.code == .recordingNoGame { WholeFile.remove(out) }
      try? recorder.close()
      throw error
    }
    try recorder.close()
    try await Terminal.sayAtEnd(drawn: [progress.result])
  }
}
