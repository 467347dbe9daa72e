import Foundation
import LiveSimulator
import Testing

@testable import livegamed

/// A source for the program under test: a slate whose games begin in twenty minutes, played at 600 times real time.
enum SimulatedSource {
  /// Serves the slate while `use` runs, and passes it the slate and its loopback port.
  static func serve(seed: UInt64, games: Int, to use: (Slate, _ port: Int) async throws -> Void) async throws {
    let now = Date.now.timeIntervalSince1970
    let slate = Slate(seed: seed, games: games, firstPitch: now + 1200, spread: 30)
    let server = SimulatorServer(slate: slate, now: VirtualClock.running(from: now, speed: 600))
    try await withThrowingTaskGroup(of: Void.self) { group in
      let (ports, opened) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
      group.addTask { try await server.run { opened.yield($0) } }
      let port = try #require(await ports.first { _ in true })
      try await use(slate, port)
      group.cancelAll()
    }
  }
}
