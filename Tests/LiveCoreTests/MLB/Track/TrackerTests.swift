import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct TrackerTests {
  private func track(_ snapshots: [GameSnapshot], baseline: Baseline = .tellAll) throws -> [Event] {
    try Replayed.events(of: snapshots, baseline: baseline)
  }

  private func reported(_ events: [Event]) -> [String] {
    events.map { "\($0.data.fact.rawValue.dropFirst("mlb/900001/".count))@\($0.data.revision)" }
  }

  @Test func logsAGameInOrder() throws {
    var game = PlayedGame()
    game.play("single")
    game.play("strikeout", batter: 2, outs: 3)
    game.play("home_run", .bottom, batter: 3, runs: 1)
    #expect(
      try reported(track([game.snapshot])) == [
        "status/start/1@1", "1-top/start@1", "1-top/pa/1/1@1", "1-top/pa/2/1@1", "1-top/end@1", "1-bottom/start@1",
        "1-bottom/pa/3/1@1",
      ])
  }

  @Test func logsNothingTwice() throws {
    var game = PlayedGame()
    game.play("single")
    #expect(try track([game.snapshot]) == track([game.snapshot, game.snapshot, game.snapshot]))
  }

  @Test(arguments: ["S", "P", "PW", "PR"])
  func waitsForTheFirstPitch(code: String) throws {
    var game = PlayedGame(status: code)
    game.play("", isComplete: false)
    #expect(try track([game.snapshot]).allSatisfy { $0.data.fact.place == .sight })
  }

  @Test func aTransientResultIsNotAPlay() throws {
    var game = PlayedGame()
    game.play("batter_timeout", isComplete: false)
    #expect(try reported(track([game.snapshot])) == ["status/start/1@1", "1-top/start@1"])
  }

  @Test func twoPlateAppearancesOfABatterAreTwoFacts() throws {
    var game = PlayedGame()
    game.play("single", batter: 1)
    game.play("double", batter: 1)
    let plays = try track([game.snapshot]).filter { $0.type == .play }
    #expect(plays.map(\.data.fact.rawValue) == ["mlb/900001/1-top/pa/1/1", "mlb/900001/1-top/pa/1/2"])
  }

  @Test func aScoringChangeIsARevision() throws {
    var game = PlayedGame()
    let fact = game.play("single")
    let before = game.snapshot
    game.correct(0) { $0.result.eventType = "field_error" }
    let events = try track([before, game.snapshot]).filter { $0.data.fact == fact }
    #expect(events.map(\.data.revision) == [1, 2])
    #expect(events.last?.data.tags.contains(LiveModel.Tag(rawValue: "field_error")) == true)
  }

  @Test func rewrittenTimesAndShiftedIndexesAreIgnored() throws {
    var game = PlayedGame()
    game.play("single")
    let before = game.snapshot
    game.correct(0) { play in
      play.endTime = play.endTime.map { $0 + .seconds(3) }
      play.atBatIndex += 1
    }
    #expect(try track([before, game.snapshot]) == track([before]))
  }

  @Test func anOlderAnswerAndAnotherGameAreRefused() {
    var game = PlayedGame()
    game.play("single")
    let tracker = Tracker(game: PlayedGame.id)
    let state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: PlayedGame.firstPitch).state
    var older = game.snapshot
    older.timeStamp = older.timeStamp - .seconds(1)
    older.plays = []
    let outcome = tracker.track(state, older, observedAt: PlayedGame.firstPitch)
    #expect(outcome.events.isEmpty && outcome.retractions.isEmpty && outcome.refusal == .older)
    #expect(outcome.state.ledger == state.ledger && outcome.state.timeStamp == state.timeStamp)
    var other = game.snapshot
    other.gamePk = 5
    #expect(tracker.track(state, other, observedAt: PlayedGame.firstPitch).refusal == .otherGame)
  }

  @Test func aLaterChangeOfPitcherOrBatterDoesNotChangeAnEarlierAction() throws {
    var game = PlayedGame()
    game.play("strikeout", batter: 3, outs: 1)
    game.play("", batter: 4, outs: 1, actions: [PlayedGame.action("mound_visit", index: 1)], isComplete: false)
    let before = game.snapshot
    game.correct(1) { play in
      var relief = PlayedGame.action("pitching_substitution", index: 3, player: 98)
      relief.replacedPlayer = nil
      var pinch = PlayedGame.action("offensive_substitution", index: 4, player: 5)
      pinch.replacedPlayer = 4
      play.actions += [relief, pinch]
      play.pitcher = Person(id: 98, name: "Relief")
      play.batter = Person(id: 5, name: "Pinch")
      play.lastEventIndex = 5
    }
    let visits = try track([before, game.snapshot]).filter { $0.data.play?.eventType == "mound_visit" }
    #expect(visits.map { [$0.data.revision, $0.data.play?.pitcher.id, $0.data.play?.batter.id] } == [[1, 99, 4]])
    let late = try track([game.snapshot]).first { $0.data.play?.eventType == "mound_visit" }
    #expect(late?.data.play?.pitcher.id == 99 && late?.data.play?.batter.id == 4)
  }

  @Test func aGameBeginsAfterTheAdvisoriesOfItsFirstPlay() throws {
    var game = PlayedGame()
    var advisories = [0, 1].map { PlayedGame.action("game_advisory", index: $0) }
    advisories[1].startTime = PlayedGame.firstPitch + .seconds(40)
    game.play("single", actions: advisories)
    game.correct(0) { $0.startTime = PlayedGame.firstPitch - .seconds(7200) }
    #expect(try track([game.snapshot]).first?.time == PlayedGame.firstPitch + .seconds(40))
  }

  @Test func anEventThatTheTrackerHeldBackIsNotLate() throws {
    var game = PlayedGame()
    game.play("single")
    let before = game.snapshot
    game.play("double", batter: 2)
    game.wait(.seconds(600))
    #expect(
      try !track([before, before, game.snapshot]).contains { $0.data.late && $0.data.fact.rawValue.hasSuffix("pa/2/1") }
    )
  }

  @Test func aHalfThatEndsTwiceIsLoggedOnce() throws {
    var game = PlayedGame()
    game.play("strikeout", outs: 3)
    game.play("home_run", batter: 2, outs: 3, runs: 1)
    let ends = try track([game.snapshot, game.snapshot]).filter { $0.data.tags.contains(.halfEnd) }
    #expect(ends.map(\.data.revision) == [1])
  }

  @Test func aScoringActionIsASeparateEvent() throws {
    var game = PlayedGame()
    let balk = PlayedGame.action("balk", index: 1, score: Score(away: 1, home: 0), isScoringPlay: true)
    game.play("field_out", outs: 1, actions: [balk])
    let events = try track([game.snapshot])
    let action = try #require(events.first { $0.type == .action })
    #expect(action.data.play?.eventIndex == 1 && action.data.tags.contains(.scoring) && action.data.play?.runs == 1)
    #expect(action.data.score == Score(away: 1, home: 0))
    let play = try #require(events.first { $0.type == .play })
    #expect(!play.data.tags.contains(.scoring) && play.data.play?.runs == 0)
  }

  @Test func aFinalComesOnceAndOnlyWithTheFullScore() throws {
    var game = PlayedGame()
    game.play("strikeout", .bottom, inning: 9, outs: 3)
    game.status("O")
    var early = game.snapshot
    early.linescore.homeRuns = 1
    let events = try track([early, game.snapshot])
    #expect(events.filter { $0.data.tags.contains(.final) }.count == 1)
    #expect(try !track([early]).contains { $0.data.tags.contains(.final) })
    var finished = game
    finished.status("F")
    #expect(try track([game.snapshot, finished.snapshot]) == track([game.snapshot]))
  }

  @Test func gameOverWaitsForItsLastPlay() throws {
    var game = PlayedGame()
    game.play("", .bottom, inning: 9, outs: 2, isComplete: false)
    game.status("O")
    #expect(try !track([game.snapshot]).contains { $0.data.tags.contains(.final) })
    game.status("F")
    let events = try track([game.snapshot])
    #expect(events.filter { $0.type == .inning }.last?.data.tags.first == .halfEnd)
    #expect(events.last?.data.tags == [.final, .tied])
  }

  @Test(arguments: ["D", "DR", "C", "CR"])
  func aCancelledGameIsOverWithoutAFinal(code: String) {
    let game = PlayedGame(status: code)
    let outcome = Tracker(game: PlayedGame.id).track(
      TrackerState(baseline: .tellAll), game.snapshot, observedAt: PlayedGame.firstPitch)
    #expect(
      outcome.state.isOver && outcome.events.map(\.data.tags) == [[code.hasPrefix("D") ? .postponed : .cancelled]])
  }

  @Test func aGameAlreadyUnderWayIsLoggedAsConfigured() throws {
    var game = PlayedGame()
    game.play("single")
    let before = game.snapshot
    game.play("double", batter: 2)
    #expect(try reported(track([before, game.snapshot], baseline: .silent)) == ["1-top/pa/2/1@1"])
    let summary = try track([before, game.snapshot], baseline: .summary)
    #expect(reported(summary) == ["status/catch-up/1@1", "1-top/pa/2/1@1"])
    #expect(summary.first?.data.tags == [.catchUp])
  }

  @Test func onlyUnobservedEventsAreLate() throws {
    var game = PlayedGame()
    game.play("single")
    let watched = game.snapshot
    game.play("double", batter: 2)
    game.wait(.seconds(600))
    game.play("walk", batter: 3)
    let late = try track([watched, game.snapshot]).filter(\.data.late).map(\.data.fact.rawValue)
    #expect(late == ["mlb/900001/1-top/pa/2/1"])
  }
}
