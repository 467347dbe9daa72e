import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct CadenceTests {
  private let bounds = PollBounds(liveMin: .seconds(2), liveMax: .seconds(15), idleMax: .seconds(600))
  private let now = Cadence.Instant(
    wall: Timestamp(seconds: 1_000_000), monotonic: Timestamp(seconds: 5_000_000))

  private func later(_ span: Duration) -> Cadence.Instant {
    Cadence.Instant(wall: now.wall + span, monotonic: now.monotonic + span)
  }

  private func pulse(_ phase: GameStatus.Phase, revision: Int64 = 0, startsIn: Duration? = nil) -> PollHints {
    PollHints(
      phase: phase, revision: Timestamp(seconds: revision), situation: .count(results: 0, step: Int(revision)),
      scheduledStart: startsIn.map { now.wall + $0 })
  }

  @Test func theConfiguredBoundsHoldForALiveGame() {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.answered(pulse(.live, revision: 1), at: now) == .seconds(15))
    #expect(cadence.answered(pulse(.live, revision: 1), at: later(.seconds(15))) == .seconds(9))
    var due = pulse(.live, revision: 2)
    due.situation = .due(results: 0, .scoring)
    _ = cadence.answered(due, at: later(.seconds(24)))
    #expect(cadence.answered(due, at: later(.seconds(60))) == .seconds(2))
    #expect(cadence.isDue)
  }

  @Test func aFeedThatHasStoppedIsPolledLessAndLess() {
    var cadence = Cadence(bounds: bounds)
    var due = pulse(.live, revision: 1)
    due.situation = .due(results: 0, .inPlay)
    _ = cadence.answered(due, at: now)
    #expect(cadence.answered(due, at: later(.seconds(60))) < .seconds(5))
    #expect(cadence.answered(due, at: later(.seconds(3600))) == .seconds(15))
  }

  @Test(arguments: [(3600.0, 600.0), (1200, 300), (40, 15), (-10, 15)])
  func aFutureGameIsPolledMoreOftenAsItsStartNears(startsIn: Double, wait: Double) {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.answered(pulse(.scheduled, startsIn: .seconds(startsIn)), at: now) == .seconds(wait))
  }

  /// Second games of doubleheaders keep `startTimeTBD` to their end.
  @Test func aGameWithoutAStartIsPolledOftenInPregame() {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.answered(pulse(.scheduled), at: now) == .seconds(600))
    var pulse = pulse(.scheduled)
    pulse.isImminent = true
    #expect(cadence.answered(pulse, at: now) == .seconds(15))
    #expect(cadence.answered(self.pulse(.warmup), at: now) == .seconds(15))
    #expect(cadence.answered(self.pulse(.warmup, startsIn: .seconds(3600)), at: now) == .seconds(15))
  }

  @Test(arguments: [GameStatus.Phase.scheduled, .suspended])
  func aGameThatTheScheduleCallsLiveIsPolledOften(phase: GameStatus.Phase) {
    var cadence = Cadence(bounds: bounds)
    var pulse = pulse(phase, startsIn: .seconds(90_000))
    pulse.isListedAsLive = true
    #expect(cadence.answered(pulse, at: now) == .seconds(15))
  }

  @Test func aSuspendedGameIsPolledOftenOnItsDayAndAfterItsResumption() {
    var cadence = Cadence(bounds: bounds)
    var pulse = pulse(.suspended)
    #expect(cadence.answered(pulse, at: now) == .seconds(15))
    #expect(cadence.answered(pulse, at: later(.seconds(11 * 3600))) == .seconds(15))
    #expect(cadence.answered(pulse, at: later(.seconds(13 * 3600))) == .seconds(600))
    #expect(cadence.answered(pulse, at: later(.seconds(80 * 3600))) == .seconds(3600))
    pulse.resumption = now.wall + .seconds(90 * 3600)
    #expect(cadence.answered(pulse, at: later(.seconds(80 * 3600))) == .seconds(600))
    #expect(cadence.answered(pulse, at: later(.seconds(90 * 3600 - 60))) == .seconds(15))
    #expect(cadence.answered(pulse, at: later(.seconds(91 * 3600))) == .seconds(15))
    #expect(cadence.answered(pulse, at: later(.seconds(103 * 3600))) == .seconds(3600))
    pulse.isImminent = true
    #expect(cadence.answered(pulse, at: later(.seconds(103 * 3600))) == .seconds(15))
  }

  @Test func aRefusedAnswerDoesNotChangeTheCadence() {
    var cadence = Cadence(bounds: bounds)
    _ = cadence.answered(pulse(.live, revision: 1), at: now)
    let known = cadence
    #expect(cadence.refused() == .seconds(9) && cadence == known)
  }

  @Test func aFinalGameIsPolledForHalfAnHourAndThenOnceMore() {
    var cadence = Cadence(bounds: bounds)
    var pulse = pulse(.final, revision: 1)
    pulse.finalCheck = now.wall + .seconds(36_000)
    pulse.oftenUntil = now.monotonic + .seconds(1800)
    #expect(cadence.answered(pulse, at: now) == .seconds(2))
    #expect(cadence.answered(pulse, at: later(.seconds(1799))) <= .seconds(15))
    // A wrong wall clock may be corrected later.
    #expect(cadence.answered(pulse, at: later(.seconds(1800))) == .seconds(10_800))
    #expect(cadence.answered(pulse, at: later(.seconds(30_000))) == .seconds(6000))
    #expect(cadence.answered(pulse, at: later(.seconds(36_000))) == .seconds(15))
  }

  /// After a restart the half hour of the run starts again.
  @Test func aFinalGameOfYesterdayIsNotPolledOftenAgain() {
    var cadence = Cadence(bounds: bounds)
    var pulse = pulse(.final, revision: 1)
    pulse.finalCheck = now.wall + .seconds(36_000)
    pulse.oftenUntil = now.monotonic + .seconds(1800)
    pulse.endedAt = now.wall - .seconds(8 * 3600)
    #expect(cadence.answered(pulse, at: now) == .seconds(10_800))
    pulse.endedAt = nil
    #expect(cadence.answered(pulse, at: now) <= .seconds(15))
  }

  @Test func failuresDoubleTheWaitUpToACeiling() {
    var cadence = Cadence(bounds: bounds)
    let waits = (0..<8).map { _ in cadence.failed(retryAfter: nil, jitter: 0.5) }
    #expect(waits.prefix(3) == [.seconds(4), .seconds(8), .seconds(16)])
    #expect(waits.last == .seconds(60))
    _ = cadence.answered(pulse(.live, revision: 1), at: now)
    #expect(cadence.failed(retryAfter: nil, jitter: 0.5) == .seconds(4))
  }

  @Test(arguments: [0.0, 1.0])
  func retryAfterIsTheMinimumWait(jitter: Double) {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.failed(retryAfter: .seconds(90), jitter: jitter) == .seconds(90))
  }

  @Test func aFreshCachedResponseIsNotRequestedAgain() {
    var cadence = Cadence(bounds: bounds)
    var due = pulse(.live, revision: 1)
    due.situation = .due(results: 0, .inPlay)
    _ = cadence.answered(due, at: now)
    #expect(cadence.answered(due, fresh: .seconds(5), at: later(.seconds(20))) == .seconds(5))
    #expect(cadence.answered(due, fresh: .seconds(86_400), at: later(.seconds(25))) == .seconds(15))
    #expect(cadence.refused(fresh: .seconds(86_400)) == .seconds(15))
  }

  /// Two hours in either direction, in the middle of a game.
  @Test(arguments: [-7200, 7200, 3_456_000, -3_456_000] as [Double])
  func aStepOfTheWallClockChangesNoWaitOfALiveGame(step: Double) {
    func waits(_ step: Duration) -> [Duration] {
      var cadence = Cadence(bounds: .init())
      var waits: [Duration] = []
      var at = now
      for number in 0..<40 {
        if number == 20 { at.wall = at.wall + step }
        var pulse = pulse(.live, revision: Int64(number))
        pulse.situation =
          number.isMultiple(of: 4) ? .due(results: number / 4, .inPlay) : .count(results: number / 4, step: number)
        pulse.revision = at.monotonic - .seconds(3)
        let wait = cadence.answered(pulse, at: at)
        waits.append(wait)
        at = Cadence.Instant(wall: at.wall + wait, monotonic: at.monotonic + wait)
      }
      return waits
    }
    #expect(waits(.seconds(step)) == waits(.zero))
  }

  @Test func equalBoundsPollAtAFixedRate() {
    var cadence = Cadence(bounds: .init(liveMin: .seconds(5), liveMax: .seconds(5), idleMax: .seconds(5)))
    let phases: [GameStatus.Phase] = [.scheduled, .warmup, .live, .live, .delayed, .suspended, .final]
    for phase in phases { #expect(cadence.answered(pulse(phase, startsIn: .seconds(999)), at: now) == .seconds(5)) }
  }
}
