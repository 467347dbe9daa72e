import Foundation
import Testing

@testable import LiveCore

@Suite struct MessageIDTests {
  @Test(arguments: EventType.allCases)
  func isARandomUUIDInLowerCase(type: EventType) throws {
    let id = Array(MessageID.of(type))
    #expect(id.count == 32 && id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    #expect(id[12] == "4" && "89ab".contains(id[16]), "version 4, variant 1")
  }

  @Test func theCatalogueExplainsEachAndNoOther() throws {
    let entries = try CatalogueEntry.all()
    #expect(entries.map(\.id).sorted() == EventType.allCases.map(MessageID.of).sorted())
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
}

/// One entry of `packaging/catalog/livegamed.catalog`.
private struct CatalogueEntry {
  let id: String
  let headers: [String: String]
  let text: String

  static func all() throws -> [CatalogueEntry] {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
    let file = root.appendingPathComponent("packaging/catalog/livegamed.catalog")
    let parts = try String(contentsOf: file, encoding: .utf8).split(separator: #/(^|\n)-- /#).dropFirst()
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
