internal import LiveModel
public import LivePlatform
public import Logging
public import ServiceLifecycle
internal import UnixSignals

/// The daemon: builds all services in one list and runs them until it is stopped.
public struct Daemon: Sendable {
  private var wiring: Assembly

  /// Creates a daemon without opening anything.
  ///
  /// - Parameters:
  ///   - config: the operator's configuration.
  ///   - environment: environment of the process, in which systemd passes its folders.
  ///   - logger: the daemon's own log.
  ///   - reread: reads the configuration again, with credentials that replace those of the start, if any are given; nil
  ///     when it does not come from a file, and SIGHUP does nothing then.
  ///   - ownLog: output of `logger`, whose dropped lines the status reports.
  ///   - isTest: whether all games are simulated, and so all events tagged `test` and all messages marked.
  public init(
    config: Config, environment: [String: String], logger: Logger,
    reread: (@Sendable (Credentials?) throws(ConfigFaults) -> Config)? = nil, ownLog: OwnLog? = nil,
    isTest: Bool = false
  ) {
    var wiring = Assembly(
      config: config, paths: Paths(environment: environment), logger: logger, reread: reread, ownLog: ownLog)
    wiring.isTest = isTest
    self.wiring = wiring
  }

  /// Returns the same daemon with its polls recorded or replayed.
  package func polling(through session: any PollSession) -> Daemon {
    var daemon = self
    daemon.wiring.session = session
    return daemon
  }

  /// Monitor of the daemon while it runs.
  public var observatory: DaemonMonitor { wiring.observatory }

  /// Reads of the daemon while it runs.
  package var reader: DaemonReader { wiring.reader }

  /// Runs until SIGTERM or SIGINT, or until one of `extraServices` returns; SIGHUP reloads the configuration.
  ///
  /// - Parameter extraServices: services that run as long as the daemon; the first that returns stops it.
  /// - Throws: `Fault` when the daemon cannot start.
  public func run(beside extraServices: [any Service] = []) async throws {
    Signals.ignoreHangUps()
    let logger = wiring.logger
    // Trapped before the log is opened, or a SIGHUP during that time would be lost.
    let hangUps = wiring.reread == nil ? nil : await UnixSignalsSequence(trapping: .sighup)
    let state = try StateFolder(path: wiring.paths.stateFolder(wiring.config))
    let log = try EventLog(path: state.logPath) { last, lastAlive in
      let floor = max(lastAlive ?? Version.beginning, Version.beginning)
      // A log of an earlier release has no clock. Since it was last written, no more time has passed than the machine's
      // uptime.
      let latest = lastAlive == nil ? nil : floor + RunClock.uptime()
      return RunClock(
        continuing: last, notBefore: floor, wall: { latest.map { min(WallClock.now(), $0) } ?? WallClock.now() })
    }
    let (polls, deliveries) = (try CurlTransport(), try CurlTransport(limits: .deliveries))
    let push =
      wiring.config.mlb.push
      ? PushService(sockets: try PushSockets(), health: PushHealth(meters: wiring.observatory.meters)) : nil
    let cluster = try wiring.config.cluster.map { settings throws(Fault) in
      try ClusterNode(settings, log: log, logger: logger)
    }
    let services = try wiring.services(
      in: Assembly.Dependencies(
        log: log, polls: polls, deliveries: deliveries, push: push, cluster: cluster, manager: SystemdManager(),
        openFiles: OpenFiles.raiseLimit(),
        lookupPath: state.lookupPath, hangUps: hangUps))
    logger.notice(
      "livegamed started", metadata: [LogKey.sequence: "\(log.tail.newest)", LogKey.file: "\(state.path)"])
    try await Self.group(services, extraServices, logger).run()
    polls.close()
    deliveries.close()
    push?.sockets.close()
    logger.notice("livegamed stopped", metadata: [LogKey.sequence: "\(log.tail.newest)"])
    withExtendedLifetime(state) {}
  }

  /// Groups the services. They stop in reverse order, one by one, because each may use those before it.
  private static func group(_ services: [any Service], _ extraServices: [any Service], _ logger: Logger) -> ServiceGroup
  {
    var configuration = ServiceGroupConfiguration(
      // Extra services stop right after `StopNotifier`, which is last.
      services: services.dropLast().map { named($0) } + extraServices.map { named($0, atEnd: .gracefullyShutdownGroup) }
        + services.suffix(1).map { named($0) },
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger.ofTrouble)
    // Less than TimeoutStopSec of the unit, so that a service that hangs is cancelled and the process is not killed.
    configuration.maximumGracefulShutdownDuration = .seconds(20)
    return ServiceGroup(configuration: configuration)
  }

