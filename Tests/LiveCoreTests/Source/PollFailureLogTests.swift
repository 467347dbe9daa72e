internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct PollFailureLogTests {
  private let said = RecordedLog()
  private let start = SampleEvents.start

  private func fail(_ log: inout PollFailureLog, _ code: Fault.Code, after seconds: Int) {
    log.failed(Fault(code, "x"), retryIn: .seconds(1), at: start + .seconds(seconds), said.logger)
  }

  @Test func warnsOfEachCauseOnceAMinute() {
    var log = PollFailureLog()
    fail(&log, .feedStatus, after: 0)
    fail(&log, .feedMalformed, after: 1)
    #expect(said.lines(.warning).count == 2)
    for second in 2..<60 { fail(&log, second % 2 == 0 ? .feedStatus : .feedMalformed, after: second) }
    #expect(said.lines(.warning).count == 2 && said.lines(.debug).count == 58)
    fail(&log, .feedStatus, after: 60)
    #expect(said.lines(.warning).count == 3)
  }

  @Test func aFailureAfterARecoveryIsNews() {
    var log = PollFailureLog()
    fail(&log, .feedStatus, after: 0)
    log.recovered(said.logger)
    log.recovered(said.logger)
    fail(&log, .feedStatus, after: 1)
    #expect(said.lines(.warning).count == 2 && said.lines(.notice).count == 1)
  }
}
