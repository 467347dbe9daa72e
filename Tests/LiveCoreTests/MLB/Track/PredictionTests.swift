import Testing
import WireSchema

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

/// Predictions and their outcomes as facts of a game.
@Suite struct PredictionTests {
  private var predicted: PredictedGame {
    var game = PredictedGame()
    game.poll()
    game.predict(game.prediction())
    return game
  }

  @Test func aPredictionIsLoggedOnce() throws {
    var game = PredictedGame()
    #expect(game.poll().isEmpty)
    let events = game.predict(game.prediction())
    #expect(events.map(\.id) == ["mlb/900001/prediction@1"])
    let event = try #require(events.first)
    #expect(event.type == .prediction && event.data.tags == [.predicted] && event.data.importance == 0)
    #expect(event.data.team == nil && event.data.players.isEmpty && event.data.score == nil)
    #expect(
      event.data.summary
        == "First five innings: Toronto Blue Jays 2.0 and Arizona Diamondbacks 3.0 runs on average; "
        + "chance to win: Arizona Diamondbacks 57 %")
    #expect(event.data.prediction == game.prediction())
    #expect(WireFormat.faults(in: try CloudEvent(event: event, sequence: 1, logID: LogID(rawValue: "1")).line()) == [])
    // Other numbers about the same lineups are no news.
    #expect(game.predict(game.prediction(away: 4)).isEmpty && game.poll().isEmpty)
  }

  @Test func aChangedLineupAndPitcherAreRevisions() {
    var game = predicted
    let old = game.prediction()
    game.game.change { $0.lineups.away.starters.swapAt(3, 4) }
    game.poll()
    // An answer that comes late is about the lineup before.
    #expect(game.predict(old).isEmpty)
    #expect(game.predict(game.prediction()).map(\.id) == ["mlb/900001/prediction@2"])
    game.game.change { $0.lineups.home.probablePitcher = Person(id: 300, name: "Kelly") }
    game.poll()
    let third = game.predict(game.prediction())
    #expect(third.map(\.id) == ["mlb/900001/prediction@3"] && third.map(\.data.change) == [.corrected])
  }

  @Test func knownWeatherIsARevision() {
    var game = PredictedGame()
    game.poll()
    game.predict(game.prediction(unknown: [.weather]))
    #expect(Tracker(game: PlayedGame.id).lacksPrediction(game.state, game.game.snapshot))
    #expect(game.predict(game.prediction(unknown: [.weather])).isEmpty)
    #expect(game.predict(game.prediction()).map(\.data.revision) == [2])
    #expect(!Tracker(game: PlayedGame.id).lacksPrediction(game.state, game.game.snapshot))
  }

  @Test func nothingIsPredictedAfterTheFirstPitch() {
    var game = PredictedGame()
    game.poll()
    let prediction = game.prediction()
    game.play(1...1)
    game.poll()
    #expect(game.predict(prediction).isEmpty && game.state.prediction == nil)
    game.play(2...6)
    #expect(game.poll().isEmpty)
    // An answer that was not accepted is not predicted either.
    var early = PredictedGame()
    #expect(early.predict(early.prediction()).isEmpty)
  }

  @Test func theOutcomeComesAfterTheFifthInning() throws {
    var game = predicted
    game.play(1...5, away: 1, home: 0)
    #expect(game.poll().isEmpty)
    game.play(6...6, away: 4)
    let events = game.poll()
    #expect(events.map(\.id) == ["mlb/900001/prediction/outcome@1"])
    let event = try #require(events.first)
    #expect(event.data.score == Score(away: 5, home: 0) && event.data.tags == [.settled])
    let outcome = try #require(event.data.prediction)
    #expect(outcome.away.runs == 5 && outcome.home.runs == 0 && outcome.winner == nil)
    #expect(
      event.data.summary
        == "After five innings: Toronto Blue Jays 5 (expected 2.0, chance of 5: 8 %), "
        + "Arizona Diamondbacks 0 (expected 3.0, chance of 0: 20 %)")
    #expect(WireFormat.faults(in: try CloudEvent(event: event, sequence: 1, logID: LogID(rawValue: "1")).line()) == [])
    // It is logged at its place, before the sixth inning.
    let facts = game.events.map(\.data.fact.rawValue)
    let place = try #require(facts.firstIndex(of: event.data.fact.rawValue))
    #expect(facts[place - 1] == "mlb/900001/5-bottom/end" && facts[place + 1] == "mlb/900001/6-top/start")
    #expect(game.poll().isEmpty)
  }

  @Test func theFinalAddsTheWinner() throws {
    var game = predicted
    game.play(1...9, away: 1, lastHalf: .bottom)
    game.poll()
    game.game.status("F")
    game.game.wait(.seconds(10))
    let events = game.poll()
    #expect(events.map(\.id) == ["mlb/900001/prediction/outcome@2"] && events.first?.data.change == .completed)
    #expect(events.first?.data.prediction?.winner == .away && events.first?.data.cause == nil)
    #expect(events.first?.data.summary.hasSuffix("Toronto Blue Jays won (chance 43 %)") == true)
    #expect(game.events.last?.data.fact == .outcome(in: PlayedGame.id))
  }

  @Test func correctedRunsCorrectTheOutcome() throws {
    var game = predicted
    game.play(1...6, away: 1)
    game.poll()
    // The run of the fifth inning is taken off the board: all scores after it change.
    let plays = game.game.snapshot.plays
    for index in plays.indices where plays[index].inning.number >= 5 {
      game.game.correct(index) { play in
        play.result.score = Score(away: (play.result.score?.away ?? 1) - 1, home: 0)
        if play.inning.number == 5, play.inning.half == .top, play.outs == 0 {
          (play.result.eventType, play.isScoringPlay) = ("double", false)
        }
      }
    }
    let events = game.poll()
    #expect(events.map(\.id) == ["mlb/900001/prediction/outcome@2"] && events.first?.data.change == .corrected)
    #expect(events.first?.data.cause == Fact(rawValue: "mlb/900001/5-top/pa/1/1"))
    #expect(events.first?.data.prediction?.away.runs == 4 && events.first?.data.score?.away == 4)
  }

  @Test func aGameThatIsCutShortHasNoOutcome() {
    var short = predicted
    short.play(1...5, away: 1, lastHalf: .top)
    short.game.status("F")
    short.poll()
    short.game.wait(.seconds(600))
    #expect(short.poll().isEmpty && short.events.contains { $0.data.fact == .status(.final, in: PlayedGame.id) })
    var five = predicted
    five.play(1...5, away: 1)
    five.game.status("F")
    #expect(five.poll().map(\.data.prediction?.winner) == [.away])
  }

  @Test(arguments: [false, true]) func nothingIsRepeatedAfterARestart(isLost: Bool) throws {
    var game = predicted
    try game.restore(isLost: isLost)
    #expect(game.poll().isEmpty && game.predict(game.prediction()).isEmpty)
    game.play(1...6, away: 1)
    #expect(game.poll().map(\.data.revision) == [1])
    try game.restore(isLost: isLost)
    #expect(game.poll().isEmpty)
    game.play(7...9)
    game.game.status("F")
    game.poll()
    try game.restore(isLost: isLost)
    game.game.wait(.seconds(10))
    #expect(game.poll().isEmpty)
    let outcomes = game.events.filter { $0.data.fact == .outcome(in: PlayedGame.id) }
    #expect(outcomes.map(\.data.revision) == [1, 2] && outcomes.last?.data.prediction?.winner == .away)
    #expect(Set(game.events.map(\.id)).count == game.events.count)
  }

  @Test func thePredictionCountsAsMemory() {
    var game = PredictedGame()
    game.poll()
    let before = game.state.bytes
    game.predict(game.prediction())
    #expect(game.state.bytes > before + 300)
  }

  @Test func anOutcomeRevealsNothingWithoutSpoilers() throws {
    var game = predicted
    game.play(1...6, away: 1)
    game.poll()
    let wording = Wording(leagues: .known)
    let events = game.events.filter { $0.type == .prediction }.map(wording.withoutSpoilers)
    #expect(events.map(\.data.summary).last == "Five innings are over")
    #expect(events.first?.data.summary.hasPrefix("First five innings: ") == true)
    #expect(events.allSatisfy { $0.data.score == nil && $0.data.prediction == nil })
  }
}
