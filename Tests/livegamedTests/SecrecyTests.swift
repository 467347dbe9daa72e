import Foundation
import LiveCore
import Testing

/// What other programs can see of the running daemon.
@Suite(.timeLimit(.minutes(2))) struct SecrecyTests {
  /// Nobody listens there: the daemon runs without a source, too.
  private static let closedPort = 1

  @Test func aDaemonNeverWritesACoreFile() async throws {
    let daemon = try RunningDaemon(port: Self.closedPort)
    try daemon.start()
    let pid = try #require(daemon.pid)
    while (try? SocketClient(path: daemon.socket)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8).split(separator: "\n")
    let line = try #require(limits.first { $0.hasPrefix("Max core file size") })
    #expect(line.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    #expect(daemon.stop() == 0)
  }
}