  /// Names a service by its type. Without a name, the group makes one of all members of the service, which takes
  /// milliseconds and contains the configuration.
  private static func named(
    _ service: any Service,
    atEnd behavior: ServiceGroupConfiguration.ServiceConfiguration.TerminationBehavior = .cancelGroup
  ) -> ServiceGroupConfiguration.ServiceConfiguration {
    .init(service: service, successTerminationBehavior: behavior, serviceName: "\(type(of: service))")
  }
}

/// Paths of the daemon's state and socket.
public struct Paths: Equatable, Sendable {
  let environment: [String: String]

  /// Creates the paths for the environment of a process.
  public init(environment: [String: String]) { self.environment = environment }

  /// Returns the configured folder, else systemd's, else the user's own.
  func stateFolder(_ config: Config) -> String {
    config.stateDirectory ?? first("STATE_DIRECTORY") ?? home("XDG_STATE_HOME", ".local/state") ?? "/var/lib/livegamed"
  }

  /// File in which a command without a daemon keeps the answers of the sources; nil for root, which keeps none.
  var lookupCache: String? { home("XDG_CACHE_HOME", ".cache").map { "\($0)/lookups.sqlite" } }

  /// Returns the path of the event log's file for a command that reads it.
  public func logFile(_ config: Config) -> String { StateFolder.logPath(in: readFolder(config)) }

  /// Returns the folder of the log for a command that reads it: that of this user's own daemon, or the service's if only
  /// that has a log.
  func readFolder(_ config: Config, service: String = "/var/lib/livegamed") -> String {
    let own = stateFolder(config)
    let isNamed = config.stateDirectory != nil || first("STATE_DIRECTORY") != nil
    return isNamed || !Self.hasNoLog(own) || Self.hasNoLog(service) ? own : service
  }

  private static func hasNoLog(_ folder: String) -> Bool {
    Folder.errorOfReading(StateFolder.logPath(in: folder))?.kind == .missing
  }

  /// Returns the configured path, else one in systemd's runtime folder, else in the user's.
  func socket(_ config: Config) -> String {
    if let path = config.socket.path { return path }
    if let folder = first("RUNTIME_DIRECTORY") { return "\(folder)/livegamed.sock" }
    return userSocket ?? Self.systemSocket
  }

  /// Returns the paths that a client tries by default: the socket of its user's own daemon, then the system's.
  public func sockets() -> [String] { [userSocket, Self.systemSocket].compactMap { $0 } }

  /// Whether this process may read what only root may.
  public static var isRoot: Bool { Folder.isRoot }

  /// The socket of the system's daemon.
  public static let systemSocket = "/run/livegamed/livegamed.sock"

  private var userSocket: String? {
    guard !Folder.isRoot, let folder = first("XDG_RUNTIME_DIR") else { return nil }
    return "\(folder)/livegamed/livegamed.sock"
  }

  private func home(_ variable: String, _ fallback: String) -> String? {
    guard !Folder.isRoot else { return nil }
    if let folder = first(variable) { return "\(folder)/livegamed" }
    return first("HOME").map { "\($0)/\(fallback)/livegamed" }
  }

  /// Returns the first folder in a variable; systemd separates several folders by colons.
  private func first(_ variable: String) -> String? {
    environment[variable]?.split(separator: ":").first.map(String.init)
  }
}

/// The folder of the log, with the lock that keeps a second daemon out.
struct StateFolder: Sendable {
  let path: String
  private let lock: FileLock

  var logPath: String { Self.logPath(in: path) }

  /// File of the last answers to lookups.
  var lookupPath: String { "\(path)/lookups.sqlite" }

  static func logPath(in folder: String) -> String { "\(folder)/livegamed.sqlite" }

  static func lockPath(in folder: String) -> String { "\(folder)/livegamed.lock" }

  /// Creates the folder as needed and locks it. Leaves a folder that a newer release has written unchanged.
  init(path: String) throws(Fault) {
    self.path = path
    // Checked first: nothing may be written to the folder of a newer release.
    try LogFile(path: Self.logPath(in: path)).refuseNewer()
    do {
      try Folder.make(path)
      guard let lock = try FileLock(path: Self.lockPath(in: path)) else {
        throw Fault(
          .stateLocked, "another livegamed uses this folder", at: .path(path),
          hint: "stop it, or set state_directory to another folder")
      }
      self.lock = lock
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(
        .stateUnusable, "cannot use the state folder: \(error)", at: .path(path),
        hint: "make it writable for this user, or set state_directory to another folder")
    }
  }
}

extension Fault.Code {
  static let stateLocked = Fault.Code("state.locked")
  static let stateUnusable = Fault.Code("state.unusable")
}
