import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct StatusEventsTests {
  /// Returns the events for `<code>` or `<code>:<reason>`, 60 s apart; the first `I` has the first batter.
  private func reported(_ codes: [String]) throws -> [Event] {
    var game = PlayedGame(status: "S")
    var snapshots: [GameSnapshot] = []
    for code in codes {
      let parts = code.split(separator: ":").map(String.init)
      game.status(parts[0], reason: parts.count > 1 ? parts[1] : nil)
      if parts[0].hasPrefix("I"), game.snapshot.plays.isEmpty { game.play("single", runs: 1) }
      game.wait(.seconds(60))
      snapshots.append(game.snapshot)
    }
    return try Replayed.events(of: snapshots, restarting: true).filter { $0.type == .status }
  }

  private func names(_ events: [Event]) -> [String] {
    events.map { String($0.id.dropFirst("mlb/900001/status/".count)) }
  }

  static let courses: [([String], [String])] = [
    (["S", "P", "PW", "I", "I"], ["warmup/1@1", "start/1@1"]),
    (["PW", "PR:Rain", "PR:Rain", "PW", "I"], ["warmup/1@1", "delay/1@1", "warmup/2@1", "start/1@1"]),
    (["I", "IR:Rain", "IZ:About to Resume", "I"], ["start/1@1", "delay/1@1", "delay/1@2", "resume/1@1"]),
    (["I", "IR", "I", "IL", "I"], ["start/1@1", "delay/1@1", "resume/1@1", "delay/2@1", "resume/2@1"]),
    (["I", "MF", "NH", "I"], ["start/1@1"]),
    (["I", "UR:Rain", "U", "I"], ["start/1@1", "suspended/1@1", "suspended/1@2", "resume/1@1"]),
    (["I", "TR", "S", "P", "PW", "I"], ["start/1@1", "suspended/1@1", "warmup/1@1", "resume/1@1"]),
    (["I", "TR"], ["start/1@1", "suspended/1@1"]),
    (["S", "DR:Rain", "S"], ["postponed/1@1"]),
    (["P", "CR:Rain"], ["cancelled/1@1"]),
    (["S", "Z9", "I"], ["start/1@1"]),
  ]

  @Test(arguments: courses)
  func everyStatusIsLoggedOnce(codes: [String], facts: [String]) throws {
    let events = try reported(codes)
    #expect(names(events) == facts)
  }

  @Test func aDelayHasItsReasonAndTheState() throws {
    let event = try #require(try reported(["I", "IR:Rain"]).last)
    #expect(event.data.reason == "Rain" && event.data.tags == [.delay] && event.data.score == Score(away: 1, home: 0))
    #expect(
      event.data.summary
        == "Delayed: Toronto Blue Jays at Arizona Diamondbacks in the top of the 1st, TOR 1, AZ 0 (Rain)")
    #expect(event.data.game.status == .delayed)
  }

  @Test func aMovedStartIsLogged() throws {
    var game = PlayedGame(status: "S")
    let before = game.snapshot
    game.change { $0.info.scheduledStart = PlayedGame.firstPitch + .seconds(3600) }
    let events = try Replayed.events(of: [before, game.snapshot, game.snapshot])
    #expect(events.map(\.data.tags) == [[.rescheduled]])
    #expect(events.first?.data.scheduledStart == PlayedGame.firstPitch + .seconds(3600))
  }

  @Test func aStartThatMovedSinceTheScheduleWasReadIsLogged() {
    let game = PlayedGame(status: "P")
    let tracker = Tracker(game: PlayedGame.id)
    func tags(scheduled: Timestamp?) -> [[LiveModel.Tag]] {
      let state = TrackerState(baseline: .tellAll, scheduledStart: scheduled)
      return tracker.track(state, game.snapshot, observedAt: PlayedGame.firstPitch).events.map(\.data.tags)
    }
    #expect(tags(scheduled: PlayedGame.firstPitch - .seconds(3600)) == [[.rescheduled]])
    #expect(tags(scheduled: PlayedGame.firstPitch).isEmpty && tags(scheduled: nil).isEmpty)
  }

  @Test func aFinalGameIsPolledForHalfAnHourAndOnceMoreAtNoon() {
    var game = PlayedGame()
    game.play("strikeout", .bottom, inning: 9, outs: 3)
    game.status("F")
    let tracker = Tracker(game: PlayedGame.id)
    // The official date is the 12th; the game is in the evening.
    let noon = Timestamp(rfc3339: "2024-07-13T16:00:00Z")!
    var state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: PlayedGame.firstPitch).state
    for (time, isOver) in [(PlayedGame.firstPitch + .seconds(1800), false), (noon - .seconds(1), false), (noon, true)] {
      state = tracker.track(state, game.snapshot, observedAt: time).state
      #expect(state.isOver == isOver)
    }
  }

  @Test func theLastPollsContinueUntilTheEndIsCertain() {
    var game = PlayedGame()
    game.play("single", .bottom, inning: 9)
    game.play("strikeout", .bottom, inning: 9, batter: 2, outs: 3)
    game.status("F")
    let tracker = Tracker(game: PlayedGame.id)
    var state = tracker.track(TrackerState(baseline: .tellAll), game.snapshot, observedAt: PlayedGame.firstPitch).state
    game.remove(0)
    let noon = PlayedGame.firstPitch + .seconds(86_400)
    var retractions = 0
    for second in [0, 15, 30] {
      #expect(!state.isOver)
      let outcome = tracker.track(state, game.snapshot, observedAt: noon + .seconds(second))
      retractions += outcome.retractions.count
      state = outcome.state
    }
    #expect(state.isOver && retractions == 1)
  }

  @Test func aGameWithoutPlayByPlayHasAFinal() throws {
    var game = PlayedGame()
    game.status("F")
    game.change { ($0.linescore.awayRuns, $0.linescore.homeRuns) = (2, 1) }
    let events = try Replayed.events(of: [game.snapshot])
    #expect(events.map(\.data.summary) == ["Toronto Blue Jays beat the Arizona Diamondbacks 2–1."])
  }

  @Test func aCorrectedFinalIsItsNextRevision() throws {
    var game = PlayedGame()
    game.play("home_run", .top, inning: 9, outs: 3, runs: 2)
    game.play("strikeout", .bottom, inning: 9, batter: 2, outs: 3)
    game.status("F")
    let before = game.snapshot
    game.change { $0.linescore.awayRuns = 1 }
    let half = game.snapshot
    for play in 0...1 { game.correct(play) { $0.result.score = Score(away: 1, home: 0) } }
    game.change { $0.linescore.awayRuns = 1 }
    let finals = try Replayed.events(of: [before, half, game.snapshot]).filter { $0.data.tags.contains(.final) }
    #expect(finals.map(\.data.revision) == [1, 2] && finals.last?.data.score == Score(away: 1, home: 0))
    #expect(finals.last?.data.summary == "Corrected: Toronto Blue Jays beat the Arizona Diamondbacks 1–0. HR: 1 (TOR).")
  }
}
