import Testing

@testable import LiveCore
@testable import LiveModel

/// The waits that a league states itself, and those of a game without a file.
@Suite struct LeagueCadenceTests {
  private let bounds = PollBounds(liveMin: .seconds(2), liveMax: .seconds(15), idleMax: .seconds(600))
  private let now = Cadence.Instant(
    wall: Timestamp(seconds: 1_000_000), monotonic: Timestamp(seconds: 5_000_000))

  private func pulse(_ phase: GameStatus.Phase, every interval: Duration) -> PollHints {
    var pulse = PollHints(phase: phase, revision: Timestamp(seconds: 1), situation: .between(results: 1))
    pulse.interval = interval
    return pulse
  }

  private func row(_ phase: GameStatus.Phase, startsIn span: Duration?) -> ScheduledGame {
    ScheduledGame(
      game: GameID(league: LeagueID(rawValue: "toy"), gamePk: 1), status: GameStatus(phase: phase, isUnderway: false),
      start: span.map { now.wall + $0 })
  }

  @Test func theFirstRefusalsMayBeByChance() {
    let pauses: [Duration] = [.seconds(300), .seconds(900), .seconds(3600)]
    var cadence = Cadence(bounds: bounds)
    let waits = (1...7).map { _ in cadence.refusedClient(pauses) }
    #expect(waits == [.zero, .zero] + pauses + [.seconds(3600), .seconds(3600)])
    _ = cadence.answered(pulse(.live, every: .seconds(9)), at: now)
    #expect(cadence.refusedClient(pauses) == .zero)
  }

  @Test func aLeagueWithoutPausesHasNone() {
    var cadence = Cadence(bounds: bounds)
    #expect((1...5).allSatisfy { _ in cadence.refusedClient([]) == .zero })
  }

  @Test func pausesOfAReplayAreShorter() {
    var cadence = Cadence(bounds: bounds)
    cadence.mode = LiveCadence.Mode(speed: 10)
    #expect((1...3).map { _ in cadence.refusedClient([.seconds(300)]) } == [.zero, .zero, .seconds(30)])
  }

  @Test(
    arguments: [
      (.scheduled, 7200, 600), (.scheduled, 1200, 300), (.scheduled, 40, 15), (.scheduled, -10, 15),
      (.scheduled, nil, 600), (.live, 7200, 15), (.postponed, nil, 15),
    ] as [(GameStatus.Phase, Double?, Double)])
  func aGameWithoutAFileIsPolledMoreOftenAsItsStartNears(phase: GameStatus.Phase, startsIn: Double?, wait: Double) {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.missed(row(phase, startsIn: startsIn.map { .seconds($0) }), at: now.wall) == .seconds(wait))
  }

  @Test func aGameWithoutAFileAndWithoutARowIsPolledOften() {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.missed(nil, at: now.wall) == .seconds(15))
  }

  @Test func anAbsentFileEndsARowOfFailures() {
    var cadence = Cadence(bounds: bounds)
    for _ in 1...5 { _ = cadence.failed(retryAfter: nil, jitter: 0.5) }
    _ = cadence.missed(nil, at: now.wall)
    #expect(cadence.failed(retryAfter: nil, jitter: 0.5) == .seconds(4))
  }

  @Test(arguments: [(9.0, 1.0, 9.0), (9, 2, 4.5), (1, 1, 2), (60, 1, 15), (90, 30, 3)])
  func aLeaguesOwnIntervalHoldsWithinTheBounds(interval: Double, speed: Double, wait: Double) {
    var cadence = Cadence(bounds: bounds)
    cadence.mode = LiveCadence.Mode(speed: speed)
    #expect(cadence.answered(pulse(.live, every: .seconds(interval)), at: now) == .seconds(wait))
  }

  @Test(arguments: [(60.0, 60.0), (1, 2), (6000, 6000), (20_000, 10_800)])
  func aFinalGameHasALongerOne(interval: Double, wait: Double) {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.answered(pulse(.final, every: .seconds(interval)), at: now) == .seconds(wait))
  }
}
