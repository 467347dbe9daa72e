import LiveCore
import LiveModel
import Testing

@testable import LiveWeb

@Suite struct SimulatedSourceTests {
  @Test func anEveningHasFactsAndSummaries() async throws {
    let source = SimulatedSource()
    try source.play(to: SimulatedSource.firstPitch + 3600)
    #expect(source.games.count == 3)
    #expect(source.events.contains { $0.event.type == .play })
    let game = try #require(source.ids.first)
    #expect(try await source.details(of: game).value.game.summary.game.id == game.gamePk)
  }
}
