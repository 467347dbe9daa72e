import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct MessageIDTests {
  @Test(arguments: Leagues.known.eventTypes)
  func isARandomUUIDInLowerCase(type: EventType) throws {
    let id = Array(MessageID.of(type, in: .known))
    #expect(id.count == 32 && id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    #expect(id[12] == "4" && "89ab".contains(id[16]), "version 4, variant 1")
  }

  @Test func theCatalogueExplainsExactlyTheseIds() throws {
    let entries = try CatalogueEntry.all()
    #expect(entries.map(\.id).sorted() == Leagues.known.eventTypes.map { MessageID.of($0, in: .known) }.sorted())
  }

  @Test func theCatalogueHasASubjectAndATextForEach() throws {
    for entry in try CatalogueEntry.all() {
      #expect(entry.headers.keys.sorted() == ["Defined-By", "Subject", "Support"])
      #expect(entry.headers.values.allSatisfy { !$0.isEmpty })
      #expect(entry.text.count > 40)
    }
  }

  @Test func theCatalogueUsesFieldsThatEveryEntryHas() throws {
    let fields = Set(JournalEntry(JournalSample.start, sequence: 1, logID: "x").fields.map(\.field))
    for entry in try CatalogueEntry.all() {
      let used = entry.text.matches(of: /@([A-Z0-9_]+)@/).map { String($0.output.1) }
      #expect(fields.isSuperset(of: used))
    }
  }

  @Test(arguments: Leagues.known.eventTypes)
  func theEventsPageNamesEach(type: EventType) throws {
    let page = try ProjectFile.text("docs/events.md")
    #expect(page.contains("| `\(MessageID.of(type, in: .known))` | `\(type.rawValue)` |"))
  }

  @Test func theEventsPageExplainsEachFieldOfAnEntry() throws {
    let page = try ProjectFile.text("docs/events.md")
    var event = JournalSample.homeRun
    event.data.change = .retracted
    for (field, _) in JournalEntry(event, sequence: 1, logID: "x").fields { #expect(page.contains("`\(field)`")) }
  }
}

/// A file of the repository.
private enum ProjectFile {
  static func text(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../..").standardized
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}

/// One entry of `packaging/catalog/livegamed.catalog`.
private struct CatalogueEntry {
  let id: String
  let headers: [String: String]
  let text: String

  static func all() throws -> [CatalogueEntry] {
    let parts = try ProjectFile.text("packaging/catalog/livegamed.catalog").split(separator: #/(^|\n)-- /#).dropFirst()
    return try parts.map { part in
      let sections = part.split(separator: "\n\n", maxSplits: 1)
      let lines = sections[0].split(separator: "\n")
      let headers = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
      return CatalogueEntry(
        id: String(try #require(lines.first)),
        headers: Dictionary(uniqueKeysWithValues: headers.map { ($0[0], $0[1]) }), text: String(sections[1]))
    }
  }
}
