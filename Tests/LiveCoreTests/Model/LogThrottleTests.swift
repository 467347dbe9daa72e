import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct LogThrottleTests {
  @Test func passesOneLineAMinuteForEachCauseAndCountsTheRest() {
    var limit = LogThrottle<String>()
    let start = SampleEvents.start
    #expect(limit.count("503", at: start) == 1)
    #expect(limit.count("503", at: start + .seconds(1)) == nil)
    #expect(limit.count("timeout", at: start + .seconds(2)) == 1)
    #expect(limit.count("503", at: start + .seconds(59)) == nil)
    #expect(limit.count("503", at: start + .seconds(60)) == 3)
    #expect(limit.count("503", at: start + .seconds(61)) == nil)
  }
}
