/// Something that must go on for the daemon to be of use, and that can be asked for a sign of life.
struct LivenessProbe: Sendable {
  /// As an operator reads it.
  var name: String
  /// Calls back soon: with true when it does its work, with false when it cannot. What hangs does not call back.
  var ask: @Sendable (_ answer: @escaping @Sendable (Bool) -> Void) -> Void
}

extension LivenessProbe {
  /// Polls of the leagues go out and end.
  static func polls(_ transport: CurlTransport, _ rounds: InFlightDeadlines) -> LivenessProbe {
    LivenessProbe(name: "polls") { answer in transport.ping { answer(rounds.isOnTime) } }
  }

  /// Transactions of the log can begin.
  static func log(_ log: EventLog) -> LivenessProbe { LivenessProbe(name: "log") { log.ping($0) } }

  /// Messages go out to the sinks and are answered, or given up in time.
  static func deliveries(_ transport: CurlTransport, _ attempts: InFlightDeadlines) -> LivenessProbe {
    LivenessProbe(name: "deliveries") { answer in transport.ping { answer(attempts.isOnTime) } }
  }

  /// Clients of the socket are served.
  static func socket(_ server: SocketServer) -> LivenessProbe {
    LivenessProbe(name: "socket") { answer in server.ping { answer(true) } }
  }
}
