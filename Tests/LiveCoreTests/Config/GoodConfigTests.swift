internal import FoundationEssentials
internal import Testing

@testable import LiveCore

@Suite struct GoodConfigTests {
  @Test(arguments: ConfigFixture.good)
  func isRead(_ fixture: ConfigFixture) throws {
    _ = try ConfigFixture.read(fixture.path)
  }

  @Test(arguments: ["empty", "comments-only", "nothing-below-the-keys"])
  func meansTheDefaultsWhereNothingIsSaid(name: String) throws {
    #expect(try ConfigFixture.read("\(ConfigFixture.folder)/good/\(name).yaml") == Config.default)
  }

  @Test func hasTheDefaultsThatTheDocumentationPromises() {
    let config = Config.default
    #expect(config.follow.teams.isEmpty)
    #expect(config.mlb.baseURL == "https://statsapi.mlb.com")
    #expect(config.mlb.sportIDs == [1, 51])
    #expect(config.poll.liveMin == .seconds(1))
    #expect(config.poll.liveMax == .seconds(30))
    #expect(config.poll.idleMax == .seconds(600))
    #expect(config.poll.requestsPerSecond == 4)
    #expect(config.catchUp == .summary)
    #expect(config.stateDirectory == nil)
    #expect(config.socket == Config.SocketSettings())
    #expect(config.log.maxSize == 1 << 30)
    #expect(config.journal.events)
    #expect(config.metrics.listen == nil)
    #expect(config.sinks.isEmpty)
    #expect(config.routes.isEmpty)
  }

  @Test func takesEveryKey() throws {
    var expected = Config()
    expected.follow.teams = ["BOS", "ARI", "JPN"]
    expected.mlb.baseURL = "http://192.168.1.9:8080/replay"
    expected.mlb.sportIDs = [1]
    expected.poll.liveMin = .milliseconds(500)
    expected.poll.liveMax = .seconds(90)
    expected.poll.idleMax = .seconds(3600)
    expected.poll.requestsPerSecond = 2.5
    expected.catchUp = .all
    expected.stateDirectory = "/var/lib/livegamed"
    expected.socket = .init(path: "/run/livegamed/livegamed.sock", mode: 0o660, group: "livegame-clients")
    expected.log.maxSize = 500_000_000
    expected.journal.events = false
    expected.metrics.listen = try LoopbackAddress("[::1]:9464")
    var hook = SinkSettings(name: "hook", kind: .webhook, url: Secret("https://example.org/hook?token=1"))
    hook.secrets = ["a", "b"].map { Secret(ConfigFixture.signingSecret($0)) }
    hook.expires = .seconds(86_400)
    hook.timeout = .seconds(5)
    var lan = SinkSettings(name: "lan", kind: .webhook, url: Secret("http://192.168.1.9:8123/hook"))
    lan.allowHTTP = true
    lan.early = true
    expected.sinks = [hook, lan]
    expected.routes = [
      Rule(
        teams: ["BOS"], types: [.play], tags: [.scoring, .final, Tag(rawValue: "never_seen_before")],
        sinks: ["hook", "lan"]),
      Rule(tags: [Tag(rawValue: "mound_visit")], stop: true),
      Rule(sinks: ["lan"], stop: true),
    ]
    #expect(try ConfigFixture.read("\(ConfigFixture.folder)/good/everything.yaml") == expected)
  }

  @Test func readsAFileThatWindowsWrote() throws {
    #expect(try ConfigFixture.read("\(ConfigFixture.folder)/good/windows.yaml").follow.teams == ["BOS"])
  }
}
