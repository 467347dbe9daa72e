internal import LiveModel
internal import LivePlatform
internal import Logging
internal import ServiceLifecycle

/// Serves the events of the log to local programs over a Unix socket; the protocol is described in `docs/socket.md`.
///
/// One dedicated thread serves all clients, each from its own cursor in the log. When there are few clients and this thread
/// waits for work, a thread that has logged events sends them itself. No queue of events is kept for a client, so a slow client
/// delays no other. At shutdown each subscriber gets the sequence to resume after.
final class SocketServer: Service {
  private let log: EventLog
  private let listener: SocketListener
  private let doorbell: Doorbell
  private let state = Locked(State())
  /// The state of the log and its outbox, for the answers to clients.
  let survey: OutboxSurvey
  /// The orders of clients to reload the configuration.
  let reloads: ReloadOrders
  /// The questions of clients that the leagues' sources answer.
  let lookups: LookupOrders
  /// The requests of clients about what is followed.
  let follows: FollowOrders
  private let reader: LogReader
  private let options: SocketOptions
  private let logger: Logger

  private struct State {
    var isStopping = false
    /// The callbacks of `ping` that the thread has not called yet.
    var pings: [@Sendable () -> Void] = []
  }

  /// Opens the socket. Clients can connect from now on; they are served once `run` is called.
  init(log: EventLog, endpoint: SocketEndpoint, options: SocketOptions = SocketOptions(), logger: Logger) throws(Fault)
  {
    (self.log, self.options, self.logger) = (log, options, logger)
    options.meters.expectClosings()
    let doorbell: Doorbell
    do {
      doorbell = try Doorbell()
    } catch {
      throw Fault(.socketFailed, "cannot wake a thread: \(error)")
    }
    self.doorbell = doorbell
    survey = OutboxSurvey(log: log, sinks: options.view.sinks) { doorbell.ring() }
    reader = LogReader(log: log, explain: options.view.explain) { doorbell.ring() }
    reloads = ReloadOrders { doorbell.ring() }
    lookups = LookupOrders { doorbell.ring() }
    follows = FollowOrders { doorbell.ring() }
    listener = try SocketListener(endpoint)
  }

  deinit { listener.removeFile() }

  /// Serves clients until shutdown or cancellation, and removes the socket's file at the end. Called once. If events
  /// for a client cannot be read from the log, only the connection of that client is closed.
  func run() async throws {
    try await withTaskCancellationOrGracefulShutdownHandler {
      try await runThread()
    } onCancelOrGracefulShutdown: {
      self.state.withLock { $0.isStopping = true }
      self.doorbell.ring()
    }
  }

  /// Calls `answer` on the server's thread in its next round, or immediately when the service is stopping. A thread
  /// that hangs never calls it.
  func ping(_ answer: @escaping @Sendable () -> Void) {
    let isStopping = state.withLock { state in
      if !state.isStopping { state.pings.append(answer) }
      return state.isStopping
    }
    if isStopping { answer() } else { doorbell.ring() }
  }

  /// Calls the pending callbacks of `ping`. Returns true when the service must stop.
  private func answerPings() -> Bool {
    let (pings, isStopping) = state.withLock { state in
      defer { state.pings = [] }
      return (state.pings, state.isStopping)
    }
    for answer in pings { answer() }
    return isStopping
  }

  private func runThread() async throws {
    var thread: DedicatedThread?
    defer { thread?.join() }
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      do throws(Fault) {
        thread = try DedicatedThread(name: "livegamed-sock") { ended.resume(with: Result { try self.serve() }) }
      } catch {
        ended.resume(throwing: error)
      }
    }
  }

  private func serve() throws {
    defer { listener.removeFile() }
    do {
      let epoll = try Epoll()
      let loop = Locked(
        try SocketLoop(
          log: log, listener: listener, doorbell: doorbell, epoll: epoll, survey: survey, reader: reader,
          reloads: reloads, lookups: lookups, follows: follows, options: options, logger: logger))
      log.tail.ring { [doorbell] in
        if loop.withLockIfFree({ $0.passNewLinesToFew() }) != true { doorbell.ring() }
      }
      defer { log.tail.ring(nil) }
      var pause: Duration? = .zero
      while !answerPings() {
        let ready = try epoll.wait(atMost: pause)
        pause = loop.withLock { $0.round(ready) }
      }
      try loop.withLock { loop throws(SystemError) in try loop.closeAll(.shutdown, within: options.drainTimeout) }
    } catch {
      throw Fault(.socketFailed, "the socket's service ended: \(error)")
    }
  }
}

