internal import Glibc
internal import Logging

@testable internal import LivePlatform
@testable internal import LiveCore

/// The daemon's socket alone: events come from standard input instead of from a league.
///
/// `engine SOCKET FOLDER memory|log <control`
///
/// `memory` hands each line over as the daemon does after the commit; `log` commits it first, for clients that read
/// from the log.
@main
enum Engine {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let mode = Publisher.Mode(rawValue: arguments[3]) else {
      end("usage: engine SOCKET FOLDER memory|log <control", status: 64)
    }
    let log = try EventLog(path: "\(arguments[2])/events.sqlite")
    let logger = Logger(label: "engine") { _ in SwiftLogNoOpLogHandler() }
    let server = try SocketServer(log: log, endpoint: .path(arguments[1]), options: options, logger: logger)
    // The publisher ends the process at the end of its input.
    _ = try DedicatedThread(name: "publisher") { Publisher(log: log, mode: mode).run() }
    try await server.run()
  }

  static func end(_ message: String, status: Int32) -> Never {
    let line = "\(message)\n"
    write(STDERR_FILENO, line, line.utf8.count)
    exit(status)
  }

  /// The daemon's options, but with more clients, and without heartbeats, because the receiver finds lines by their
  /// length.
  private static var options: SocketOptions {
    var options = SocketOptions()
    options.clients = 15_000
    options.heartbeat = .seconds(3600)
    return options
  }
}
