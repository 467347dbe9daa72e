import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel

/// The published schema, its page and the model agree.
@Suite struct WireFormatTests {
  private func schema() throws -> JSONSchema { try WireFormat.schema.get() }

  @Test func thePageHasAnExampleOfEachType() throws {
    let names = Leagues.known.eventTypes.map { $0.rawValue.replacing("livegame.", with: "") }
    let baseball = names.filter { $0 != "period" }
    // The feed's state has the same form in each league.
    let basketball = names.filter { !["inning", "prediction", "source"].contains($0) }.map { "nba-\($0)" }
    #expect(try Set(EventsPage.examples.get().keys) == Set(baseball + basketball + ["revision", "retraction"]))
  }

  @Test func theExamplesHaveTheWireFormat() throws {
    for (name, example) in try EventsPage.examples.get() {
      #expect(WireFormat.faults(in: example.description.utf8) == [], "\(name)")
    }
  }

  /// An example that the program could not have written is wrong.
  @Test func theProgramWritesTheSameExamples() throws {
    for (name, example) in try EventsPage.examples.get() {
      let line = try CloudEvent(line: Array(example.description.utf8)).line()
      #expect(try JSONValue(line) == example, "\(name)")
    }
  }

  @Test func validSamplesAreAccepted() throws {
    let samples = try WireSample.allowed.get()
    // Guards against an empty list, of which everything holds.
    #expect(samples.count >= 40)
    let names = Set(samples.map { String($0.line.prefix { $0 != ":" }.trimmingPrefix("nba-")) })
    #expect(names == Set(Leagues.known.eventTypes.map { $0.rawValue.replacing("livegame.", with: "") }))
    for sample in samples {
      #expect(try schema().faults(in: sample.document) == [], "\(sample.line)")
    }
  }

  @Test func brokenSamplesAreRefused() throws {
    for sample in try WireSample.refused.get() {
      #expect(try !schema().faults(in: sample.document).isEmpty, "\(sample.line)")
    }
  }

  /// A constraint whose removal no sample notices would be untested.
  @Test func everyConstraintOfTheSchemaIsTested() throws {
    let document = try JSONValue(Data(contentsOf: URL(filePath: "\(WireFormat.root)/docs/livegame-event.schema.json")))
    let samples = try WireSample.refused.get()
    let constraints = document.constraints(at: [])
    #expect(constraints.count > 200)
    for constraint in constraints {
      let weaker = try JSONSchema(document.without(constraint))
      let isNeeded = samples.contains { weaker.faults(in: $0.document).isEmpty }
      #expect(isNeeded, "no sample needs /\(constraint.joined(separator: "/"))")
    }
  }

  @Test func aMemberThatTheSchemaDoesNotNameIsNoticed() throws {
    let known = try #require(EventsPage.examples.get()["play"])
    for place in ["colour", "data/colour", "data/game/home/colour", "data/players/0/colour", "data/play/colour"] {
      var document = known
      document[path: place.split(separator: "/")[...]] = .string("red")
      #expect(try schema().faults(in: document) == [])
      #expect(WireFormat.faults(in: document.description.utf8) == ["/\(place): the schema does not name it"])
    }
  }

  @Test(arguments: [
    (#"id="mlb/900001/5-top/pa/900103/1@2""#, "/id"), (#"id="mlb/900001/5-top/pa/900104/1@1""#, "/id"),
    (#"subject="AZ@TOR""#, "/subject"), (#"source="/livegamed/9f2c61aa/mlb/games/900002""#, "/source"),
    ("data/game/id=900002", "/source"),
  ])
  func theEnvelopeAgreesWithTheData(change: String, place: String) throws {
    let document = try WireSample("play: \(change)").document
    #expect(try schema().faults(in: document) == [])
    #expect(WireFormat.faults(in: document.description.utf8).first?.hasPrefix("\(place): ") == true)
  }

  @Test(arguments: ["", "{", "{}{}", "[]", #"{"op":"pong"}"#])
  func otherDocumentsAreRefused(line: String) {
    #expect(!WireFormat.faults(in: line.utf8).isEmpty)
  }

  @Test func theSchemaHasTheTypesOfTheModel() throws {
    let document = try JSONValue(Data(contentsOf: URL(filePath: "\(WireFormat.root)/docs/livegame-event.schema.json")))
    let types: [JSONValue] =
      if case .array(let types)? = document["properties"]?["type"]?["enum"] { types } else { [] }
    let known = Leagues.known.eventTypes.map { JSONValue.string($0.rawValue).description }
    #expect(types.map(\.description).sorted() == known.sorted())
  }
}

extension JSONValue {
  /// Keywords that constrain nothing by themselves.
  private static let harmless: Set = ["$schema", "$id", "$comment", "title", "description", "format", "if"]

  /// Returns the paths of all constraints of a schema.
  fileprivate func constraints(at path: [String]) -> [[String]] {
    guard case .object(let members) = self else { return [] }
    return members.sorted { $0.key < $1.key }.flatMap { name, value -> [[String]] in
      let place = path + [name]
      switch (name, value) {
      case (let name, _) where Self.harmless.contains(name): return []
      case ("properties", .object(let rules)), ("$defs", .object(let rules)):
        return rules.sorted { $0.key < $1.key }.flatMap { $1.constraints(at: place + [$0]) }
      case ("items", let rule): return rule.constraints(at: place)
      case ("contains", let rule), ("then", let rule), ("else", let rule): return [place] + rule.constraints(at: place)
      case ("allOf", .array(let rules)), ("anyOf", .array(let rules)):
        let inner = rules.enumerated().flatMap { $1.constraints(at: place + ["\($0)"]) }
        return name == "anyOf" ? [place] + inner : inner
      case ("required", .array(let names)): return names.indices.map { place + ["\($0)"] }
      default: return [place]
      }
    }
  }

  /// Returns the document without the value at a path, and without a list that becomes empty.
  fileprivate func without(_ path: [String]) -> JSONValue {
    var copy = self
    let path = path.map { Substring($0) }
    copy[path: path[...]] = nil
    if copy[path: path.dropLast()] == .array([]) { copy[path: path.dropLast()] = nil }
    return copy
  }
}
