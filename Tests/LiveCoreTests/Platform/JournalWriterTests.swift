import Glibc
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LivePlatform

@Suite struct JournalWriterTests {
  /// Set by `packaging/test/journald-alone.sh`, so that no test writes to the journal of the machine.
  static let hasJournaldAlone = getenv("LIVEGAMED_JOURNALD_ALONE") != nil

  @Test func reportsAMissingJournal() {
    let writer = JournalWriter(socket: "/nonexistent/journal/socket")
    #expect(!writer.isAvailable)
    let fault = #expect(throws: Fault.self) { try writer.write([(field: "MESSAGE", value: "x")]) }
    #expect(fault?.code == .journalAbsent)
  }

  @Test func refusesABadNameBeforeAnythingIsSent() {
    let fault = #expect(throws: Fault.self) { try JournalWriter().write([(field: "message", value: "x")]) }
    #expect(fault?.code == .journalBadEntry)
  }

  @Test(.enabled(if: hasJournaldAlone, "needs packaging/test/journald-alone.sh"), arguments: [0, 1 << 20])
  func aRealJournalKeepsEveryByte(padding: Int) throws {
    let name = "mlb/1/test/\(padding)"
    let fields = [
      (field: "MESSAGE", value: "one\ntwo\0 Muñoz ⚾ = 1" + String(repeating: "x", count: padding)),
      (field: "SYSLOG_IDENTIFIER", value: "livegamed-test"),
      (field: "LIVEGAME_ID", value: name),
      (field: "LIVEGAME_TAGS", value: "hit"),
      (field: "LIVEGAME_TAGS", value: "scoring"),
      (field: "LIVEGAME_SCORE", value: ""),
    ]
    try JournalWriter().write(fields)
    let found = try #require(try JournalReader(only: "LIVEGAME_ID=\(name)").next())
    #expect(found.sorted() == fields.map { "\($0.field)=\($0.value)" }.sorted())
  }

  @Test(.enabled(if: hasJournaldAlone, "needs packaging/test/journald-alone.sh"))
  func aRealJournalAcceptsEntriesOfEvents() throws {
    for (index, event) in [JournalSample.start, JournalSample.homeRun].enumerated() {
      let entry = JournalEntry(event, sequence: index + 1, logID: "9f2c61aa")
      try JournalWriter().write(entry.fields)
      let found = try #require(try JournalReader(only: "LIVEGAME_ID=\(event.id)").next())
      #expect(found.sorted() == entry.fields.map { "\($0.field)=\($0.value)" }.sorted())
    }
  }
}
