import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct StartTimeTests {
  private let wall = Locked(SampleEvents.start)
  private let monotonic = Locked(SuspendingClock.now)

  private func pass(_ span: Duration, setting step: Duration = .zero) {
    monotonic.withLock { $0 += span }
    wall.withLock { $0 = $0 + span + step }
  }

  @Test func isRightOnceTheClockIsRight() {
    let start = StartTime(wall: { wall.withLock { $0 } }, monotonic: { monotonic.withLock { $0 } })
    #expect(start.instant() == SampleEvents.start)
    pass(.seconds(10))
    #expect(start.instant() == SampleEvents.start)
    // A small correction is not a step.
    pass(.seconds(10), setting: .milliseconds(-400))
    #expect(start.instant() == SampleEvents.start)
    // The clock was 40 days behind.
    pass(.seconds(10), setting: .seconds(40 * 86_400) + .milliseconds(400))
    #expect(start.instant() == SampleEvents.start + .seconds(40 * 86_400))
    pass(.seconds(10), setting: .seconds(-7200))
    #expect(start.instant() == SampleEvents.start + .seconds(40 * 86_400 - 7200))
  }
}
