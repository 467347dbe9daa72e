import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct RunClockTests {
  private static let start = SampleEvents.start
  private static let steps: [Duration] = [
    .seconds(-40 * 86_400), .seconds(-7200), .seconds(7200), .seconds(40 * 86_400), .seconds(-50 * 365 * 86_400),
  ]

  /// A wall clock and an uptime that a test sets.
  private final class Machine: Sendable {
    let wall = Locked(RunClockTests.start)
    let uptime = Locked(Duration.seconds(500))

    func clock(_ last: RunClock.Reading? = nil, notBefore floor: Timestamp = Timestamp(seconds: 0)) -> RunClock {
      RunClock(
        continuing: last, notBefore: floor, wall: { [wall] in wall.withLock { $0 } },
        uptime: { [uptime] in uptime.withLock { $0 } })
    }

    func pass(_ span: Duration) { uptime.withLock { $0 += span } }
    func step(_ span: Duration) { wall.withLock { $0 = $0 + span } }
  }

  @Test(arguments: steps) func aStepOfTheWallClockDoesNotMoveIt(_ step: Duration) {
    let machine = Machine()
    let clock = machine.clock()
    #expect(clock.now() == Self.start)
    machine.step(step)
    machine.pass(.seconds(30))
    #expect(clock.now() == Self.start + .seconds(30))
  }

  @Test(arguments: steps) func theNextProcessContinuesWithoutTheWallClock(_ step: Duration) {
    let machine = Machine()
    let reading = machine.clock().reading
    machine.step(step)
    machine.pass(.seconds(90))
    #expect(machine.clock(reading).now() == Self.start + .seconds(90))
  }

  /// Time in sleep or with the machine off does not count, because only the wall clock could measure it.
  @Test(arguments: steps) func afterARebootTheUptimeCounts(_ step: Duration) {
    let machine = Machine()
    let reading = machine.clock().reading
    machine.step(step)
    machine.uptime.withLock { $0 = .seconds(20) }
    #expect(machine.clock(reading).now() == Self.start + .seconds(20))
  }

  @Test func anUnsetClockBeginsAtTheEarliestPossibleTime() {
    let machine = Machine()
    machine.wall.withLock { $0 = Timestamp(seconds: 60) }
    #expect(machine.clock(notBefore: Version.beginning).now() == Version.beginning)
  }

  @Test func aReadingRoundTripsAsText() {
    let reading = RunClock.Reading(time: Self.start, uptime: .milliseconds(1234))
    #expect(RunClock.Reading("\(reading)") == reading)
  }

  @Test(arguments: [
    "", " ", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z x", "x 5", "2026-01-01T00:00:00.000Z -1",
    "2026-01-01T00:00:00.000Z 9223372036854775807", "2026-01-01T00:00:00.000Z 99999999999999999999", "5 5 5",
  ])
  func aMalformedReadingIsRefused(_ text: String) { #expect(RunClock.Reading(text) == nil) }

  @Test func theUptimeIsThatOfTheKernel() {
    let first = RunClock.uptime()
    #expect(first > .zero && RunClock.uptime() >= first)
    #expect(RunClock.shared.now() <= RunClock.shared.now())
  }
}
