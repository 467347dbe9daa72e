internal import Testing

@testable import LiveCore
@testable import LiveModel

/// Warnings about the league of a team.
@Suite struct LeagueWarningsTests {
  private func config(_ text: String) throws -> Config {
    let folder = try ConfigFolder()
    let path = try folder.write("sinks: {a: {type: exec, command: [/bin/true]}}\n\(text)\n", to: "livegamed.yaml")
    return try withExtendedLifetime(folder) { try ConfigFiles.read(path: path, environment: [:]) }
  }

  private func warnings(_ text: String) throws -> [String] {
    try config(text).reading.warnings.map { fault in
      let place = fault.place?.description.split(separator: ":").suffix(2).joined(separator: ":") ?? ""
      return "\(place) \(fault.code.rawValue)"
    }
  }

  @Test func aSharedAbbreviationIsExplained() throws {
    let found = try config("follow: {teams: [BOS, LAL]}").reading.warnings
    #expect(
      found.map { "\($0.message); \($0.hint ?? "")" } == [
        "'BOS' means mlb/BOS here; the NBA has a BOS too; write 'nba/BOS' or 'mlb/BOS'"
      ])
  }

  @Test(
    arguments: [
      ("follow: {teams: [BOS]}", []), ("follow: {teams: [mlb/BOS, LAL]}", []),
      ("follow: {teams: [nba/BOS, NYY]}", []), ("follow: {teams: [Boston, LAL]}", []),
      ("follow: {teams: [bos, nba/ATL, CLE]}", ["2:18 config.shared-name", "2:32 config.shared-name"]),
      ("source: {nba: {enabled: true}}\nroutes: [{teams: [ATL], sinks: [a]}]", ["3:19 config.shared-name"]),
      ("source: {nba: {enabled: true}}\nroutes: [{batting: [ATL], sinks: [a]}]", ["3:21 config.shared-name"]),
      ("source: {nba: {enabled: true}}\nroutes: [{teams: [ATL], leagues: [nba], sinks: [a]}]", []),
      (
        "source: {nba: {enabled: true}}\nroutes: [{teams: [ATL], leagues: [mlb, nba], sinks: [a]}]",
        ["3:19 config.shared-name"]
      ),
      ("routes: [{teams: [ATL], sinks: [a]}]", []),
    ] as [(String, [String])])
  func onlyASharedAbbreviationIsWarnedOf(text: String, expected: [String]) throws {
    #expect(try warnings(text) == expected)
  }

  @Test(
    arguments: [
      ("source: {nba: {enabled: true}}\nfollow: {teams: [NYY]}", ["2:25 config.unfollowed-league"]),
      ("source: {nba: {enabled: true}}\nfollow: {teams: [NYY, LAL]}", []),
      ("source: {nba: {enabled: true}}\nfollow: {teams: [NYY], players: [LeBron James]}", []),
      ("source: {nba: {enabled: true}}", []), ("source: {nba: {enabled: false}}\nfollow: {teams: [NYY]}", []),
      ("follow: {teams: [NYY]}", []),
    ] as [(String, [String])])
  func aLeagueWithoutAFollowedTeamIsWarnedOf(text: String, expected: [String]) throws {
    #expect(try warnings(text) == expected)
  }

  @Test func aTeamThatWasAddedByCommandSettlesTheWarning() throws {
    let reading = try config("source: {nba: {enabled: true}}\nfollow: {teams: [NYY]}").reading
    #expect(reading.warnings(alsoFollowing: ["TOR"], players: []).count == 1)
    #expect(reading.warnings(alsoFollowing: ["nba/TOR"], players: []).isEmpty)
    #expect(reading.warnings(alsoFollowing: [], players: [.id(1)]).isEmpty)
  }

  @Test func aRouteOfOneLeagueNamesItsTeams() throws {
    let routes = try config(
      """
      routes:
        - {teams: [BOS, Lakers], leagues: [nba], sinks: [a]}
        - {leagues: [mlb], teams: [Boston], sinks: [a]}
      """
    ).routes
    #expect(routes.map(\.conditions.teams) == [["nba/BOS", "LAL"], ["BOS"]])
  }

  @Test func aTeamOfAnotherLeagueIsAnError() throws {
    let faults = #expect(throws: ConfigFaults.self) {
      try config("routes: [{leagues: [nba], teams: [NYY], sinks: [a]}]")
    }
    #expect(faults?.faults.map(\.message) == ["there is no team 'NYY' of nba"])
  }

  @Test(
    arguments: [
      ("", true), ("follow: {teams: [BOS]}", true), ("follow: {teams: [nba/BOS]}", false),
      ("follow: {teams: [NYY, LAL]}", false), ("source: {nba: {enabled: true}}", false),
      ("source: {nba: {enabled: false}}\nfollow: {teams: [LAL]}", true), ("follow: {players: [LeBron James]}", true),
    ])
  func theNBAIsIdleUnlessItIsWanted(text: String, isIdle: Bool) throws {
    #expect(try config(text).idleLeagues().isEmpty == !isIdle)
  }
}
