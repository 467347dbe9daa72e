import LiveMLB
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The stream of a simulated game.
@Suite struct GameSceneTests {
  private let source = SimulatedSource(PlayedGame.slate)
  private let section: GameSection

  init() { section = GameSection(source: source) }

  private var id: GameID { source.ids[0] }

  private func scene(
    after cursor: Int?, _ filter: PlayFilter = .all, at time: Double = PlayedGame.middle, delay: Int = 0
  ) async throws -> LiveScene {
    var preferences = Preferences()
    preferences.delay = delay
    let view = LiveView(.game(id, filter), preferences)
    let scene = try await section.scene(of: view, after: cursor, at: Timestamp(seconds: Int64(time)))
    return try #require(scene)
  }

  @Test func aSceneHasThePartsOfThePage() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let scene = try await scene(after: nil)
    #expect(scene.parts.map(\.id).starts(with: ["score", "now", "linescore", "chances"]))
    #expect(scene.facts.isEmpty && scene.cursor == source.newest)
  }

  @Test func everyElementHasItsID() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let templates = try PageTemplates()
    let scene = try await scene(after: 0)
    #expect(!scene.facts.isEmpty)
    for element in scene.parts + scene.facts {
      let html = templates.line(element.content, in: PageTemplates.Surroundings(prefix: ""))
      #expect(html.prefix { $0 != ">" }.contains("id=\"\(element.id)\""), "\(element.id)")
      #expect(MarkupCheck.flaws(in: html).filter { !$0.hasPrefix("nothing has") } == [], "\(element.id)")
    }
  }

  @Test func newPlaysFollowTheSectionOfTheirHalfInning() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let cursor = source.newest
    PlayedGame.play(source, to: PlayedGame.later)
    let scene = try await scene(after: cursor, at: PlayedGame.later)
    #expect(scene.facts.first?.id.hasPrefix("half-") == true && scene.facts.count > 1)
    let new = Set(source.events.filter { $0.sequence > cursor && $0.event.type == .play }.map(\.event.data.fact))
    let ids = scene.facts.map(\.id)
    for fact in new { #expect(ids.contains(GameFact.elementID(of: fact))) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func aCorrectionReplacesItsPlayAndIsAnnounced() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let cursor = source.newest
    let play = try #require(source.events.last { $0.event.type == .play }?.event)
    source.revise(play.data.fact, as: .corrected, at: Timestamp(seconds: Int64(PlayedGame.middle))) { data in
      data.play?.description = "Reaches on an error."
    }
    let scene = try await scene(after: cursor)
    #expect(scene.facts.map(\.id).last == GameFact.elementID(of: play.data.fact))
    #expect(scene.sentences == ["Corrected: Reaches on an error."])
  }

  @Test func onlySelectedPlaysAreSent() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let scene = try await scene(after: 0, .scoring)
    let scoring = Set(source.events.filter { $0.event.data.tags.contains(.scoring) }.map(\.event.data.fact))
    #expect(
      Set(scene.facts.map(\.id).filter { $0.hasPrefix("f-") }) == Set(scoring.map { GameFact.elementID(of: $0) }))
  }

  @Test func aDelayedStreamEndsBeforeTheFirstPlayThatWaits() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let scene = try await scene(after: 0, delay: 300)
    #expect(scene.cursor < source.newest && scene.nextChange != nil)
    let later = try await self.scene(after: scene.cursor, at: PlayedGame.middle + 310, delay: 300)
    #expect(later.cursor == source.newest && !later.facts.isEmpty)
  }

  @Test func theEndChangesTheArrangement() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let live = try await scene(after: nil).arrangement
    PlayedGame.play(source, to: PlayedGame.end)
    let final = try await scene(after: nil, at: PlayedGame.end)
    #expect(live != final.arrangement && !final.parts.map(\.id).contains("now"))
  }

  @Test func theLogIsReadOnlyBehindWhatIsKnown() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let histories = GameHistories()
    let first = try await histories.history(of: id, from: source)
    PlayedGame.play(source, to: PlayedGame.later)
    let second = try await histories.history(of: id, from: source)
    #expect(second.logged == source.events && second.logged.count > first.logged.count)
    #expect(second.newest == source.newest && second.own.count == second.logged.count)
  }
}
