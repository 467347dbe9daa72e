import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct SituationTests {
  private func situation(_ change: (inout Play) -> Void) -> Situation {
    var game = PlayedGame()
    game.play("single")
    game.play("", isComplete: false)
    game.correct(1) { play in
      (play.pitchCount, play.lastPitchIndex, play.lastPitchCall) = (2, 3, "B")
      change(&play)
    }
    return Situation(game.snapshot)
  }

  @Test func aGameWithoutPlaysHasAPause() { #expect(Situation(PlayedGame().snapshot) == .pause(results: 0)) }

  @Test(arguments: [(0, Situation.between(results: 1)), (2, .between(results: 1)), (3, .pause(results: 1))])
  func aPlayIsFollowedByTheNextOneOrThePauseBetweenHalves(outs: Int, situation: Situation) {
    var game = PlayedGame()
    game.play("field_out", outs: outs)
    #expect(Situation(game.snapshot) == situation)
  }

  @Test func anOpenPlateAppearanceHasACount() {
    #expect(situation { _ in } == .count(results: 1, step: 2))
    #expect(situation { $0.pitchCount = 0 } == .between(results: 1))
    #expect(situation { $0.strikes = 2 } == .count(results: 1, step: 2))
  }

  @Test(arguments: [
    (Bases(first: Person(id: 5, name: "")), true), (.empty, false), (Bases(second: Person(id: 5, name: "")), false),
    (Bases(first: Person(id: 5, name: ""), second: Person(id: 6, name: "")), false),
  ])
  func aRunnerWhoMaySteal(bases: Bases, mayMove: Bool) {
    var game = PlayedGame()
    game.play("single", onBase: bases)
    game.play("", isComplete: false)
    game.correct(1) { $0.pitchCount = 1 }
    #expect(Situation(game.snapshot) == .count(results: 1, step: 1, mayMove: mayMove))
  }

  @Test(arguments: [
    ("X", Situation.Outcome.inPlay), ("D", .inPlay), ("E", .scoring), ("H", .other),
  ])
  func aPitchThatEndsThePlayMakesTheResultDue(call: String, outcome: Situation.Outcome) {
    #expect(situation { $0.lastPitchCall = call } == .due(results: 1, outcome))
    let steal = PlayedGame.action("stolen_base_2b", index: 4)
    #expect(
      situation {
        $0.lastPitchCall = call
        $0.actions = [steal]
      } == .due(results: 1, outcome))
  }

  @Test func threeStrikesOrFourBallsMakeTheResultDue() {
    #expect(situation { $0.strikes = 3 } == .due(results: 1, .other))
    #expect(situation { $0.balls = 4 } == .due(results: 1, .other))
  }

  @Test func aPitchingChangeCountsOnlyAfterTheNewestPitch() {
    func change(at index: Int) -> Situation {
      situation { $0.actions = [PlayedGame.action("pitching_substitution", index: index)] }
    }
    #expect(change(at: 4) == .change(results: 1))
    #expect(change(at: 2) == .count(results: 1, step: 2))
    #expect(
      situation { play in
        (play.pitchCount, play.lastPitchIndex, play.lastPitchCall) = (0, nil, nil)
        play.actions = [PlayedGame.action("pitching_substitution", index: 0)]
      } == .change(results: 1))
  }
}
