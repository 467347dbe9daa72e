import ArgumentParser
import LiveCore
import Logging

/// `livegamed run`: the daemon.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon.",
    discussion: """
      Without a configuration every game is followed, to the socket and the journal. SIGTERM and SIGINT stop it cleanly;
      after a kill it goes on where it was. SIGHUP reads the configuration anew: follow, poll, journal, sinks and routes
      change at once, the rest at the next start; a file that is wrong changes nothing.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var logOptions: LogOptions

  func run() async throws {
    let config = try configFile.read()
    let logger = logOptions.bootstrap()
    do {
      try await Daemon(
        config: config, environment: ProcessEnvironment.values, logger: logger,
        reread: { [configFile] () throws(ConfigFaults) in try configFile.load() }
      ).run()
    } catch let fault as Fault {
      logger.error("\(fault)")
      throw ExitStatus.of(fault)
    }
  }
}
