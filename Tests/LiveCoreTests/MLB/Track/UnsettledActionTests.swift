import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct UnsettledActionTests {
  private func game(lastIndex: Int) -> PlayedGame {
    var game = PlayedGame()
    game.play("", actions: [PlayedGame.action("stolen_base_2b", index: 2)], isComplete: false)
    game.correct(0) { $0.lastEventIndex = lastIndex }
    return game
  }

  private func actions(_ snapshots: [GameSnapshot]) throws -> [Event] {
    try Replayed.events(of: snapshots).filter { $0.type == .action }
  }

  @Test func theNewestActionIsHeldBack() throws {
    #expect(try actions([game(lastIndex: 2).snapshot]).isEmpty)
  }

  @Test func aLaterPitchSettlesIt() throws {
    #expect(try actions([game(lastIndex: 3).snapshot]).count == 1)
  }

  @Test func threeUnchangedSecondsSettleIt() throws {
    var game = game(lastIndex: 2)
    let first = game.snapshot
    game.wait(.seconds(2))
    #expect(try actions([first, game.snapshot]).isEmpty)
    game.wait(.seconds(1))
    #expect(try actions([first, game.snapshot]).count == 1)
  }

  @Test func ourClockSettlesItIfTheFeedDoesNotChange() {
    let snapshot = game(lastIndex: 2).snapshot
    let tracker = Tracker(game: PlayedGame.id)
    let first = tracker.track(TrackerState(baseline: .tellAll), snapshot, observedAt: PlayedGame.firstPitch)
    let second = tracker.track(first.state, snapshot, observedAt: PlayedGame.firstPitch + .seconds(3))
    #expect(!first.events.contains { $0.type == .action } && second.events.map(\.type) == [.action])
  }

  @Test func aWrongVersionIsNeverLogged() throws {
    var game = game(lastIndex: 2)
    let first = game.snapshot
    game.correct(0) { $0.actions[0].eventType = "caught_stealing_2b" }
    let changed = game.snapshot
    game.wait(.seconds(3))
    let reported = try actions([first, changed, game.snapshot])
    #expect(reported.map(\.data.revision) == [1])
    #expect(reported.first?.data.tags.contains(.caughtStealing) == true)
  }
}
