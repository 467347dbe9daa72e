import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// A player with statistics.
@Suite struct PlayerPageTests {
  private let source = SimulatedSource()
  private var visitor: PageVisitor { PageVisitor(section: PlayersSection(source: source)) }

  private func html(_ profile: PlayerProfile) async throws -> String {
    source.answer { $0.profile = profile }
    let html = try await visitor.html("mlb/players/\(profile.listing.id)")
    #expect(MarkupCheck.flaws(in: html) == [])
    return html
  }

  static func twoWayPlayer(appearances: String = "727", innings: String = "47.0") -> PlayerProfile {
    var profile = PlayerProfile(
      PlayerListing(
        league: LeagueID(rawValue: "mlb"), id: 660_001, name: "Ada Muñoz Jr.", number: "17",
        position: PlayerPosition("TWP", name: "Two-Way Player"),
        team: GameSummary.Club(id: 111, abbreviation: "BOS", name: "Boston Red Sox")))
    (profile.birthDate, profile.age, profile.height, profile.weight) = ("1994-07-05", 31, #"6' 4""#, 210)
    (profile.debut, profile.season) = ("2018-03-29", 2026)
    profile.details = [("Bats", "Left"), ("Throws", "Right"), ("Draft", "2012")].map { PlayerProfile.Detail($0, $1) }
    profile.tables = [
      StatTable(
        "hitting", columns: ["G", "PA", "HR", "AVG", "OPS"],
        rows: [
          .init(season: 2026, values: ["158", appearances, "55", ".282", "1.014"]),
          .init(
            season: 2026, team: profile.listing.team, values: ["8", "27", "5", ".333", "1.014"]),
          .init(season: nil, values: ["1,018", "4,419", "280", ".282", ".960"]),
        ]),
      StatTable(
        "pitching", columns: ["G", "W", "L", "IP", "ERA"],
        rows: [.init(season: 2026, values: ["14", "1", "0", innings, "2.87"])]),
    ]
    profile.figures = [
      StatFigure("hitting", "OPS+", 130, isRelative: true, isComputed: true),
      StatFigure("hitting", "wRC+", 190, isRelative: true), StatFigure("hitting", "WAR", 7.46),
      StatFigure("pitching", "ERA-", 70, isRelative: true, isInverted: true, isComputed: true),
      StatFigure("pitching", "FIP-", 120, isRelative: true, isInverted: true),
    ]
    return profile
  }

  @Test func aTwoWayPlayerHasBothSeasons() async throws {
    let html = try await html(Self.twoWayPlayer())
    #expect(html.contains(#"<h1 id="name">Ada Muñoz Jr.</h1>"#) && html.contains("#17 · Two-Way Player"))
    #expect(html.contains(#"<a href="/ball/mlb/teams/111">Boston Red Sox</a>"#))
    #expect(html.contains("<dt>Bats, throws</dt><dd>Left, right</dd>") && html.contains("Jul 5, 1994"))
    #expect(html.contains("2026 hitting <small>158 games, 727 plate appearances"))
    #expect(html.contains("2026 pitching <small>14 games, 47.0 innings"))
    #expect(
      html.contains("<dd>1–0</dd><dt>Won, lost</dt>")
        && html.contains(#"<span class="instead">wins above a replacement</span><b>7.5</b>"#))
    #expect(html.contains("<h3>Hitting</h3>") && html.contains("<h3>Pitching</h3>"))
  }

  @Test func theCareerIsTheFirstRow() async throws {
    let html = try await html(Self.twoWayPlayer())
    let rows = html.split(separator: "<tr").map(String.init)
    let career = try #require(rows.firstIndex { $0.contains(#"<th scope="row">Career</th>"#) })
    #expect(rows[career].hasPrefix(#" class="up""#) && rows[career].contains("<td>4,419</td>"))
    #expect(rows[career + 1].contains(#"<th scope="row">2026</th><td class="left">all</td><td>158</td>"#))
    #expect(rows[career + 2].contains("<td class=\"left\">BOS</td><td>8</td>"))
  }

  @Test func aBarBeginsAtTheLeague() async throws {
    let html = try await html(Self.twoWayPlayer())
    #expect(html.contains("OPS+<span class=\"sr\">, 30 % better than the league"))
    #expect(html.contains(#"<rect class="pos" x="100" y="6" width="50""#))
    // Beyond 160 a bar is cut off, with an arrow.
    #expect(html.contains(#"width="90" height="8" rx="2"/><polygon class="pos""#) && html.contains("<b>190</b>"))
    // Less is better: to the left, yet good.
    #expect(html.contains("ERA-<span class=\"sr\">, 30 % better than the league"))
    #expect(html.contains(#"<rect class="pos" x="50" y="6" width="50""#))
    #expect(html.contains("FIP-<span class=\"sr\">, 20 % worse than the league"))
    #expect(html.contains("Of ERA- and FIP-, less is better.") && html.contains("computes OPS+ and ERA-"))
  }

  @Test func fewPlateAppearancesHaveNoBar() async throws {
    let html = try await html(Self.twoWayPlayer(appearances: "49", innings: "11.2"))
    #expect(!html.contains("class=\"rail\"") && html.contains("too few games yet") && html.contains("<b>130</b>"))
    let enough = try await self.html(Self.twoWayPlayer(appearances: "50", innings: "12.0"))
    #expect(enough.contains("class=\"rail\"") && !enough.contains("too few games yet"))
  }

  @Test(arguments: [111_000, 111_014]) func aSimulatedPlayerIsShown(id: Int) async throws {
    let profile = try #require(try SimulatedPeople().profile(of: id))
    let html = try await html(profile)
    #expect(html.contains("Against the league") && html.contains("<h2>2026 <small>"))
    #expect(html.contains(id == 111_000 ? "<dt>On base</dt>" : "<dt>ERA</dt>"))
  }

  @Test func aPlayerWithoutStatistics() async throws {
    let html = try await html(PlayerProfile(PlayerListing(league: LeagueID(rawValue: "mlb"), id: 7, name: "Al New")))
    #expect(html.contains("MLB has no statistics of Al New yet.") && !html.contains("Against the league"))
  }

  @Test func anUnknownIdIsAFault() async throws {
    await #expect(throws: Fault.self) { try await visitor.page("mlb/players/9") }
  }
}
