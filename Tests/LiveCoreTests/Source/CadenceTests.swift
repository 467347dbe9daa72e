import Testing

@testable import LiveCore

@Suite struct CadenceTests {
  private let bounds = Cadence.Bounds(liveMin: .seconds(2), liveMax: .seconds(15), idleMax: .seconds(600))
  private let now = Timestamp(seconds: 1_000_000)

  private func pulse(_ phase: GameStatus.Phase, revision: Int64 = 0, startsIn: Duration? = nil) -> Pulse {
    Pulse(phase: phase, revision: Timestamp(seconds: revision), scheduledStart: startsIn.map { now + $0 })
  }

  @Test func aLiveGameIsAskedOftenWhileItMoves() {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.answered(pulse(.live, revision: 1), at: now) == .seconds(2))
    #expect(cadence.answered(pulse(.live, revision: 1), at: now) == .seconds(3))
    #expect(cadence.answered(pulse(.live, revision: 1), at: now) == .seconds(4.5))
    for _ in 0..<10 { _ = cadence.answered(pulse(.live, revision: 1), at: now) }
    #expect(cadence.answered(pulse(.live, revision: 1), at: now) == .seconds(15))
    #expect(cadence.answered(pulse(.live, revision: 2), at: now) == .seconds(2))
  }

  @Test(arguments: [(3600.0, 600.0), (1200, 300), (40, 15), (-10, 15)])
  func aGameToComeIsAskedMoreOftenAsItNears(startsIn: Double, wait: Double) {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.answered(pulse(.warmup, startsIn: .seconds(startsIn)), at: now) == .seconds(wait))
  }

  @Test func aRefusedAnswerSaysNothingOfTheGame() {
    var cadence = Cadence(bounds: .init())
    _ = cadence.answered(pulse(.live, revision: 1), at: now)
    for _ in 0..<20 { _ = cadence.refused() }
    #expect(cadence.refused() == .seconds(15))
  }

  @Test func aFinalIsAskedForHalfAnHourAndThenAtItsLastLook() {
    var cadence = Cadence(bounds: .init())
    var pulse = pulse(.final, revision: 1)
    pulse.lastLook = now + .seconds(36_000)
    #expect(cadence.answered(pulse, at: now) == .seconds(2))
    #expect(cadence.answered(pulse, at: now + .seconds(1799)) <= .seconds(15))
    #expect(cadence.answered(pulse, at: now + .seconds(1800)) == .seconds(34_200))
    #expect(cadence.answered(pulse, at: now + .seconds(36_000)) == .seconds(15))
  }

  @Test func failuresDoubleTheWaitUpToACeiling() {
    var cadence = Cadence(bounds: bounds)
    let waits = (0..<8).map { _ in cadence.failed(retryAfter: nil, jitter: 0.5) }
    #expect(waits.prefix(3) == [.seconds(4), .seconds(8), .seconds(16)])
    #expect(waits.last == .seconds(60))
    #expect(cadence.answered(pulse(.live, revision: 1), at: now) == .seconds(2))
    #expect(cadence.failed(retryAfter: nil, jitter: 0.5) == .seconds(4))
  }

  @Test(arguments: [0.0, 1.0])
  func retryAfterIsNeverUndercut(jitter: Double) {
    var cadence = Cadence(bounds: bounds)
    #expect(cadence.failed(retryAfter: .seconds(90), jitter: jitter) == .seconds(90))
  }

  @Test func equalBoundsPollAtAFixedRate() {
    var cadence = Cadence(bounds: .init(liveMin: .seconds(5), liveMax: .seconds(5), idleMax: .seconds(5)))
    let phases: [GameStatus.Phase] = [.scheduled, .warmup, .live, .live, .delayed, .suspended, .final]
    for phase in phases { #expect(cadence.answered(pulse(phase, startsIn: .seconds(999)), at: now) == .seconds(5)) }
  }
}
