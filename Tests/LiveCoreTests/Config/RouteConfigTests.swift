internal import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel

@Suite struct RouteConfigTests {
  private let config: Config

  init() throws { config = try ConfigFixture.read("\(ConfigFixture.folder)/good/routes.yaml") }

  @Test func readsEveryCondition() {
    #expect(
      config.routes == [
        Rule(
          leagues: ["mlb"], players: [.name("José Ramírez"), .id(608_070)], innings: 7...9, scoreMargin: 0...2,
          importance: 3...Int.max, sinks: ["hook"]),
        Rule(innings: 9...9, scoreMargin: 0...0, importance: 0...0, sinks: ["hook"]),
        Rule(innings: 10...Int.max, scoreMargin: 1...3, importance: 0...1, sinks: ["hook"]),
        Rule(sinks: ["hook"]), Rule(batting: ["BOS", "ARI"], pitching: ["TB"], sinks: ["hook"]),
        Rule(allTags: [.scoring, .final], notTags: [.tied], provisional: false, sinks: ["hook"]),
      ])
  }

  @Test func knowsTheLineOfEachRoute() {
    let lines = config.routes.map { rule in
      if case .file(_, let line, _) = rule.origin.place { line } else { 0 }
    }
    #expect(lines == [5, 11, 12, 13, 14, 15])
  }

  @Test func followsTeamsAndPlayers() {
    #expect(config.follow.teams == ["BOS"])
    #expect(config.follow.players == [.name("Shohei Ohtani"), .id(592_450), .id(660_271)])
    #expect(
      config.outline
        == "1 main file, no drop-in. Only games of BOS, and events with Shohei Ohtani, 592450, 660271; hook ← 6 routes")
  }

  @Test func followsNoTeamByDefault() { #expect(Config.default.follow.players.isEmpty) }

  @Test(arguments: SinkKindName.allCases)
  func hidesTimeOutsFromChatsOnly(kind: SinkKindName) {
    var config = Config()
    config.sinks = [SinkSettings(name: "a", kind: kind, url: Secret(""))]
    var event = RouteSample.event()
    event.data.importance = 0
    let isProgram = [.webhook, .homeAssistant, .exec, .mqtt].contains(kind)
    #expect(Router(config).sinks(for: event) == (isProgram ? ["a"] : []))
  }

  @Test func onlyEarlySinksGetProvisionalEvents() {
    var config = Config()
    config.sinks = ["a", "b"].map { SinkSettings(name: $0, kind: .webhook, url: Secret("")) }
    config.sinks[1].early = true
    var event = RouteSample.event()
    event.data.provisional = true
    #expect(Router(config).sinks(for: event) == ["b"])
  }

  @Test func followsTheConfiguredTeams() {
    var config = Config()
    config.sinks = [SinkSettings(name: "a", kind: .webhook, url: Secret(""))]
    config.follow = Config.Follow(teams: ["BOS"], players: [.name("jose ramirez")])
    let router = Router(config)
    #expect(router.watches(away: "TOR", home: "AZ", in: .mlb))
    #expect(router.sinks(for: RouteSample.event()).isEmpty)
    #expect(router.sinks(for: RouteSample.event(away: "BOS")) == ["a"])
    #expect(router.sinks(for: RouteSample.event(players: [Person(id: 7, name: "José Ramírez")])) == ["a"])
  }
}
