import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct ScheduleCadenceTests {
  /// The instant 2024-07-13T03:00:00Z is in the evening of the 12th for the league.
  private let now = Timestamp(seconds: 1_720_839_600)
  private let bounds = PollBounds(liveMin: .seconds(1), liveMax: .seconds(30), idleMax: .seconds(600))

  private func row(_ code: String = "S", startsIn: Duration? = nil, date: String? = "2024-07-12") -> ScheduledGame {
    ScheduledGame(
      game: PlayedGame.id,
      status: MLBStatus(codedGameState: code, statusCode: code, detailedState: "", reason: nil).status,
      start: startsIn.map { now + $0 }, date: date)
  }

  @Test(arguments: [(3 * 3600 + 100, 100), (3 * 3600 + 10, 30), (3 * 3600 + 5000, 600), (60, 600)])
  func theNextRequestIsAtTheLeadTimeOfTheNextGame(startsIn: Int, wait: Int) {
    #expect(ScheduleCadence.wait(after: [row(startsIn: .seconds(startsIn))], at: now, bounds) == .seconds(wait))
  }

  @Test(
    arguments: [
      ("S", "2024-07-12", 60), ("S", "2024-07-13", 60), ("S", nil, 60), ("S", "2024-07-11", 600),
      ("S", "2024-07-14", 600),
      ("F", "2024-07-12", 600),
    ] as [(String, String?, Int)])
  func withAGameOfTodayWithoutAStartTheScheduleIsRequestedEveryMinute(code: String, date: String?, wait: Int) {
    #expect(ScheduleCadence.wait(after: [row(code, date: date)], at: now, bounds) == .seconds(wait))
  }
}
