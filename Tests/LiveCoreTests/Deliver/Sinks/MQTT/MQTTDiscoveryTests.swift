import Foundation
import Testing
import WireSchema

@testable import LiveCore
@testable import LiveModel
@testable import LiveNBA

@Suite struct MQTTDiscoveryTests {
  private static let teams = [
    FollowedTeam(league: LeagueID(rawValue: "mlb"), abbreviation: "BOS", name: "Boston Red Sox"),
    FollowedTeam(league: .nba, abbreviation: "BOS", name: "Boston Celtics"),
  ]

  private func payload(_ team: FollowedTeam) throws -> [UInt8] {
    let discovery = MQTTDiscovery(topics: MQTTSample.topics, team: team, league: Leagues.known[team.league])
    return try StableJSON.bytes(of: discovery.payload)
  }

  @Test(arguments: teams) func theDescriptionIsTheGoldenOne(_ team: FollowedTeam) throws {
    let object = try JSONSerialization.jsonObject(with: Data(payload(team)))
    let pretty = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    let lines = String(decoding: pretty, as: UTF8.self).split(separator: "\n").map(String.init)
    try GoldenFile(path: "Tests/LiveCoreTests/Golden/mqtt-discovery-\(team.league.rawValue).json").check(lines)
  }

  private static func schema(_ name: String) throws -> JSONSchema {
    let path = WireFormat.root + "/Tests/LiveCoreTests/Fixtures/home-assistant-\(name).schema.json"
    return try JSONSchema(JSONValue(Data(contentsOf: URL(filePath: path))))
  }

  /// Returns the members of a team's description, and those of its components.
  private func members(_ team: FollowedTeam) throws -> (device: [String: JSONValue], components: [String: JSONValue]) {
    guard case .object(var device) = try JSONValue(payload(team)),
      case .object(let components)? = device.removeValue(forKey: "components")
    else { return ([:], [:]) }
    return (device, components)
  }

  @Test(arguments: teams) func theDescriptionFitsTheSchemas(_ team: FollowedTeam) throws {
    let (device, components) = try members(team)
    #expect(try Self.schema("device").faults(in: .object(device), strict: true) == [])
    let schema = try Self.schema("component")
    #expect(components.count > 15)
    for (id, component) in components { #expect(schema.faults(in: component, strict: true) == [], "\(id)") }
  }

  /// Home Assistant refuses a device without an origin, and an entity without an id.
  @Test func theSchemasMissAMember() throws {
    var (device, components) = try members(Self.teams[0])
    device["origin"] = nil
    #expect(try !Self.schema("device").faults(in: .object(device), strict: true).isEmpty)
    guard case .object(var score)? = components.removeValue(forKey: "score") else { return }
    score["unique_id"] = nil
    #expect(try !Self.schema("component").faults(in: .object(score), strict: true).isEmpty)
  }

  @Test(arguments: teams) func everyTriggerIsATypeOfTheEventEntity(_ team: FollowedTeam) {
    let league = Leagues.known[team.league]
    let all = MQTTEventType.all(of: league)
    #expect(Set(MQTTEventType.triggers(of: league)).isSubset(of: all) && Set(all).count == all.count)
  }

  @Test func idsHoldLettersDigitsAndUnderscoresOnly() {
    let topics = MQTTTopics(base: "home/my games", discovery: "homeassistant")
    #expect(topics.config(of: Self.teams[1]) == "homeassistant/device/home_my_games_nba_bos/config")
    #expect(topics.state(of: Self.teams[0]) == "home/my games/mlb/bos/state")
    #expect(MQTTTopics(base: "a").config(of: Self.teams[0]) == nil)
  }
}
