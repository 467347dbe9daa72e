import Foundation
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct EventFilterNamesTests {
  @Test func namesIgnoreCaseAndTeamsHaveSeveralNames() throws {
    let filter = try EventFilter(
      namedTeams: ["red sox", "Ari"], types: ["PLAY", "livegame.status"], tags: ["Home-Run"])
    #expect(filter.teams == ["BOS", "AZ", "ARI"])
    let conditions = filter.conditions
    #expect(conditions.types == [.play, .status] && conditions.tags == [Tag(rawValue: "home_run")])
  }

  @Test(arguments: [
    ("BOSS", "", "", "there is no team 'BOSS'; did you mean 'BOS'? [socket.unknown-name]"),
    ("Red Soks", "", "", "there is no team 'Red Soks'; did you mean 'BOS'? [socket.unknown-name]"),
    (
      "New York", "", "",
      "'New York' could be several teams; write 'NYM' (New York Mets) or 'NYY' (New York Yankees) or 'NYK' "
        + "(New York Knicks) [socket.unknown-name]"
    ),
    (
      "sox", "", "",
      "'sox' could be two teams; write 'BOS' (Boston Red Sox) or 'CWS' (Chicago White Sox) [socket.unknown-name]"
    ),
    ("", "plays", "", "there is no type 'plays'; did you mean 'livegame.play'? [socket.unknown-name]"),
    ("", "", "walkoff", "there is no tag 'walkoff'; did you mean 'walk_off'? [socket.unknown-name]"),
  ])
  func unknownNamesAreRefused(team: String, type: String, tag: String, says: String) {
    func list(_ text: String) -> [String] { text.isEmpty ? [] : [text] }
    let fault = #expect(throws: Fault.self) {
      try EventFilter(namedTeams: list(team), types: list(type), tags: list(tag))
    }
    #expect(fault?.description == says)
  }

  /// A tag that is in the model but not among the names could not be watched for.
  @Test func everyTagOfTheModelIsKnown() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardized
    let tags = try ["LiveModel/Tag.swift", "LiveMLB/Tag+Baseball.swift", "LiveNBA/Tag+Basketball.swift"].flatMap {
      name in
      try String(contentsOf: sources.appending(path: name), encoding: .utf8).matches(of: /= Tag\("([a-z_]+)"\)/)
        .map { String($0.1) }
    }
    #expect(tags.count > 40 && Set(tags).subtracting(Leagues.known.tagNames) == [])
  }
}
