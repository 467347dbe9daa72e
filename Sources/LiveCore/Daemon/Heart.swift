/// Something that must go on for the daemon to be of use, and that can be asked for a sign of life.
struct Heart: Sendable {
  /// As an operator reads it.
  var name: String
  /// Calls back soon: with true when it does its work, with false when it cannot. What hangs does not call back.
  var ask: @Sendable (_ answer: @escaping @Sendable (Bool) -> Void) -> Void
}

extension Heart {
  /// Polls of the leagues go out and end.
  static func polls(_ transport: CurlTransport, _ rounds: WorkInHand) -> Heart {
    Heart(name: "polls") { answer in transport.giveSignOfLife { answer(rounds.isOnTime) } }
  }

  /// Transactions of the log can begin.
  static func log(_ log: EventLog) -> Heart { Heart(name: "log") { log.giveSignOfLife($0) } }

  /// Messages go out to the sinks and are answered, or given up in time.
  static func deliveries(_ transport: CurlTransport, _ attempts: WorkInHand) -> Heart {
    Heart(name: "deliveries") { answer in transport.giveSignOfLife { answer(attempts.isOnTime) } }
  }

  /// Clients of the socket are served.
  static func socket(_ server: SocketServer) -> Heart {
    Heart(name: "socket") { answer in server.giveSignOfLife { answer(true) } }
  }
}
