import Foundation
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import livegamed

/// The screens of `player show` and `team`, for players and teams that are made up.
@Suite struct ProfileTextTests {
  private static let red = GameSummary.Club(id: 111, abbreviation: "BOS", name: "Boston Red Sox")

  private static let hitting = StatTable(
    "hitting",
    columns: ["G", "PA", "AB", "R", "H", "2B", "3B", "HR", "RBI", "BB", "SO", "SB", "AVG", "OBP", "SLG", "OPS"],
    rows: [
      .init(
        season: 2026,
        values: [
          "158", "727", "611", "146", "172", "25", "9", "55", "102", "109", "187", "20", ".282", ".392", ".622",
          "1.014",
        ]),
      .init(
        season: 2026, team: red,
        values: ["8", "27", "21", "6", "7", "2", "0", "5", "10", "9", "8", "0", ".333", ".392", ".622", "1.014"]),
      .init(
        season: nil,
        values: [
          "1,018", "4,419", "3,800", "700", "1,060", "200", "40", "280", "669", "500", "1,100", "165", ".282", ".378",
          ".582", ".960",
        ]),
    ])

  private static let pitching = StatTable(
    "pitching", columns: ["G", "IP", "ERA"], rows: [.init(season: 2026, team: red, values: ["14", "47.0", "2.87"])])

