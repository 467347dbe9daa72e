import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct FinalDoubtTests {
  private let tracker = Tracker(game: PlayedGame.id)

  /// Returns a game whose linescore has one run more than its play log.
  private func doubtful(_ code: String = "FW") -> PlayedGame {
    var game = PlayedGame()
    game.play("strikeout", .bottom, inning: 10, outs: 3)
    game.status(code)
    game.change { $0.linescore.homeRuns = 1 }
    return game
  }

  /// Returns the outcomes of an unchanged answer at these seconds.
  private func outcomes(_ snapshot: GameSnapshot, at seconds: [Int]) -> [Tracker.Outcome] {
    var state = TrackerState(baseline: .tellAll)
    return seconds.map { second in
      let outcome = tracker.track(state, snapshot, observedAt: PlayedGame.firstPitch + .seconds(second))
      state = outcome.state
      return outcome
    }
  }

  private func finals(_ outcomes: [Tracker.Outcome]) -> [Event] {
    outcomes.flatMap(\.events).filter { $0.data.tags.contains(.final) }
  }

  @Test func aFinalWithTwoScoresIsLoggedOnceWithThatOfTheLinescore() throws {
    let outcomes = outcomes(doubtful().snapshot, at: [0, 100, 299, 300, 400, 90_000])
    let final = try #require(finals(outcomes).first)
    #expect(finals(outcomes).count == 1 && finals([outcomes[3]]).count == 1)
    #expect(final.data.score == Score(away: 0, home: 1) && final.data.tags == [.final, .shutout, .unconfirmed])
    #expect(
      final.data.summary
        == "Arizona Diamondbacks beat the Toronto Blue Jays 1–0 in 10 innings (the play log does not confirm the score)."
    )
    #expect(outcomes.flatMap(\.faults).map(\.code) == [.finalUnconfirmed])
    #expect(outcomes.last?.state.isOver == true)
  }

  @Test func gameOverWaitsForItsFinalForHalfAnHour() {
    let outcomes = outcomes(doubtful("O").snapshot, at: [0, 301, 1799, 1800])
    #expect(outcomes.map { finals([$0]).count } == [0, 0, 0, 1])
  }

  @Test func aScoreThatIsCorrectedLaterIsARevision() {
    var game = doubtful()
    var state = TrackerState(baseline: .tellAll)
    var events: [Event] = []
    func poll(_ second: Int) {
      let outcome = tracker.track(state, game.snapshot, observedAt: PlayedGame.firstPitch + .seconds(second))
      state = outcome.state
      events += outcome.events
    }
    poll(0)
    poll(300)
    game.correct(0) { $0.result.score = Score(away: 0, home: 1) }
    game.change { $0.linescore.homeRuns = 1 }
    poll(400)
    poll(500)
    let finals = events.filter { $0.data.tags.contains(.final) }
    #expect(finals.map(\.data.revision) == [1, 2] && finals.last?.data.tags == [.final, .shutout])
    #expect(finals.last?.data.summary == "Arizona Diamondbacks beat the Toronto Blue Jays 1–0 in 10 innings.")
  }

  @Test func aChangedScoreRestartsTheWait() {
    var game = doubtful()
    var state = TrackerState(baseline: .tellAll)
    for (second, reported) in [(0, false), (200, false), (400, false), (499, false), (500, true)] {
      if second == 200 { game.change { $0.linescore.homeRuns = 2 } }
      state = tracker.track(state, game.snapshot, observedAt: PlayedGame.firstPitch + .seconds(second)).state
      #expect(state.ledger.has(.status(.final, in: PlayedGame.id)) == reported)
    }
  }

  @Test func aFinalWithoutAScoreIsLoggedToo() {
    var game = PlayedGame()
    game.status("F")
    #expect(finals(outcomes(game.snapshot, at: [0, 301])).map(\.data.tags) == [[.final, .tied, .unconfirmed]])
  }

  @Test func aForfeitNeedsNoAgreementOfScores() {
    var game = doubtful("QV")
    game.change { $0.linescore.awayRuns = 9 }
    #expect(finals(outcomes(game.snapshot, at: [0])).map(\.data.score) == [Score(away: 9, home: 1)])
  }

  @Test func noGameIsOverBeforeItsFinalWasLogged() throws {
    let snapshot = doubtful().snapshot
    let late = PlayedGame.firstPitch + .seconds(5 * 86_400)
    var state = TrackerState(baseline: .tellAll)
    // A restart an hour later, without an event in between.
    state = tracker.track(state, snapshot, observedAt: late).state
    state.finalAt = late - .seconds(7200)
    state = tracker.track(state, snapshot, observedAt: late + .seconds(60)).state
    #expect(!state.isOver)
  }
}
