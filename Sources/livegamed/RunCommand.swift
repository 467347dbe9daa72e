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
      after a kill it goes on where it was.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var logOptions: LogOptions

  func run() async throws {
    let config = try configFile.read()
    let logger = logOptions.bootstrap()
    do {
      let daemon = Daemon(config: config, environment: ProcessEnvironment.values, logger: logger)
      let metrics = config.metrics.listen.map {
        MetricsServer(address: $0, observatory: daemon.observatory, logger: logger)
      }
      try await daemon.run(beside: [metrics].compactMap(\.self))
    } catch let fault as Fault {
      logger.error("\(fault)")
      throw ExitStatus.of(fault)
    }
  }
}
