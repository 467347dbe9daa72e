import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ReviewTests {
  private func abs(_ overturned: Bool, by team: Int = 141) -> Review {
    Review(
      reviewType: "MJ", isOverturned: overturned, inProgress: false, challengeTeam: team,
      player: Person(id: 9, name: "Bo Naylor"))
  }

  private func pitch(_ index: Int, _ review: Review) -> Action {
    var pitch = PlayedGame.action("", index: index)
    (pitch.type, pitch.playId, pitch.reviews, pitch.description) = ("pitch", "uuid-\(index)", [review], "Called Strike")
    return pitch
  }

  @Test func aReviewedPitchIsASeparateAction() throws {
    var game = PlayedGame()
    game.play("strikeout", outs: 1, actions: [pitch(2, abs(true))])
    game.change { $0.absChallengesLeft.away = 2 }
    let event = try #require(try Replayed.events(of: [game.snapshot]).first { $0.type == .action })
    #expect(event.data.fact.rawValue == "mlb/900001/1-top/pitch/uuid-2")
    #expect(event.data.tags == [.absChallenge, .overturned] && event.data.play?.eventType == "pitch")
    #expect(
      event.data.summary
        == "Pitch challenged by Bo Naylor, call overturned: Called Strike; Toronto Blue Jays: 2 challenges left"
    )
  }

  @Test func aPitchUnderReviewWaits() throws {
    var game = PlayedGame()
    var open = abs(false)
    open.inProgress = true
    game.play("strikeout", outs: 1, actions: [pitch(2, open)])
    #expect(try !Replayed.events(of: [game.snapshot]).contains { $0.type == .action })
  }

  @Test func theRemainingChallengesAreThoseOfThatTime() throws {
    var game = PlayedGame()
    game.play("walk", actions: [pitch(1, abs(false)), pitch(2, abs(true))])
    game.play("strikeout", batter: 2, outs: 1, actions: [pitch(1, abs(false))])
    game.change { $0.absChallengesLeft.away = 0 }
    let left = try Replayed.events(of: [game.snapshot]).compactMap { $0.data.play?.reviews?.first?.remaining }
    #expect(left == [1, 1, 0])
  }

  @Test func aReviewedPlayHasItsReviewAndTheResultIsARevision() throws {
    var game = PlayedGame()
    game.play("field_out", outs: 1)
    let before = game.snapshot
    game.correct(0) { play in
      play.result.eventType = "single"
      play.reviews = [
        Review(reviewType: "MF", isOverturned: true, inProgress: false, challengeTeam: 109, player: nil),
        Review(reviewType: "MA", isOverturned: false, inProgress: false, challengeTeam: 109, player: nil),
      ]
    }
    let play = try #require(try Replayed.events(of: [before, game.snapshot]).last)
    #expect(play.data.revision == 2 && play.data.tags.contains(.review) && play.data.tags.contains(.overturned))
    #expect(play.data.play?.reviews?.map(\.side) == [.home, .home])
  }

  @Test func anErrorBelongsToTheActionOrPlayInWhichItHappened() throws {
    var game = PlayedGame()
    game.play("single", actions: [PlayedGame.action("error", index: 1), PlayedGame.action("balk", index: 2)])
    game.correct(0) { play in
      let credit = RunnerMovement.Credit(fielder: 7, kind: "f_throwing_error")
      play.runners = [RunnerMovement(runner: play.batter, end: "2B", isOut: false, playIndex: 2, credits: [credit])]
    }
    let tags = try Replayed.events(of: [game.snapshot]).filter { $0.type == .action }.map(\.data.tags)
    #expect(tags == [[], [LiveModel.Tag(rawValue: "balk"), .error]])
  }

  @Test func anUnknownCodeIsATag() throws {
    var game = PlayedGame()
    game.play("flux_out", outs: 1, actions: [PlayedGame.action("quantum_review_7", index: 1)])
    let events = try Replayed.events(of: [game.snapshot]).filter { $0.type == .action || $0.type == .play }
    #expect(events.map { $0.data.tags.first?.rawValue } == ["quantum_review_7", "flux_out"])
  }
}
