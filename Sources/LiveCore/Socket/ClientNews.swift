internal import Logging

/// What the daemon's own log is told of clients; each kind once a minute, and how many that were.
enum ClientNews: Hashable, Sendable {
  /// Of this user, by the kernel's word.
  case connected(uid: Int?)
  /// There are too many clients.
  case full
  /// The process is out of descriptors or memory.
  case exhausted
  /// It took nothing for too long, or was too far behind.
  case slow

  private var level: Logger.Level {
    switch self {
    case .connected, .slow: .info
    case .full, .exhausted: .warning
    }
  }

  private var text: Logger.Message {
    switch self {
    case .connected: "client connected"
    case .full: "client refused: too many"
    case .exhausted: "client refused"
    case .slow: "client closed: too slow"
    }
  }

  /// Says it, once a minute at its level and else for those who look closely.
  func tell(_ logger: Logger, _ limit: inout RepeatLimit<ClientNews>, _ metadata: Logger.Metadata) {
    let count = limit.count(self, at: WallClock.now())
    var metadata = metadata
    metadata[LogKey.count] = count.map { "\($0)" }
    logger.log(level: count == nil ? .debug : level, text, metadata: metadata)
  }
}
