import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct PollHintsTests {
  private let league = MLB(baseURL: "http://x", sportIDs: [1])

  private func pulse(_ game: PlayedGame, _ state: TrackerState = TrackerState(baseline: .tellAll)) -> PollHints {
    league.pulse(of: game.snapshot, state)
  }

  @Test(arguments: [("P", true), ("PW", true), ("UZ", true), ("TZ", true), ("S", false), ("U", false), ("TR", false)])
  func aGameThatBeginsOrResumesSoonIsImminent(code: String, isImminent: Bool) {
    #expect(pulse(PlayedGame(status: code)).isImminent == isImminent)
  }

  @Test func aFinalIsOldOnlyOnceItWasLogged() throws {
    var game = PlayedGame()
    game.play("strikeout", .bottom, inning: 9, outs: 3, runs: 1)
    game.status("F")
    let tracker = Tracker(game: PlayedGame.id)
    var state = TrackerState(baseline: .tellAll)
    #expect(pulse(game, state).endedAt == nil)
    for _ in 0..<20 {
      game.wait(.seconds(60))
      state = tracker.track(state, game.snapshot, observedAt: game.snapshot.timeStamp).state
    }
    let end = try #require(game.snapshot.plays.last?.endTime)
    #expect(pulse(game, state).endedAt == end && pulse(game, state).oftenUntil != nil)
  }

  @Test func informationOfTheScheduleIsAdded() {
    let start = Timestamp(seconds: 1_800_000_000)
    func row(_ code: String) -> ScheduledGame {
      let status = MLBStatus(codedGameState: code, statusCode: code, detailedState: "", reason: nil).status
      return ScheduledGame(game: PlayedGame.id, status: status, start: start)
    }
    var suspended = pulse(PlayedGame(status: "UR"))
    suspended.take(row("U"))
    #expect(suspended.resumption == start && !suspended.isListedAsLive)
    var scheduled = pulse(PlayedGame(status: "S"))
    scheduled.take(row("I"))
    #expect(scheduled.resumption == nil && scheduled.isListedAsLive)
  }
}
