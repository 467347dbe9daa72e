import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ProvisionalTests {
  /// Returns a game with a runner on base and a batter whose newest pitch has that call.
  private func game(call: String?) -> PlayedGame {
    var game = PlayedGame()
    game.play("double")
    game.play("", batter: 2, isComplete: false)
    game.correct(1) { $0.lastPitchCall = call }
    return game
  }

  private func play(_ snapshots: [GameSnapshot]) throws -> [Event] {
    try Replayed.events(of: snapshots).filter { $0.data.fact.rawValue.hasSuffix("pa/2/1") }
  }

  @Test(arguments: ["X", "D", "B", "S", nil])
  func onlyARunGivesAProvisionalEvent(call: String?) throws {
    #expect(try play([game(call: call).snapshot]).isEmpty)
  }

  @Test func aRunInPlayIsLoggedAtOnceAndThenInFull() throws {
    var game = game(call: "E")
    let early = game.snapshot
    game.correct(1) { play in
      play.isComplete = true
      play.isScoringPlay = true
      play.result = .init(eventType: "single", description: "Batter 2 singles.", rbi: 1, score: Score(away: 1, home: 0))
    }
    let events = try play([early, early, game.snapshot])
    #expect(events.map(\.data.provisional) == [true, false] && events.map(\.data.revision) == [1, 2])
    #expect(events.first?.data.score == nil && events.first?.data.play?.eventType == nil)
    #expect(events.last?.data.summary == "Batter 2 singles. TOR 1, AZ 0")
    #expect(events.last?.data.cause == nil)
  }

  @Test func aLinescoreAheadOfThePlaysGivesTheNumberOfRuns() throws {
    var game = game(call: nil)
    game.change { $0.linescore.awayRuns = 2 }
    let event = try #require(try play([game.snapshot]).first)
    #expect(event.data.provisional && event.data.play?.runs == 2 && event.data.score == Score(away: 2, home: 0))
  }

  @Test func aRunThatDidNotCountIsRetracted() throws {
    var game = game(call: "E")
    var snapshots = [game.snapshot]
    game.correct(1) { $0.lastPitchCall = "F" }
    for _ in 0..<4 {
      snapshots.append(game.snapshot)
      game.wait(.seconds(10))
    }
    let events = try play(snapshots)
    #expect(events.map(\.data.retracted) == [false, true])
    #expect(events.allSatisfy { $0.data.provisional })
  }

  @Test func aCompletePlayIsNotProvisionalAgain() throws {
    var game = game(call: "E")
    game.correct(1) { play in
      play.isComplete = true
      play.result.eventType = "single"
    }
    let full = game.snapshot
    game.correct(1) { $0.isComplete = false }
    #expect(try play([full, game.snapshot]).count == 1)
  }
}
