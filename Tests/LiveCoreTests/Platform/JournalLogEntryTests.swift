import Foundation
import Logging
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct JournalLogEntryTests {
  @Test func hasTextLevelPlaceAndAFieldForEachKey() {
    let entry = JournalLogEntry(
      event("delivery failed", .warning),
      [LogKey.retryIn: "4000", LogKey.game: "747175", "list": ["a", ["b": "c"]]])
    #expect(
      entry.fields.map { "\($0.field)=\($0.value)" } == [
        "MESSAGE=delivery failed (game 747175, list [\"a\", [\"b\": \"c\"]], retry_in_ms 4000)",
        "PRIORITY=4",
        "SYSLOG_IDENTIFIER=livegamed",
        "CODE_FILE=LiveCore/DeliveryReport.swift",
        "CODE_LINE=17",
        "CODE_FUNC=postponed(_:)",
        "LIVEGAME_GAME_PK=747175",
        "LIVEGAME_LIST=[\"a\", [\"b\": \"c\"]]",
        "LIVEGAME_RETRY_IN_MS=4000",
      ])
  }

  @Test(arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
  func theLevelSetsThePriority(level: Logger.Level, priority: Int) {
    let entry = JournalLogEntry(event("x", level), [:])
    #expect(entry.priority == priority)
    #expect(entry.fields.contains { $0.field == "PRIORITY" && $0.value == "\(priority)" })
  }

  @Test func anErrorFollowsTheTextAndItsPartsAppearOnce() {
    let fault = Fault(
      Fault.Code(rawValue: "feed.truncated"), "answer ended early", at: .url("https://a.example/feed"))
    let metadata = Fault.metadata(of: fault, and: [LogKey.attempt: "3", LogKey.retryIn: "4000"])
    let entry = JournalLogEntry(event("poll failed"), metadata)
    #expect(
      entry.message
        == "poll failed: https://a.example/feed: answer ended early [feed.truncated] (attempt 3, retry_in_ms 4000)")
    let fields = Set(entry.fields.map { "\($0.field)=\($0.value)" })
    #expect(fields.isSuperset(of: ["LIVEGAME_CODE=feed.truncated", "LIVEGAME_URL=https://a.example/feed"]))
  }

  @Test func aPlaceInAFileHasThreeFields() {
    let fault = Fault(Fault.Code(rawValue: "config.syntax"), "no value", at: .file("a.yaml", line: 14, column: 5))
    let entry = JournalLogEntry(event("configuration refused"), Fault.metadata(of: fault))
    #expect(entry.message == "configuration refused: a.yaml:14:5: no value [config.syntax]")
    let fields = Set(entry.fields.map { "\($0.field)=\($0.value)" })
    #expect(fields.isSuperset(of: ["LIVEGAME_FILE=a.yaml", "LIVEGAME_LINE=14", "LIVEGAME_COLUMN=5"]))
  }

  @Test(arguments: [
    ("status 500: 'no'", "delivery failed: status 500: 'no' (sink a)"),
    ("sink 'a': status 500", "delivery failed: sink 'a': status 500"),
    ("the name has no address", "delivery failed: the name has no address (sink a, status 500)"),
  ])
  func onlyMetadataThatTheErrorContainsIsOmitted(error: String, message: String) {
    let metadata: Logger.Metadata = [LogKey.error: "\(error)", LogKey.sink: "a", LogKey.status: "500"]
    #expect(JournalLogEntry(event("delivery failed"), metadata).message == message)
  }

  @Test func theMessageIsOneLineAndTheFieldIsComplete() {
    let entry = JournalLogEntry(event("notice"), [LogKey.error: "two\r\nlines\u{1B}[31m"])
    #expect(entry.message == "notice: two lines [31m")
    #expect(entry.fields.contains { $0.field == "LIVEGAME_ERROR" && $0.value == "two\r\nlines\u{1B}[31m" })
  }

  @Test func theOperationsPageExplainsItsFields() throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../docs/operations.md").standardized,
      encoding: .utf8)
    for (field, _) in JournalLogEntry(event("x"), [:]).fields { #expect(page.contains("`\(field)`")) }
  }

  private func event(_ text: Logger.Message, _ level: Logger.Level = .warning) -> LogEvent {
    LogEvent(
      level: level, message: text, metadata: nil, source: nil, file: "LiveCore/DeliveryReport.swift",
      function: "postponed(_:)", line: 17)
  }
}
