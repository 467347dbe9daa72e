internal import FoundationEssentials
internal import Testing

@testable import LiveCore
@testable import LiveModel

@Suite struct GoodConfigTests {
  /// An ordinary user may read the configuration of the service, and none of its secrets.
  @Test(arguments: ConfigFixture.good)
  func theRoutesNeedNoSecret(of fixture: ConfigFixture) throws {
    let whole = try ConfigFixture.read(fixture.path)
    let some = try ConfigFiles.read(path: fixture.path, environment: [:], readsSecrets: false)
    #expect(RoutingRecord(some) == RoutingRecord(whole) && some.follow == whole.follow && some.mlb == whole.mlb)
    #expect(some.reading.warnings == whole.reading.warnings)
  }

  /// The meaning of each file. Files that the tests below compare as a whole are only named.
  private static let meanings: [String: @Sendable (Config) -> Void] = [
    "comments-only.yaml": expectDefaults, "empty.yaml": expectDefaults, "nothing-below-the-keys.yaml": expectDefaults,
    "everything.yaml": { #expect($0.follow.teams.count == 3 && $0.sinks.count == 2 && $0.routes.count == 3) },
    "routes.yaml": expectRoutes, "sinks.yaml": expectSinks,
    "windows.yaml": { config in
      var same = Config.default
      same.follow.teams = ["BOS"]
      #expect(config == same)
    },
  ]

  @Sendable private static func expectDefaults(_ config: Config) { #expect(config == Config.default) }

  @Sendable private static func expectRoutes(_ config: Config) {
    #expect(config.follow.teams == ["BOS"])
    #expect(config.follow.players.map(\.description) == ["Shohei Ohtani", "592450", "660271"])
    #expect(config.sinks.map(\.name) == ["hook"])
    let conditions = config.routes.map(\.conditions)
    let innings: [ClosedRange<Int>?] = [7...9, 9...9, 10...Int.max, nil, nil, nil]
    #expect(conditions.map(\.innings) == innings)
    let margins: [ClosedRange<Int>?] = [0...2, 0...0, 1...3, nil, nil, nil]
    #expect(conditions.map(\.scoreMargin) == margins)
    let importances: [ClosedRange<Int>?] = [3...Int.max, 0...0, 0...1, nil, nil, nil]
    #expect(conditions.map(\.importance) == importances)
    #expect(conditions.map(\.players.count) == [2, 0, 0, 0, 0, 0])
    #expect(conditions.map(\.leagues) == [["mlb"], [], [], [], [], []])
    #expect(conditions.map(\.batting) == [[], [], [], [], ["BOS", "ARI"], []])
    #expect(conditions.map(\.pitching) == [[], [], [], [], ["TB"], []])
    #expect(config.routes.allSatisfy { $0.sinks == ["hook"] && !$0.stop && $0.conditions.teams.isEmpty })
    #expect(conditions.map(\.allTags) == [[], [], [], [], [], [.scoring, .final]])
    #expect(conditions.map(\.notTags) == [[], [], [], [], [], [.tied]])
    #expect(conditions.map(\.provisional) == [nil, nil, nil, nil, nil, false])
  }

  /// `SinkConfigTests` compares each sink.
  @Sendable private static func expectSinks(_ config: Config) {
    let names = [
      "all", "bell", "bot", "chat", "den", "house", "lamp", "light", "named", "ours", "own", "phone", "proxied",
      "public", "run", "split", "team",
    ]
    #expect(config.sinks.map(\.name) == names)
    var rest = config
    rest.sinks = []
    #expect(rest == Config.default)
  }

  @Test(arguments: ConfigFixture.good)
  func isValid(_ fixture: ConfigFixture) throws {
    let expectMeaning = try #require(Self.meanings[fixture.testDescription], "nothing says what it means")
    expectMeaning(try ConfigFixture.read(fixture.path))
  }

  @Test func everyFileExists() {
    #expect(Set(ConfigFixture.good.map(\.testDescription)) == Set(Self.meanings.keys))
  }

  @Test(arguments: ["empty", "comments-only", "nothing-below-the-keys"])
  func anEmptyFileMeansTheDefaults(name: String) throws {
    #expect(try ConfigFixture.read("\(ConfigFixture.folder)/good/\(name).yaml") == Config.default)
  }

  @Test func theDefaultsAreThoseOfTheDocumentation() {
    let config = Config.default
    #expect(config.follow.teams.isEmpty)
    #expect(config.mlb.baseURL == "https://statsapi.mlb.com")
    #expect(config.mlb.sportIDs == [1, 51])
    #expect(config.nba.enabled == nil && config.nba.userAgent == nil)
    #expect(config.nba.baseURL == "https://cdn.nba.com")
    #expect(config.poll.bounds.liveMin == .seconds(1))
    #expect(config.poll.bounds.liveMax == .seconds(30))
    #expect(config.poll.bounds.idleMax == .seconds(600))
    #expect(config.poll.requestsPerSecond == 4)
    #expect(config.catchUp == .summary)
    #expect(config.stateDirectory == nil)
    #expect(config.socket == Config.SocketSettings())
    #expect(config.log.maxSize == 1 << 30)
    #expect(config.log.retention == .seconds(30 * 86_400))
    #expect(config.journal.events)
    #expect(config.metrics.listen == nil)
    #expect(config.web == nil)
    #expect(config.sinks.isEmpty)
    #expect(config.routes.isEmpty)
  }

  @Test func readsEveryKey() throws {
    var expected = Config()
    expected.follow.teams = ["BOS", "ARI", "JPN"]
    expected.mlb.baseURL = "http://192.168.1.9:8080/replay"
    (expected.mlb.sportIDs, expected.mlb.predictions) = ([1], false)
    (expected.nba.enabled, expected.nba.baseURL) = (true, "http://192.168.1.9:8082")
    expected.nba.userAgent = "Mozilla/5.0 (X11; Linux x86_64)"
    (expected.nba.numbers.key, expected.nba.numbers.baseURL) = (Secret("0123-key"), "http://192.168.1.9:8081")
    expected.nba.numbers.requestsPerMinute = 60
    expected.follow.group = "livegame-admins"
    expected.poll.bounds.liveMin = .milliseconds(500)
    expected.poll.bounds.liveMax = .seconds(90)
    expected.poll.bounds.idleMax = .seconds(3600)
    expected.poll.requestsPerSecond = 2.5
    expected.catchUp = .all
    expected.stateDirectory = "/var/lib/livegamed"
    expected.socket = .init(path: "/run/livegamed/livegamed.sock", mode: 0o660, group: "livegame-clients")
    expected.log.maxSize = 500_000_000
    expected.log.retention = .seconds(90 * 86_400)
    expected.journal.events = false
    expected.metrics.listen = try LoopbackAddress("[::1]:9464")
    var web = Config.WebSettings()
    web.listen = try #require(ListenAddress("[::]:9465"))
    web.hosts = ["scores.lan", "192.168.1.9"]
    web.trust = .init(header: "remote-user", from: [.v4(0x7F00_0001), try #require(IPAddress("fd00::7"))])
    (web.path, web.frame, web.clients, web.states) = ("/ball", ["https://ha.lan", "http://ha.lan:8123"], 200, true)
    expected.web = web
    var hook = SinkSettings(name: "hook", kind: .webhook, url: Secret("https://example.org/hook?token=1"))
    hook.kind = WebhookSettings(secrets: ["a", "b"].map { Secret(ConfigFixture.signingSecret($0)) })
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

  @Test func readsAFileWithWindowsLineEnds() throws {
    #expect(try ConfigFixture.read("\(ConfigFixture.folder)/good/windows.yaml").follow.teams == ["BOS"])
  }
}
