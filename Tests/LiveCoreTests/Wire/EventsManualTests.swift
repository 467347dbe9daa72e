import Foundation
import Testing
import WireSchema

@testable import LiveCore

/// Compares `packaging/man/livegamed-events.7` with the schema.
@Suite struct EventsManualTests {
  private func page() throws -> String {
    try String(contentsOfFile: "\(WireFormat.root)/\(HouseRule.eventsManual)", encoding: .utf8)
  }

  @Test func namesEveryMember() throws {
    let schema = try JSONValue(Data(contentsOf: URL(filePath: "\(WireFormat.root)/docs/livegame-event.schema.json")))
    let members = schema.properties
    #expect(members.isSuperset(of: ["specversion", "data", "fact", "abbreviation", "remaining"]))
    // `.Ic batter` in a sentence, `.It Ic cause` where it is explained.
    let named = try page().split(separator: "\n").filter { $0.hasPrefix(".Ic ") || $0.hasPrefix(".It Ic ") }
    let names = Set(named.flatMap { $0.split(separator: " ") })
    #expect(members.filter { !names.contains($0[...]) } == [])
  }

  @Test func theExampleHasTheWireFormat() throws {
    let example = try #require(ManualPage(page()).displays.first { $0.hasPrefix("{\n") })
    #expect(WireFormat.faults(in: example.utf8) == [])
  }

  @Test func namesTheMessageIDOfEachType() throws {
    let rows = try page().split(separator: "\n").filter { $0.contains(" Ta ") }
    #expect(Set(rows) == Set(EventType.allCases.map { ".It Li \(MessageID.of($0)) Ta \($0.rawValue)" }))
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
