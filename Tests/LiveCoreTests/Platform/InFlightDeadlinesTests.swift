import Testing

@testable import LiveCore
@testable import LivePlatform

@Suite struct InFlightDeadlinesTests {
  private let start = SuspendingClock.now

  @Test func onlyWorkThatHangsIsOverdue() async throws {
    let passed = Locked(Duration.zero)
    let work = InFlightDeadlines { [start] in start.advanced(by: passed.withLock { $0 }) }
    #expect(work.isOnTime)
    let answer = await work.doing(within: .seconds(10)) {
      passed.withLock { $0 = .seconds(9) }
      #expect(work.isOnTime)
      passed.withLock { $0 = .seconds(10) }
      #expect(!work.isOnTime)
      return 7
    }
    #expect(answer == 7 && work.isOnTime)
  }

  @Test func overdueWorkIsDetectedAmongOtherWork() async {
    let passed = Locked(Duration.zero)
    let work = InFlightDeadlines { [start] in start.advanced(by: passed.withLock { $0 }) }
    await work.doing(within: .seconds(1)) {
      passed.withLock { $0 = .seconds(2) }
      await work.doing(within: .seconds(5)) {}
      #expect(!work.isOnTime)
    }
    #expect(work.isOnTime)
  }

  @Test func workThatThrowsHasEnded() async {
    let work = InFlightDeadlines()
    try? await work.doing(within: .zero) { throw CancellationError() }
    #expect(work.isOnTime)
  }
}
