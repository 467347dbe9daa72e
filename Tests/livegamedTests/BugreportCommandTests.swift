import Foundation
import LiveCore
import Testing

@Suite(.timeLimit(.minutes(2))) struct BugreportCommandTests {
  /// A port without a listener: the daemon also runs without a source.
  private static let closedPort = 1

  @Test func hasEachPartAndNoSecret() async throws {
    let daemon = try RunningDaemon(
      port: Self.closedPort, sinks: "den: {type: ntfy, url: 'https://ntfy.example', topic: most-secret}")
    try daemon.start()
    while (try? SocketClient(path: daemon.socket)) == nil { try await Task.sleep(for: .milliseconds(20)) }
    let report = try Program.run([
      "bugreport", "--config", "\(daemon.folder)/livegamed.yaml", "--socket", daemon.socket, "--game", "747175",
    ])
    #expect(report.status == 0, "\(report)")
    let headings = report.output.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("# /") }
    #expect(
      headings == [
        "# livegamed \(try #require(headings.first).split(separator: " ")[2])", "## Configuration, without secrets",
        "## Status", "## Outbox", "## Events of game 747175", "## Warnings of the service",
      ])
    #expect(report.output.contains("    type: ntfy\n    url: [redacted]\n    topic: [redacted]\n"))
    #expect(report.output.contains(#"{"op":"status""#) && !report.output.contains("most-secret"))
    #expect(daemon.stop() == 0)
  }

  @Test func withoutADaemonItSaysSo() throws {
    let report = try Program.run(["bugreport", "--socket", "/none/livegamed.sock"])
    #expect(report.status == 0 && report.output.contains("[socket.no-daemon]"), "\(report)")
  }
}
