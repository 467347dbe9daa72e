internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct MQTTSettingsTests {
  private func config(_ text: String) throws -> Config {
    let folder = try ConfigFolder()
    let path = try folder.write(text, to: "livegamed.yaml")
    return try withExtendedLifetime(folder) { try ConfigFiles.read(path: path, environment: [:]) }
  }

  private func sink(_ more: String = "") -> String {
    "sinks:\n  house: {type: mqtt, url: \"mqtts://broker.example.org\"\(more)}\n"
  }

  private func settings(_ more: String = "") throws -> MQTTSettings {
    try #require(try config(sink(more)).sinks.first?.kind as? MQTTSettings)
  }

  @Test func aBrokerAloneIsEnough() throws {
    let usual = try settings()
    #expect(usual.topics == MQTTTopics(base: "livegamed", discovery: "homeassistant"))
    #expect(usual.user == nil && usual.password == nil && usual.caFile == nil && usual.waitsForSubscriber)
  }

  @Test(arguments: [(", discovery: false", nil), (", discovery: true", "homeassistant"), (", discovery: ha", "ha")])
  func discoveryHasAPrefixOrIsOff(_ more: String, _ prefix: String?) throws {
    #expect(try settings(more).topics.discovery == prefix)
    #expect(try settings(more).showsFollowedTeams == (prefix != nil))
  }

  @Test(arguments: [
    ("", "", ["2:3 config.no-device"]), (", discovery: false", "", []), ("", "follow: {teams: [BOS]}\n", []),
    ("", "follow: {players: [Mookie Betts]}\n", ["2:3 config.no-device"]),
  ])
  func withoutATeamByNameNoDeviceIsWarnedOf(_ more: String, _ follow: String, _ expected: [String]) throws {
    let reading = try config(sink(more) + follow).reading
    let warnings = reading.warnings.map { fault in
      let place = fault.place?.description.split(separator: ":").suffix(2).joined(separator: ":") ?? ""
      return "\(place) \(fault.code.rawValue)"
    }
    #expect(warnings == expected)
    #expect(reading.warnings(alsoFollowing: ["TOR"], players: []).isEmpty)
  }

  /// A demo must not remove or change the devices of a running daemon.
  @Test func aDemoPublishesBelowTheTopicOfTests() throws {
    let text = sink() + "follow: {teams: [BOS]}\n"
    let demo = try config(text).forDemo(source: "http://127.0.0.1:9", folder: "/tmp/x")
    let settings = try #require(demo.sinks.first?.kind as? MQTTSettings)
    #expect(settings.topics == MQTTTopics(base: "livegamed/test", discovery: nil) && !settings.waitsForSubscriber)
  }
}
