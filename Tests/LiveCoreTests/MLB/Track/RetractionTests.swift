import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct RetractionTests {
  /// Returns two hits, of which the first disappears, then answers 10 s apart without it.
  private func lost(for answers: Int) -> [GameSnapshot] {
    var game = PlayedGame()
    game.play("single")
    game.play("double", batter: 2)
    var snapshots = [game.snapshot]
    game.remove(0)
    snapshots.append(game.snapshot)
    for _ in 1..<answers {
      game.wait(.seconds(10))
      snapshots.append(game.snapshot)
    }
    return snapshots
  }

  private func retracted(_ snapshots: [GameSnapshot]) throws -> [Event] {
    try Replayed.events(of: snapshots).filter(\.data.retracted)
  }

  @Test func aRemovedPlayIsRetractedOnce() throws {
    let events = try retracted(lost(for: 6))
    #expect(events.map(\.id) == ["mlb/900001/1-top/pa/1/1@2"])
    #expect(events.first?.data.summary == "Taken back: Batter 1: single.")
    #expect(events.first?.type == .play)
  }

  @Test func threeAnswersAndTwentySecondsAreNeeded() throws {
    #expect(try retracted(lost(for: 2)).isEmpty)
    #expect(try retracted(lost(for: 3)).count == 1)
    var game = PlayedGame()
    game.play("single")
    game.play("double", batter: 2)
    let before = game.snapshot
    game.remove(0)
    #expect(try retracted([before] + Array(repeating: game.snapshot, count: 9)).isEmpty)
  }

  @Test func refusedAnswersThatHaveEndedRetractNothing() throws {
    let snapshots = lost(for: 1)
    var older = snapshots[0]
    older.timeStamp = older.timeStamp - .seconds(60)
    #expect(try retracted([snapshots[0], older, snapshots[1]]).isEmpty)
  }

  @Test func aPlayThatReappearsInTimeIsNotRetracted() throws {
    let snapshots = lost(for: 2)
    var healed = snapshots[0]
    healed.timeStamp = snapshots[2].timeStamp + .seconds(10)
    #expect(try Replayed.events(of: snapshots + [healed]) == Replayed.events(of: [snapshots[0]]))
  }

  @Test func aPlayThatReappearsAfterItsRetractionIsTheNextRevision() throws {
    let snapshots = lost(for: 4)
    var healed = snapshots[0]
    healed.timeStamp = (snapshots.last?.timeStamp ?? healed.timeStamp) + .seconds(10)
    let events = try Replayed.events(of: snapshots + [healed]).filter { $0.data.fact.rawValue.hasSuffix("pa/1/1") }
    #expect(events.map(\.data.revision) == [1, 2, 3])
    #expect(events.map(\.data.retracted) == [false, true, false])
  }

  @Test func nothingElseIsAcceptedMeanwhile() throws {
    var game = PlayedGame()
    game.play("single")
    game.play("double", batter: 2)
    let before = game.snapshot
    game.remove(0)
    game.correct(0) { $0.result.eventType = "triple" }
    let once = game.snapshot
    #expect(try Replayed.events(of: [before, once]) == Replayed.events(of: [before]))
    game.wait(.seconds(10))
    let twice = game.snapshot
    game.wait(.seconds(10))
    let news = try Replayed.events(of: [before, once, twice, game.snapshot]).dropFirst(4)
    #expect(news.map(\.id) == ["mlb/900001/1-top/pa/1/1@2", "mlb/900001/1-top/pa/2/1@2"])
  }

  @Test func anOverturnedThirdOutRetractsTheEndOfItsHalf() throws {
    var game = PlayedGame()
    game.play("strikeout", batter: 3, outs: 3)
    var snapshots = [game.snapshot]
    game.correct(0) { play in
      play.outs = 2
      play.result.eventType = "single"
    }
    snapshots.append(game.snapshot)
    #expect(try Replayed.events(of: snapshots).last?.id == "mlb/900001/1-top/pa/3/1@2")
    for _ in 0..<3 {
      game.wait(.seconds(10))
      snapshots.append(game.snapshot)
    }
    #expect(try retracted(snapshots).map(\.id) == ["mlb/900001/1-top/end@2"])
  }

  @Test func anAnswerWithoutMostOfItsPlaysIsRefusedUntilItLasts() throws {
    var game = PlayedGame()
    for batter in 1...12 { game.play("single", batter: batter) }
    let before = game.snapshot
    var cut = before
    cut.plays = Array(before.plays.prefix(2))
    let tracker = Tracker(game: PlayedGame.id)
    var state = tracker.track(TrackerState(baseline: .tellAll), before, observedAt: before.timeStamp).state
    for minute in 1...11 {
      cut.timeStamp = before.timeStamp + .seconds(60 * minute)
      let outcome = tracker.track(state, cut, observedAt: cut.timeStamp)
      #expect(outcome.refusal == (minute < 11 ? .shrunk : nil))
      #expect(outcome.retractions.count == (minute < 11 ? 0 : 10))
      state = outcome.state
    }
  }

  @Test func cachedAnswersOfDifferentAgesAreRefused() throws {
    var game = PlayedGame()
    game.play("single")
    let now = game.snapshot
    let tracker = Tracker(game: PlayedGame.id)
    var state = tracker.track(TrackerState(baseline: .tellAll), now, observedAt: PlayedGame.firstPitch).state
    for (second, age) in [3000, 2000, 1000, 60, 2400, 1800, 10].enumerated() {
      var old = now
      (old.plays, old.timeStamp) = ([], now.timeStamp - .seconds(age))
      let outcome = tracker.track(state, old, observedAt: PlayedGame.firstPitch + .seconds(second))
      #expect(outcome.refusal == .older)
      state = outcome.state
    }
  }

  @Test func aFeedThatWasSetBackIsAcceptedByItsOwnClock() throws {
    var game = PlayedGame()
    game.play("single")
    let now = game.snapshot
    let tracker = Tracker(game: PlayedGame.id)
    var state = tracker.track(TrackerState(baseline: .tellAll), now, observedAt: PlayedGame.firstPitch).state
    var refusals: [Tracker.Refusal?] = []
    for second in 0...21 {
      var old = now
      (old.plays, old.timeStamp) = ([], now.timeStamp - .seconds(3600 - second * 30))
      let outcome = tracker.track(state, old, observedAt: PlayedGame.firstPitch + .seconds(second))
      refusals.append(outcome.refusal)
      state = outcome.state
    }
    #expect(refusals.firstIndex { $0 == nil } == 20)
  }

  @Test func olderAnswersAreAcceptedAfterTenMinutes() throws {
    var game = PlayedGame()
    game.play("single")
    let older = game.snapshot
    game.play("double", batter: 2)
    let tracker = Tracker(game: PlayedGame.id)
    var state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: PlayedGame.firstPitch).state
    var outcome = tracker.track(state, older, observedAt: PlayedGame.firstPitch + .seconds(10))
    #expect(outcome.refusal == .older)
    state = outcome.state
    for minute in 1...9 {
      outcome = tracker.track(state, older, observedAt: PlayedGame.firstPitch + .seconds(60 * minute))
      #expect(outcome.refusal == .older)
      state = outcome.state
    }
    outcome = tracker.track(state, older, observedAt: PlayedGame.firstPitch + .seconds(611))
    #expect(outcome.refusal == nil && outcome.retractions.map(\.fact.rawValue) == ["mlb/900001/1-top/pa/2/1"])
  }
}
