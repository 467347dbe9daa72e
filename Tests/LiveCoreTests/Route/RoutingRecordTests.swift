import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel

/// The recorded settings route as the configuration does, and contain no secret.
@Suite struct RoutingRecordTests {
  private func decoded(_ text: String?) throws -> RoutingRecord {
    try JSONDecoder().decode(RoutingRecord.self, from: Data(try #require(text).utf8))
  }

  @Test(arguments: ConfigFixture.good) func aRecordCanBeReadBack(fixture: ConfigFixture) throws {
    let record = RoutingRecord(try ConfigFixture.read(fixture.path))
    let again = try decoded(record.text)
    #expect(again == record)
    #expect(again.text == record.text)
    let places = record.routes.map(\.origin.place?.description)
    #expect(again.routes.map(\.origin.place?.description) == places)
  }

  @Test func allConditionsAreKept() throws {
    let rule = Rule(
      leagues: ["mlb"], teams: ["BOS"], batting: ["BOS"], pitching: ["TB"], players: [.name("José Ramírez"), .id(9)],
      types: [.play], tags: [.final], allTags: [.start], notTags: [.final], innings: 7...Int.max, scoreMargin: 0...2,
      importance: 3...4, provisional: false, sinks: ["den"], stop: true)
    let record = RoutingRecord(
      follow: RoutingRecord.Follow(teams: ["BOS"], players: [.id(7)]), routes: [rule, Rule(sinks: ["hook"])],
      sinks: [
        RoutingRecord.SinkSetting(
          name: "den", type: "discord", isForPeople: true, early: true, delay: 35_000, group: 5000, expires: 600_000,
          quietHours: RoutingRecord.SinkSetting.QuietTime(from: 1380, to: 420, timeZone: "Europe/Berlin"))
      ])
    #expect(try decoded(record.text) == record)
  }

  /// A record of a release that knew fewer conditions.
  @Test func anAbsentConditionMatchesEverything() throws {
    let record = try decoded(
      #"{"follow":{"players":[],"teams":[]},"routes":[{"conditions":{},"sinks":["den"],"stop":false}],"sinks":[]}"#)
    #expect(record.routes == [Rule(sinks: ["den"])])
  }

  @Test func aRecordHasNoSecretAndNoAddress() throws {
    let folder = try ConfigFolder()
    let path = try folder.write(
      """
      sinks:
        hook: {type: webhook, url: "https://hush.example/hush", secret: "\(ConfigFixture.signingSecret("b"))"}
        chat: {type: telegram, token: "123:hush", chat_id: 4711}
        prog: {type: exec, command: [/bin/hush]}
      """, to: "livegamed.yaml")
    let text = try #require(RoutingRecord(try ConfigFixture.read(path)).text)
    #expect(text.contains("telegram"))
    for secret in ["hush", "4711", "whsec"] { #expect(!text.contains(secret), "\(secret)") }
  }
}
