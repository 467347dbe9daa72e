import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

/// Lines of the own log outside of the journal.
@Suite struct LineLogHandlerTests {
  private let lines = Locked<[String]>([])

  private func logger() -> Logger {
    let zone = LocalZone("test") { _ in LocalZone.Offset(seconds: -5 * 3600, abbreviation: "EST") }
    let handler = LineLogHandler(zone: zone, now: { Timestamp(seconds: 1_795_410_420) }) { [lines] entry in
      lines.withLock { $0.append(entry.line) }
    }
    return Logger(label: "test") { _ in handler }
  }

  @Test func timeLevelAndMessageComeFirst() {
    let logger = logger()
    logger.notice("livegamed started")
    logger.warning(
      "delivery failed", metadata: [LogKey.error: "status 401", LogKey.sink: "family", LogKey.attempt: "1"])
    #expect(
      lines.withLock { $0 } == [
        "2026-11-23T00:07:00-05:00 notice livegamed started",
        "2026-11-23T00:07:00-05:00 warning delivery failed: status 401 attempt=1 sink=family",
      ])
  }

  @Test func aValueWithSpacesIsQuotedAndALineStaysOne() {
    logger().info("x", metadata: ["a": "two words", "b": "say \"no\"\n", "c": "", "d": "k=v", "e": "é"])
    #expect(
      lines.withLock { $0 } == [#"2026-11-23T00:07:00-05:00 info x a="two words" b="say \"no\" " c="" d="k=v" e=é"#])
  }

  @Test func anErrorIsNotRepeated() {
    let fault = Fault(Fault.Code(rawValue: "test.full"), "no room", at: .sink("den"))
    logger().error("x", error: fault, metadata: [LogKey.attempt: "1"])
    #expect(lines.withLock { $0 } == ["2026-11-23T00:07:00-05:00 error x: sink 'den': no room [test.full] attempt=1"])
  }
}
