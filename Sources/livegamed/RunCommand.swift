import ArgumentParser
import LiveCore
import LiveModel
import LivePlatform
import LiveWeb
import Logging
import ServiceLifecycle

/// `livegamed run`: runs the daemon.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon.",
    discussion: """
      Without a configuration it follows every game, serves the socket, the journal, and a page for this machine at \
      http://127.0.0.1:9465. SIGTERM and SIGINT stop it \
      cleanly; after a kill it continues where it stopped. SIGHUP reads the configuration again: follow, poll, log, \
      journal, sinks and routes change at once, the rest at the next start; a wrong file changes nothing.
      """)

  @OptionGroup var configFile: ConfigFileOption
  @OptionGroup var logOptions: LogOptions

  func run() async throws {
    let environment = ProcessEnvironment.values
    let destination = LogDestination(environment: environment)
    let ownLog = OwnLog(destination)
    defer { ownLog.flush() }
    // After the thread of `ownLog`: no thread can be created while a library is loaded.
    let loading = CurlLibrary.preload()
    defer { loading?.join() }
    let logger = logOptions.bootstrap(ownLog)
    // A file that existed at the start must exist at a reload too. Otherwise the built-in defaults would replace the
    // whole configuration.
    let path = configFile.path
    var config = try configFile.read { fault in
      switch destination {
      case .journal: logger.error("configuration refused", metadata: Fault.metadata(of: fault))
      case .standardError: Terminal.complain("\(fault)")
      }
    }
    // Without any file, this machine can open the page; a file must name it.
    if config.reading.files.isEmpty { config.web = Config.WebSettings() }
    for warning in config.review(environment: environment).warnings {
      switch destination {
      case .journal: logger.warning("configuration warning", metadata: Fault.metadata(of: warning))
      case .standardError: Terminal.complain("\(warning.warningText)")
      }
    }
    do {
      let daemon = Daemon(
        config: config, environment: environment, logger: logger,
        reread: { [path, configFile] credentials throws(ConfigFaults) in
          try ConfigFileOption.load(path ?? configFile.path, credentials)
        },
        ownLog: ownLog)
      let metrics = config.metrics.listen.map {
        MetricsServer(address: $0, observatory: daemon.observatory, logger: logger)
      }
      let web = config.web.map { WebServer(settings: $0, source: daemon.reader, logger: logger) }
      let servers: [(any Service)?] = [metrics, web]
      try await daemon.run(beside: servers.compactMap(\.self))
    } catch {
      logger.error("livegamed failed", metadata: Fault.metadata(of: error))
      throw (error as? Fault).map(ExitStatus.of) ?? .failure
    }
  }
}

extension RunCommand {
  /// Reads `run [--config FILE] [--log-level LEVEL]`, the arguments of a service, without ArgumentParser, which takes 4 ms of
  /// the start. Fails for all other arguments, so that ArgumentParser reads them.
  init?(plain arguments: ArraySlice<String>) {
    guard arguments.first == Self.configuration.commandName else { return nil }
    var (path, level): (String?, Logger.Level?)
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
      switch option {
      case "--config" where path == nil: path = value
      case "--log-level" where level == nil:
        level = Logger.Level(rawValue: value)
        guard level != nil else { return nil }
      default: return nil
      }
    }
    self.init()
    (configFile, logOptions) = (ConfigFileOption(), LogOptions())
    configFile.config = path
    logOptions.logLevel = level ?? LogOptions.standard
  }
}

/// `--log-level LEVEL`: the level of the daemon's own log.
struct LogOptions: ParsableArguments {
  @Option(
    name: .long, help: "How much to say: trace, debug, info, notice, warning, error or critical.",
    completion: .list(Logger.Level.allCases.map(\.rawValue)), transform: level)
  var logLevel: Logger.Level = standard

  static let standard = Logger.Level.notice

  /// Makes this the log of the process. Call it once.
  func bootstrap(_ ownLog: OwnLog) -> Logger {
    LoggingSystem.bootstrap(ownLog.handler)
    var logger = Logger(label: "livegamed")
    logger.logLevel = logLevel
    return logger
  }

  private static func level(_ text: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else { throw ValidationError("there is no log level '\(text)'") }
    return level
  }
}
