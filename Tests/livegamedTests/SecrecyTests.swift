import Foundation
import LiveCore
import Testing

/// Data of the running daemon that other programs can see.
@Suite(.timeLimit(.minutes(2))) struct SecrecyTests {
  /// A port without a listener: the daemon also runs without a source.
  private static let closedPort = 1

  @Test func aDaemonNeverWritesACoreFile() async throws {
    let daemon = try RunningDaemon(port: Self.closedPort)
    try daemon.start()
    let pid = try #require(daemon.pid)
    var hello: WatchLine?
    while hello == nil {
      try await Task.sleep(for: .milliseconds(20))
      // The socket listens before SIGTERM is handled; `hello` comes after that.
      hello = try await (try? SocketClient(path: daemon.socket))?.next()
    }
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8).split(separator: "\n")
    let line = try #require(limits.first { $0.hasPrefix("Max core file size") })
    #expect(line.split(separator: " ").suffix(3) == ["0", "0", "bytes"])
    #expect(daemon.stop() == 0)
  }
}
