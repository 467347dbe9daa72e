internal import Logging

/// What the daemon's own log is told of clients; each kind once a minute, and how many that were.
enum ClientLogEvent: Hashable, Sendable {
  /// Of this user, by the kernel's word.
  case connected(uid: Int?)
  /// There are too many clients, and this user or process has no fewer than others.
  case full(uid: Int?)
  /// There are too many clients, and another user or process has fewer.
  case displaced(uid: Int?)
  /// The process is out of descriptors or memory.
  case exhausted
  /// It took nothing for too long, or was too far behind.
  case slow
  /// What it was to get could not be read from the log.
  case unreadable
  /// An answer could not be read from the log, or an order not be written there.
  case unanswered

  private var level: Logger.Level {
    switch self {
    case .connected, .slow: .info
    case .full, .displaced, .exhausted: .warning
    case .unreadable, .unanswered: .error
    }
  }

  private var text: Logger.Message {
    switch self {
    case .connected: "client connected"
    case .full: "client refused: too many"
    case .displaced: "client closed: too many of its user or process"
    case .exhausted: "client refused"
    case .slow: "client closed: too slow"
    case .unreadable: "client closed: event log not read"
    case .unanswered: "request not carried out"
    }
  }

  /// Says it, once a minute at its level and else for those who look closely.
  ///
  /// - Parameters:
  ///   - logger: where it is said.
  ///   - limit: remembers what was said.
  ///   - metadata: all that goes with it.
  ///   - now: by a clock that nobody sets.
  func tell(
    _ logger: Logger, _ limit: inout LogThrottle<ClientLogEvent>, _ metadata: Logger.Metadata,
    at now: Timestamp = RunClock.shared.now()
  ) {
    let count = limit.count(self, at: now)
    var metadata = metadata
    metadata[LogKey.count] = count.map { "\($0)" }
    logger.log(level: count == nil ? .debug : level, text, metadata: metadata)
  }
}
