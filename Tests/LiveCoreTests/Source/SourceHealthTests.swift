import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct SourceHealthTests {
  private static let start = Timestamp(seconds: 1_720_838_400)
  private let health = SourceHealth(since: start)
  private let game = SourceHealth.Asker.game(GameID(league: .mlb, gamePk: 1))

  private func at(_ second: Int) -> Timestamp { Self.start + .seconds(second) }

  private func fail(_ asker: SourceHealth.Asker, at seconds: Int...) {
    for second in seconds { health.failed(asker, because: Fault(.feedStatus, "lost at \(second)"), at: at(second)) }
  }

  @Test func isStartingUntilTheFirstAnswer() {
    #expect(health.state == SourceState(state: .starting, since: Self.start))
    health.answered(.schedule, at: at(2))
    health.answered(.schedule, at: at(9))
    #expect(health.state == SourceState(state: .ok, since: at(2)))
  }

  @Test func aLostFirstAnswerMeansFailing() {
    fail(.schedule, at: 1)
    #expect(health.state == SourceState(state: .failing, since: at(1), error: "lost at 1 [feed.status]"))
    health.answered(.schedule, at: at(2))
    #expect(health.state == SourceState(state: .ok, since: at(2)))
  }

  @Test func laterThreeLostAnswersMeanFailing() {
    health.answered(.schedule, at: at(1))
    fail(game, at: 10, 12)
    #expect(health.state == SourceState(state: .ok, since: at(1)))
    fail(game, at: 16)
    #expect(
      health.state == SourceState(state: .failing, since: at(10), error: "lost at 16 [feed.status]", gamesFailing: 1))
    health.answered(.schedule, at: at(17))
    #expect(health.state.state == .failing)
    health.answered(game, at: at(20))
    #expect(health.state == SourceState(state: .ok, since: at(20)))
  }

  @Test func aGameThatIsNoLongerPolledNoLongerFails() {
    health.answered(.schedule, at: at(1))
    fail(game, at: 2, 3, 4)
    health.forget(game, at: at(5))
    #expect(health.state == SourceState(state: .ok, since: at(5)))
  }

  private func other(_ number: Int) -> SourceHealth.Asker { .game(GameID(league: .mlb, gamePk: number)) }

  @Test func oneFailingGameAmongManyIsCountedButTheSourceIsOK() {
    health.answered(.schedule, at: at(1))
    for number in 1...15 { health.answered(other(number), at: at(2)) }
    fail(other(3), at: 5, 6, 7, 8)
    #expect(health.state == SourceState(state: .ok, since: at(1), gamesFailing: 1))
    for number in 4...9 { fail(other(number), at: 9, 10, 11) }
    #expect(health.state.state == .ok && health.state.gamesFailing == 7)
    fail(other(10), at: 9, 10, 12)
    #expect(health.state.state == .failing && health.state.since == at(5) && health.state.gamesFailing == 8)
    health.answered(other(10), at: at(20))
    #expect(health.state == SourceState(state: .ok, since: at(20), gamesFailing: 7))
  }

  @Test func aFailingScheduleMeansThatTheSourceFails() {
    health.answered(.schedule, at: at(1))
    for number in 1...15 { health.answered(other(number), at: at(2)) }
    fail(.schedule, at: 5, 6, 7)
    #expect(health.state == SourceState(state: .failing, since: at(5), error: "lost at 7 [feed.status]"))
  }

  @Test func theLongestOutageIsReported() {
    health.answered(.schedule, at: at(1))
    fail(game, at: 10, 11, 12)
    fail(.schedule, at: 5, 20, 21)
    #expect(health.state.since == at(5) && health.state.error == "lost at 21 [feed.status]")
  }

  @Test func aGameThatWaitsForRequestsIsReportedWhileItWaits() {
    health.answered(.schedule, at: at(1))
    #expect(
      health.waits(game, at: at(100)) && !health.waits(game, at: at(699)) && !health.waits(.schedule, at: at(699)))
    #expect(health.state == SourceState(state: .ok, since: at(1), gamesWaiting: 1))
    health.isInTurn(.schedule)
    #expect(health.state.gamesWaiting == 1 && health.waits(game, at: at(700)))
    health.forget(game, at: at(701))
    #expect(health.state == SourceState(state: .ok, since: at(1)))
  }
}
