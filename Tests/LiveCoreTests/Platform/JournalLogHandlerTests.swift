import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct JournalLogHandlerTests {
  private let complaints = Locked<[String]>([])

  @Test func withoutAJournalALineGoesToStandardError() {
    let logger = refused()
    logger.error("event log failed", metadata: [LogKey.error: "no\nroom", LogKey.attempt: "2"])
    logger.notice("livegamed started")
    #expect(lines == ["<3>event log failed: no room (attempt 2)", "<5>livegamed started"])
  }

  @Test func entriesThatJournaldWouldDropAreNotLost() {
    var metadata: Logger.Metadata = [:]
    for number in 0..<600 { metadata["key\(number)"] = "x" }
    refused().notice("much", metadata: metadata)
    #expect(lines.count == 1 && lines[0].hasPrefix("<5>much (key0 x, key1 x, key10 x"))
  }

  @Test func metadataOfTheStatementTakesPrecedence() {
    var logger = refused(provider: .init { ["a": "provider", "b": "provider", "c": "provider"] })
    logger[metadataKey: "a"] = "logger"
    logger[metadataKey: "d"] = "logger"
    logger.notice("x", metadata: ["b": "statement"])
    #expect(lines == ["<5>x (a provider, b statement, c provider, d logger)"])
  }

  @Test func anErrorHasItsFields() {
    let fault = Fault(Fault.Code(rawValue: "test.full"), "no room", at: .sink("den"))
    refused().warning("x", error: fault, metadata: [LogKey.attempt: "1"])
    #expect(lines == ["<4>x: sink 'den': no room [test.full] (attempt 1)"])
  }

  @Test func aLoggerIsAValue() {
    var first = refused()
    first.logLevel = .debug
    first[metadataKey: "only-on"] = "first"
    var second = first
    second.logLevel = .error
    second[metadataKey: "only-on"] = "second"
    #expect(first.logLevel == .debug && first[metadataKey: "only-on"] == "first")
    #expect(second.logLevel == .error && second[metadataKey: "only-on"] == "second")
  }

  @Test(.enabled(if: JournalWriterTests.hasJournaldAlone, "needs packaging/test/journald-alone.sh"))
  func aRealJournalFindsEntriesByTheirFields() throws {
    let handler = JournalLogHandler { entry in
      JournalWriter().write(entry) { Issue.record("refused: \($0)") }
    }
    let logger = Logger(label: "test") { [handler] _ in handler }
    logger.warning("delivery failed", metadata: [LogKey.sink: "handler-test", LogKey.error: "status 500\n⚾"])
    let found = try #require(try JournalReader(only: "LIVEGAME_SINK=handler-test").next())
    #expect(
      Set(found).isSuperset(of: [
        "MESSAGE=delivery failed: status 500 ⚾ (sink handler-test)", "PRIORITY=4", "SYSLOG_IDENTIFIER=livegamed",
        "LIVEGAME_ERROR=status 500\n⚾", "CODE_FILE=LiveCoreTests/JournalLogHandlerTests.swift",
        "CODE_FUNC=aRealJournalFindsEntriesByTheirFields()",
      ]))
    #expect(found.contains { $0.hasPrefix("CODE_LINE=") })
  }

  private var lines: [String] { complaints.withLock { $0 } }

  /// A logger on a machine without a journal.
  private func refused(provider: Logger.MetadataProvider? = nil) -> Logger {
    let handler = JournalLogHandler(metadataProvider: provider) { [complaints] entry in
      JournalWriter(socket: "/nonexistent/socket").write(entry) { line in complaints.withLock { $0.append(line) } }
    }
    return Logger(label: "test") { [handler] _ in handler }
  }
}
