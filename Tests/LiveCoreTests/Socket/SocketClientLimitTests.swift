internal import Glibc
internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Daemons that accept connections and never send anything.
@Suite(.timeLimit(.minutes(1))) struct SocketClientLimitTests {
  /// Connects to a listener that is never served.
  private func withSilence(_ body: (SocketClient) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/silent.sock"
    let listener = try BoundSocket.bound(to: path, type: SOCK_STREAM)
    defer { close(listener) }
    #expect(listen(listener, 4) == 0)
    try await body(try SocketClient(path: path))
  }

  private func fault(
    after seconds: Int, _ ask: @escaping @Sendable (ManualClock) async throws -> WatchLine
  ) async -> Fault? {
    let clock = ManualClock()
    async let answer = ask(clock)
    await clock.whenSleeping()
    clock.advance(by: .seconds(seconds))
    do {
      _ = try await answer
      return nil
    } catch {
      return error as? Fault
    }
  }

  @Test(arguments: [SocketClient.Query.status, .scoreboard])
  func aQueryTimesOutAfterTenSeconds(query: SocketClient.Query) async throws {
    try await withSilence { client in
      let fault = await fault(after: 10) { try await client.answer(to: query, by: $0) }
      #expect(fault?.code == .socketSilent && fault?.message == "the daemon has not answered within 10 s")
    }
  }

  @Test func aCommandTimesOutAfterAMinute() async throws {
    try await withSilence { client in
      let fault = await fault(after: 60) { try await client.answer(to: .sinks, by: $0) }
      #expect(fault?.code == .socketSilent)
    }
  }
}