  private static var profile: PlayerProfile {
    var profile = PlayerProfile(
      PlayerListing(
        league: LeagueID(rawValue: "mlb"), id: 660_001, name: "Ada Muñoz Jr.", lastName: "Muñoz", number: "17",
        position: PlayerPosition("TWP", name: "Two-Way Player"), team: red))
    (profile.birthDate, profile.age, profile.birthPlace) = (
      "1994-07-05", 31, "San Pedro de Macorís, Dominican Republic"
    )
    (profile.height, profile.weight, profile.debut, profile.season) = (#"6' 4""#, 210, "2018-03-29", 2026)
    profile.headshot = "https://img.example/660001/headshot/current"
    profile.details = [.init("Bats", "Left"), .init("Throws", "Right")]
    profile.tables = [hitting, pitching]
    profile.figures = [
      StatFigure("hitting", "wRC+", 172.4, isRelative: true),
      StatFigure("hitting", "OPS+", 250, isRelative: true, isComputed: true),
      StatFigure("hitting", "BABIP+", -3, isRelative: true, isComputed: true), StatFigure("hitting", "WAR", 7.46),
      StatFigure("pitching", "FIP-", 50, isRelative: true, isInverted: true),
      StatFigure("pitching", "ERA-", 100, isRelative: true, isInverted: true, isComputed: true),
      StatFigure("pitching", "WAR", -0.04),
    ]
    return profile
  }

  @Test(arguments: [60, 80, 120]) func aPlayerFitsTheWidth(width: Int) throws {
    let lines = ProfileText(width: width, hasColour: false).lines(of: Self.profile, in: 2026)
    #expect(lines.allSatisfy { $0.columns <= width && !$0.contains("…") })
    try GoldenScreen("player-\(width)").check(lines)
  }

  @Test(arguments: 1...59) func aNarrowTerminalIsNotExceeded(width: Int) {
    let lines = ProfileText(width: width, hasColour: false).lines(of: Self.profile, in: 2026)
    #expect(lines.allSatisfy { $0.columns <= width || $0.hasPrefix("Headshot") })
  }

  @Test func withoutStatisticsItIsSaidPlainly() {
    var profile = Self.profile
    profile.season = 2025
    let text = ProfileText(width: 80, hasColour: false)
    #expect(text.lines(of: profile, in: 2026).contains("No stats in 2026 yet; the newest are of 2025."))
    #expect(!text.lines(of: profile, in: 2025).contains { $0.hasPrefix("No stats") })
    profile.season = nil
    #expect(text.lines(of: profile, in: 2026).contains("No stats in 2026 yet."))
    (profile.tables, profile.figures) = ([], [])
    #expect(text.lines(of: profile, in: 2026).last == "No stats yet.")
  }

  @Test(arguments: [
    (0, "▕        │"), (50, "▕████    │"), (100, "▕████████│"), (131, "▕████████│██▌"), (99, "▕███████▉│"),
    (200, "▕████████│████████"), (201, "▕████████│███████▶"), (-40, "▕        │"), (1e300, "▕████████│███████▶"),
  ]) func aBarHasALineAtTheLeague(value: Double, bar: String) { #expect(FigureText.bar(value, cells: 8) == bar) }

  @Test func textFromOutsideDoesNotControlTheTerminal() {
    var profile = Self.profile
    profile.listing.name = "A\u{1b}[31mda\nLong"
    profile.details = [.init("Bats\u{1b}", "L\u{1b}[0m")]
    profile.tables = [StatTable("h\u{1b}", columns: ["G\u{1b}"], rows: [.init(season: 2026, values: ["1\u{1b}"])])]
    profile.headshot = "https://a\u{1b}"
    let lines = ProfileText(width: 80, hasColour: false).lines(of: profile, in: 2026)
    #expect(lines.allSatisfy { !$0.contains("\u{1b}") && !$0.contains("\n") })
  }
}

@Suite struct TeamTextTests {
  private static let mlb = LeagueID(rawValue: "mlb")

  private static func team(
    _ id: Int, _ abbreviation: String, _ name: String, _ division: String, _ standing: TeamStanding?
  )
    -> TeamListing
  {
    TeamListing(
      league: mlb, id: id, abbreviation: abbreviation, name: name, division: division, venue: "Fenway Park",
      standing: standing)
  }

  private static let teams = TeamsAnswer(
    season: 2026,
    teams: [
      team(
        141, "TOR", "Toronto Blue Jays", "American League East",
        TeamStanding(TeamRecord(wins: 94, losses: 68), rank: 1, gamesBehind: "-", streak: "W4")),
      team(
        111, "BOS", "Boston Red Sox", "American League East",
        TeamStanding(TeamRecord(wins: 89, losses: 73), rank: 3, gamesBehind: "5.0", streak: "L1")),
      team(133, "ATH", "Athletics", "American League West", nil),
    ])

  private static func answer() throws -> TeamMembers {
    let json = #"""
      {"season":2026,"team":{"league":"mlb","id":111,"abbreviation":"BOS","name":"Boston Red Sox",
      "division":"American League East","venue":"Fenway Park","record":{"wins":89,"losses":73},"rank":3,
      "games_behind":"5.0"},"next_game":{"league":"mlb","game":{"id":1,"date":"2026-07-14","status":"scheduled",
      "away":{"abbreviation":"TOR"},"home":{"abbreviation":"BOS"}},"start":"2026-07-14T23:10:00.000Z"},"roster":[
      {"league":"mlb","id":5,"name":"Ada Long","number":"44","position":{"abbreviation":"P","group":"Pitcher"}},
      {"league":"mlb","id":60001,"name":"Bea De La Cruz","position":{"abbreviation":"SS","group":"Infielder"}},
      {"league":"mlb","id":7,"name":"Cleo Abe","number":"0","position":{"abbreviation":"2B","group":"Infielder"}},
      {"league":"mlb","id":8,"name":"Dora Dow"}]}
      """#
    return try JSONDecoder().decode(TeamMembers.self, from: Data(json.utf8))
  }

  private static func text(_ width: Int) -> TeamText {
    TeamText(width: width, hasColour: false, zone: BoardTextTests.newYork)
  }

  @Test(arguments: [60, 80, 120]) func teamsFitTheWidth(width: Int) throws {
    let answer = try Self.answer()
    let lines =
      Self.text(width).lines(of: Self.teams) + [""] + Self.text(width).lines(of: answer, isByPosition: false)
      + [""] + Self.text(width).lines(of: answer, isByPosition: true)
    #expect(lines.allSatisfy { $0.columns <= width && !$0.contains("…") })
    try GoldenScreen("team-\(width)").check(lines)
  }

  @Test(arguments: 1...40) func aNarrowTerminalIsNotExceeded(width: Int) throws {
    let answer = try Self.answer()
    let lines = Self.text(width).lines(of: Self.teams) + Self.text(width).lines(of: answer, isByPosition: true)
    #expect(lines.allSatisfy { $0.columns <= width })
  }

  @Test func theNextGameMayBeNowOrUndetermined() throws {
    var answer = try Self.answer()
    #expect(Self.text(80).lines(of: answer, isByPosition: false).contains("Next game TOR@BOS Tue, Jul 14, 19:10 EDT"))
    answer.next?.board.start = nil
    #expect(
      Self.text(80).lines(of: answer, isByPosition: false)
        .contains("Next game TOR@BOS, Tue, Jul 14, time to be determined"))
    answer.next?.board.game.status = "live"
    #expect(Self.text(80).lines(of: answer, isByPosition: false).contains("Next game TOR@BOS, now"))
  }
}