/// The limits of the socket service, and its view of the daemon.
struct SocketOptions: Sendable {
  /// The time after which a client that sends nothing is subscribed to all events since it connected.
  var grace: Duration = .seconds(1)
  /// A subscriber gets a heartbeat when nothing was sent to it for this time.
  var heartbeat: Duration = .seconds(15)
  /// A client is closed when it takes no whole line for this time while lines wait for it.
  var stall: Duration = .seconds(30)
  /// A client is closed when more than this many bytes are logged while it is behind.
  var lag = 16 << 20
  /// The time that clients have to read the remaining output when the service stops.
  var drainTimeout: Duration = .seconds(1)
  /// The minimum interval between two checks of all deadlines, so that one pass handles many of them.
  var sweep: Duration = .milliseconds(100)
  /// The size in bytes of the newest lines kept in memory. Clients that are further behind are served from the log.
  var ring = 1 << 20
  /// The next request of a client is not read while this many bytes of answers wait for it. One answer may exceed the
  /// limit.
  var outputBytes = 64 << 10
  /// The maximum length of a request in bytes, without its newline.
  var requestBytes = 64 << 10
  /// A client is closed after this many invalid requests in a row.
  var badRequests = 16
  /// The maximum number of connected clients. `ClientQuota` assigns the places.
  var clients = 16_384
  /// The maximum number of clients for which the thread that has logged events sends them itself. A short burst costs that
  /// thread one system call for each client, which takes some microseconds and does not wait.
  var fewClients = 16
  /// The number of events in one read of the log.
  var page = 64
  /// The state of the games and of the daemon, for answers to queries.
  var view = DaemonInfo()
  /// The metrics that count clients.
  var meters = Meters()
  /// Returns the credentials of the process at the other end of a connection.
  var identify: @Sendable (UnixSocket) -> UnixSocket.Peer? = { $0.peer }
  /// Decides which processes may change deliveries: by default root and the daemon's own user.
  var admits: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
  /// Whether a service carries out the orders of `ReloadOrders`.
  var isReloadable = false
  /// Decides for which processes some places are reserved: by default root and the daemon's own user.
  var isPrivileged: @Sendable (UnixSocket.Peer?) -> Bool = { $0?.mayOrder(of: UnixSocket.Peer.ownUID) ?? false }
}

/// The daemon's state as the socket reports it, apart from the log. The members are closures because this module does
/// not depend on the modules that have the state. Each is called on the server's thread for every query, and must
/// return a ready copy without blocking.
struct DaemonInfo: Sendable {
  /// The current state of the games.
  var board: @Sendable () -> GamesView = { GamesView() }
  /// The state of each source, by the short name of the league.
  var sources: @Sendable () -> [String: SourceState] = { [:] }
  /// The group whose members may change what is followed; nil without one.
  var followGroup: @Sendable () -> FollowGroup? = { nil }
  /// The configured sinks.
  var sinks: @Sendable () -> [SinkInfo] = { [] }
  /// The reason why the last configuration was rejected; nil when it is in force.
  var refusal: @Sendable () -> String? = { nil }
  /// Keys whose value in the files takes effect only after a restart.
  var needsRestart: @Sendable () -> [String] = { [] }
  /// The number of warnings of the configuration in force.
  var warnings: @Sendable () -> Int = { 0 }
  /// How good the predictions were, a record for each league with an outcome.
  var predictions: @Sendable () -> [PredictionRecord] = { [] }
  /// The state of the destination of the daemon's own log.
  var ownLog: @Sendable () -> OwnLogStanding = { OwnLogStanding() }
  /// The services that refuse the key of the configuration, one sentence each.
  var refusedKeys: @Sendable () -> [String] = { [] }
  /// Its part in a cluster; nil for a machine alone.
  var cluster: @Sendable () -> ClusterState? = { nil }
  /// The zone of times in texts for people.
  var zone = LocalZone.utc
  /// Explains what became of an event. Called on a thread of the event log.
  var explain: @Sendable (EventRecord) -> EventExplanation = { EventExplanation($0) }
  /// The start time of the daemon, by the wall clock as it is set now.
  var since: @Sendable () -> Timestamp = WallClock.now
}

/// A configured sink as the socket reports it, without its secrets.
struct SinkInfo: Equatable, Sendable {
  var name: String
  /// The type in the configuration, for example `webhook`.
  var kind: String
  /// How long a dead letter is tried after a `retry`.
  var expires: Duration
  /// The delay between logging a fact and sending it.
  var lag = Duration.zero
  /// The end of the present quiet hours; nil outside them.
  var quietUntil: Timestamp?
}

extension SinkInfo {
  init(_ settings: SinkSettings, lag: Duration, quietUntil: Timestamp? = nil) {
    self.init(
      name: settings.name, kind: settings.type, expires: settings.expires, lag: lag, quietUntil: quietUntil)
  }
}
