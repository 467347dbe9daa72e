import Foundation
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// The events of whole games, compared with stored files, so that a change of the tracker shows as changed lines.
@Suite struct GoldenTests {
  @Test(
    .enabled(if: !RealGamesTests.finals.isEmpty, "the real games in ../shared are not here"),
    arguments: RealGamesTests.finals)
  func realGamesGiveTheirGoldenEvents(url: URL) throws {
    let final = try snapshot([UInt8](SharedData.json(url)))
    let events = try Replayed.events(of: Replayed.everyStep(of: final))
    try GoldenFile("\(final.gamePk)").check(events.map(GoldenFile.line))
  }

  @Test(arguments: [1, 2, 3])
  func simulatedGamesGiveTheirGoldenEvents(seed: UInt64) throws {
    let slate = Slate(seed: seed, games: 1, firstPitch: 1_784_000_000, spread: 0)
    let game = try #require(slate.games.first)
    let times = game.moments.enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element) + [game.end]
    let events = try Replayed.events(of: times.map { try snapshot(game.feed(at: $0)) })
    try GoldenFile("simulated-\(seed)").check(events.map(GoldenFile.line))
  }

  private func snapshot(_ body: [UInt8]) throws -> GameSnapshot {
    var decoder = MLBFeedDecoder()
    try decoder.feed(body.span)
    return try decoder.finish()
  }

  @Test func aLineHasTheImportantMembers() throws {
    var game = PlayedGame()
    let steal = PlayedGame.action("stolen_base_2b", index: 2)
    game.play("home_run", runs: 1, actions: [steal])
    let lines = try Replayed.events(of: [game.snapshot]).map(GoldenFile.line)
    #expect(
      lines.suffix(2) == [
        "1-top/runner/7/1@1 action 0-0 outs=0 importance=2 at=0.2 stolen_base_2b,stolen_base",
        "1-top/pa/1/1@1 play 1-0 outs=0 importance=4 at=0 home_run,hit,scoring,go_ahead odds=0.5325>0.4218,0.94",
      ])
    var event = NumberedEvents.event(3, tags: [])
    (event.data.score, event.data.outs, event.data.play) = (nil, nil, nil)
    (event.data.revision, event.data.late, event.data.provisional, event.data.change) = (2, true, true, .retracted)
    event.data.cause = Fact(rawValue: "mlb/747175/1-top/pa/1/1")
    #expect(
      GoldenFile.line(of: event)
        == "5-top/pa/3/1@2 play - outs=- importance=2 at=- - late provisional retracted cause=1-top/pa/1/1")
  }

  @Test(arguments: [
    (["a", "b"], ["a", "b"], nil),
    (["a", "b", "c"], ["a", "x", "y"], "line 2 differs, 2 lines in all\n- b\n+ x"),
    (["a", "b"], ["a"], "line 2 differs, 1 lines in all\n- b\n+ (the end)"),
    ([], ["a"], "line 1 differs, 1 lines in all\n- (the end)\n+ a"),
  ])
  func theFirstDifferenceIsNamed(written: [String], actual: [String], message: String?) {
    #expect(GoldenFile.difference(from: written, to: actual) == message)
  }
}
