public import Logging
public import ServiceLifecycle
internal import UnixSignals

/// The hall: builds every room once, in one list, and lets them run until they are told to stop.
public struct Daemon: Sendable {
  private let wiring: Assembly

  /// A daemon that has not touched anything yet.
  ///
  /// - Parameters:
  ///   - config: what the operator set.
  ///   - environment: of the process; systemd tells its folders there.
  ///   - logger: for what the daemon says of itself.
  ///   - reread: reads the configuration anew on SIGHUP; nil for one that does not come from a file, and SIGHUP does
  ///     nothing then.
  ///   - ownLog: where what `logger` is told goes, so that the status can tell what was dropped there.
  public init(
    config: Config, environment: [String: String], logger: Logger,
    reread: (@Sendable () throws(ConfigFaults) -> Config)? = nil, ownLog: OwnLog? = nil
  ) {
    wiring = Assembly(
      config: config, paths: Paths(environment: environment), logger: logger, reread: reread, ownLog: ownLog)
  }

  /// From where it can be watched while it runs.
  public var observatory: DaemonMonitor { wiring.observatory }

  /// Runs until SIGTERM, SIGINT, or one of `extraServices` returns; SIGHUP reloads the configuration.
  ///
  /// - Parameter extraServices: services that share the daemon's life; the first that returns ends it.
  /// - Throws: `Fault` when it cannot begin.
  public func run(beside extraServices: [any Service] = []) async throws {
    Signals.ignoreHangUps()
    let logger = wiring.logger
    // From now on, or one that comes while the log is opened would be lost.
    let hangUps = wiring.reread == nil ? nil : await UnixSignalsSequence(trapping: .sighup)
    let state = try StateFolder(path: wiring.paths.stateFolder(wiring.config))
    let log = try EventLog(path: state.logPath) { last, lastAlive in
      let floor = max(lastAlive ?? Version.beginning, Version.beginning)
      // A log of an earlier release has no clock. No more time has passed since than the machine has been running.
      let latest = lastAlive == nil ? nil : floor + RunClock.uptime()
      return RunClock(
        continuing: last, notBefore: floor, wall: { latest.map { min(WallClock.now(), $0) } ?? WallClock.now() })
    }
    let (polls, posts) = (try CurlTransport(), try CurlTransport(limits: .deliveries))
    let services = try wiring.services(
      in: Assembly.Dependencies(
        log: log, polls: polls, posts: posts, manager: SystemdManager(), openFiles: OpenFiles.raiseLimit(),
        hangUps: hangUps))
    logger.notice(
      "livegamed started", metadata: [LogKey.sequence: "\(log.tail.newest)", LogKey.file: "\(state.path)"])
    try await Self.group(services, extraServices, logger).run()
    polls.close()
    posts.close()
    logger.notice("livegamed stopped", metadata: [LogKey.sequence: "\(log.tail.newest)"])
    withExtendedLifetime(state) {}
  }

  /// Stopped in reverse order, one by one: each may still use those before it.
  private static func group(_ services: [any Service], _ extraServices: [any Service], _ logger: Logger) -> ServiceGroup
  {
    var configuration = ServiceGroupConfiguration(
      // Guests stop behind the announcer, which is last.
      services: services.dropLast().map { .init(service: $0) }
        + extraServices.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) }
        + services.suffix(1).map { .init(service: $0) },
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger.ofTrouble)
    // Under the unit's TimeoutStopSec, so that what hangs is cancelled and not killed.
    configuration.maximumGracefulShutdownDuration = .seconds(20)
    return ServiceGroup(configuration: configuration)
  }
}
