import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Suspensions, moved dates and the ids of facts.
extension GameIdentityTests {
  @Test(arguments: [0, 2, 61]) func aSuspendedGameContinuesOnAnyDay(days: Int) throws {
    var game = PlayedGame()
    for batter in 1...10 { game.play("single", batter: batter) }
    var snapshots = [game.snapshot]
    game.status("UR", reason: "Rain")
    game.wait(.seconds(60))
    snapshots.append(game.snapshot)
    game.wait(.seconds(days * 86_400))
    game.status("I")
    game.play("double", .bottom, batter: 11)
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots, restarting: true)
    #expect(
      ids(events).suffix(5) == [
        "1-top/pa/10/1@1", "status/suspended/1@1", "status/resume/1@1", "1-bottom/start@1", "1-bottom/pa/11/1@1",
      ])
    #expect(Set(events.map(\.id)).count == events.count)
  }

  @Test func aNewDateDuringAGameChangesNothing() throws {
    var game = PlayedGame()
    game.play("single")
    var snapshots = [game.snapshot]
    game.change { $0.info.officialDate = "2024-07-13" }
    game.play("double", batter: 2)
    snapshots.append(game.snapshot)
    #expect(try ids(Replayed.events(of: snapshots)).last == "1-top/pa/2/1@1")
  }

  @Test func aGameThatIsMovedBeforeItsFirstPitchStaysTheSame() throws {
    var game = PlayedGame(status: "S")
    var snapshots = [game.snapshot]
    game.status("DR", reason: "Rain")
    game.wait(.seconds(60))
    snapshots.append(game.snapshot)
    rescheduled(&game)
    snapshots.append(game.snapshot)
    played([1], in: &game)
    snapshots.append(game.snapshot)
    #expect(
      try ids(Replayed.events(of: snapshots)) == [
        "status/postponed/1@1", "status/scheduled/1@1", "status/start/1@1", "1-top/start@1", "1-top/pa/1/1@1",
      ])
  }

  @Test func aStateOfAnOlderVersionHasItsDate() throws {
    var (game, snapshots) = washedOut()
    let tracker = Tracker(game: PlayedGame.id)
    var state = TrackerState(baseline: .tellAll)
    for snapshot in snapshots { state = tracker.track(state, snapshot, observedAt: snapshot.timeStamp).state }
    (state.date, state.monotonic) = (nil, nil)
    rescheduled(&game)
    snapshots = [game.snapshot]
    state = tracker.track(state, game.snapshot, observedAt: game.snapshot.timeStamp).state
    #expect(state.replayDate == "2024-07-19")
  }

  @Test func inProgressWithoutAPlayIsNotAStart() throws {
    var game = PlayedGame(status: "I")
    var snapshots = [game.snapshot]
    for code in ["PR", "I"] {
      game.status(code)
      game.wait(.seconds(60))
      snapshots.append(game.snapshot)
    }
    game.play("single")
    snapshots.append(game.snapshot)
    #expect(
      try ids(Replayed.events(of: snapshots)) == [
        "status/delay/1@1", "status/start/1@1", "1-top/start@1", "1-top/pa/1/1@1",
      ])
  }

  /// The game was suspended before the first batter.
  @Test func aGameThatHasNotBegunDoesNotResume() throws {
    var game = PlayedGame(status: "I")
    var snapshots = [game.snapshot]
    for code in ["TR", "UZ", "I"] {
      game.status(code)
      game.wait(.seconds(60))
      snapshots.append(game.snapshot)
    }
    game.play("single")
    snapshots.append(game.snapshot)
    let reported = try ids(Replayed.events(of: snapshots))
    #expect(reported == ["status/suspended/1@1", "status/start/1@1", "1-top/start@1", "1-top/pa/1/1@1"])
  }

  @Test(arguments: ["DR", "CR", "UR"]) func anActionThatComesWithThePostponementIsLogged(code: String) throws {
    var game = PlayedGame()
    game.play("single")
    game.play("", batter: 2, isComplete: false)
    var snapshots = [game.snapshot]
    game.correct(1) { play in
      play.actions = [PlayedGame.action("ejection", index: 2)]
      play.lastEventIndex = 2
    }
    game.status(code, reason: "Rain")
    snapshots.append(game.snapshot)
    let events = try Replayed.events(of: snapshots)
    #expect(ids(events).suffix(2).first == "1-top/ejection/7/1@1")
    let tracker = Tracker(game: PlayedGame.id)
    var state = TrackerState(baseline: .tellAll)
    for snapshot in snapshots { state = tracker.track(state, snapshot, observedAt: PlayedGame.firstPitch).state }
    #expect(!state.isOver)
    let last = tracker.track(state, game.snapshot, observedAt: PlayedGame.firstPitch + .seconds(5))
    #expect(last.events.isEmpty && last.state.isOver == (code != "UR"))
  }

  @Test func aPitchThatIsListedTwiceGivesTwoFactsOnly() throws {
    var game = PlayedGame()
    var pitch = PlayedGame.action("", index: 1)
    (pitch.type, pitch.playId) = ("pitch", "a1b2-c3")
    pitch.reviews = [Review(reviewType: "MJ", isOverturned: true, inProgress: false)]
    var again = pitch
    (again.index, again.score) = (3, Score(away: 1, home: 0))
    game.play("single", actions: [pitch, again])
    let events = try Replayed.events(of: Array(repeating: game.snapshot, count: 5))
    #expect(
      ids(events).filter { $0.contains("pitch") } == ["1-top/pitch/a1b2-c3@1", "1-top/pitch/a1b2-c3/2@1"])
    // The second of two drafts of one fact is never logged.
    var ledger = Ledger()
    let draft = FactDraft(fact: Fact(rawValue: "mlb/1/x/y"), type: .status, importance: 1, tags: [], summary: "")
    var other = draft
    other.tags = [.final]
    #expect(ledger.take([draft, other]).count == 1 && ledger.take([draft, other]).isEmpty)
  }

  @Test(arguments: ["../../x", "a b", "", String(repeating: "a", count: 65), "é"])
  func aStrangeIdIsNotPartOfAFact(id: String) throws {
    var game = PlayedGame()
    var pitch = PlayedGame.action("", index: 1)
    (pitch.type, pitch.playId) = ("pitch", id)
    pitch.reviews = [Review(reviewType: "MJ", isOverturned: true, inProgress: false)]
    game.play("single", actions: [pitch, PlayedGame.action("Wild@Pitch", index: 2)])
    let reported = try ids(Replayed.events(of: [game.snapshot]))
    #expect(reported.contains("1-top/pitch/1/1@1") && reported.contains("1-top/action/7/1@1"))
  }
}
