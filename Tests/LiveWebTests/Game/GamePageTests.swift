import LiveMLB
import LivePlatform
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The page of a game that a daemon follows.
@Suite struct GamePageTests {
  private let source = SimulatedSource()
  private var visitor: PageVisitor { PageVisitor(section: GameSection(source: source)) }
  private static let middle = SimulatedSource.firstPitch + 5400
  private static let end = SimulatedSource.firstPitch + 86_400

  private func address(_ query: String = "") throws -> String {
    "mlb/games/\(try #require(source.ids.first).gamePk)\(query)"
  }

  @Test func aLiveGameHasScoreSituationAndPlays() async throws {
    try source.play(to: Self.middle)
    var visitor = visitor
    visitor.time = Self.middle
    let html = try await visitor.html(address())
    #expect(MarkupCheck.flaws(in: html) == [])
    let game = try #require(source.games.first { $0.game.id == source.ids.first?.gamePk })
    let score = try #require(game.score)
    #expect(html.contains("</span>\(score.away)</b>") && html.contains("</span>\(score.home)</b>"))
    #expect(html.contains(#"id="now""#) && html.contains(#"id="linescore""#) && html.contains(#"class="plays""#))
    #expect(!html.contains("{{"))
  }

  @Test func aFinishedGameHasAllPlays() async throws {
    try source.play(to: Self.end)
    var visitor = visitor
    visitor.time = Self.end
    let html = try await visitor.html(address("?plays=all"))
    #expect(MarkupCheck.flaws(in: html) == [])
    let plays = source.events.filter { $0.event.type == .play && $0.event.data.gameID == source.ids.first }
    for fact in Set(plays.map(\.event.data.fact)) { #expect(html.contains("id=\"\(GameFact.elementID(of: fact))\"")) }
    #expect(html.utf8.count <= 48 * 1024, "\(html.utf8.count)")
  }
}
