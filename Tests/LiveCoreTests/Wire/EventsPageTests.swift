import Foundation
import Testing
import WireSchema

@testable import LiveCore

/// `docs/events.md`, held to the schema.
@Suite struct EventsPageTests {
  @Test func namesEveryMember() throws {
    let schema = try JSONValue(Data(contentsOf: URL(filePath: "\(WireFormat.root)/docs/livegame-event.schema.json")))
    let members = schema.properties
    #expect(members.isSuperset(of: ["specversion", "data", "fact", "abbreviation", "remaining"]))
    let page = MarkdownPage(try String(contentsOfFile: "\(WireFormat.root)/\(HouseRule.events)", encoding: .utf8))
    // `batter` by itself, or among others as in `{id, name}`.
    let names = Set(page.code.flatMap { $0.split { !$0.isLetter } })
    #expect(members.filter { !names.contains($0[...]) } == [])
  }
}

extension JSONValue {
  /// The names of all properties in a schema.
  fileprivate var properties: Set<String> {
    switch self {
    case .object(let members):
      let inner = members.values.reduce(into: Set<String>()) { $0.formUnion($1.properties) }
      guard case .object(let own) = members["properties"] else { return inner }
      return inner.union(own.keys)
    case .array(let elements): return elements.reduce(into: []) { $0.formUnion($1.properties) }
    default: return []
    }
  }
}
