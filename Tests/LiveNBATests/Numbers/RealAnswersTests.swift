import Foundation
import Testing

@testable import LiveModel
@testable import LiveNBA

/// Answers of the real services in `../shared/data/nba`, beside the folder of this project. The tests are skipped where
/// it is missing.
@Suite(.enabled(if: RealAnswers.isThere, "needs ../shared/data/nba")) struct RealAnswersTests {
  @Test func thirtyOfAllTeamsAreClubsOfToday() throws {
    let body = try RealAnswers.body("bdl_teams")
    let all = try BalldontliePage<BalldontlieTeam>(body)
    #expect(all.rows.rows.count == 45 && all.rows.unreadable == 0 && all.next == nil)
    let ids = try BalldontlieTeam.ids(in: body)
    #expect(Set(ids.keys) == Set(NBAClubs.all.map(\.abbreviation)) && Set(ids.values) == Set(1...30))
    for row in all.rows.rows where row.club != nil { #expect(row.name == row.club?.club.name) }
  }

  @Test func everyPlayerOfAPageIsRead() throws {
    let page = try BalldontliePage<BalldontliePlayer>(try RealAnswers.body("bdl_active_players_page1"))
    #expect(page.rows.rows.count == 100 && page.rows.unreadable == 0 && page.next == 277)
    #expect(page.rows.rows.allSatisfy { $0.team?.club != nil && $0.position?.group != nil })
    #expect(page.rows.rows.allSatisfy { $0.profile.height?.contains("'") == true && $0.profile.weight != nil })
  }

  @Test func theLastPageOfASearchHasNoCursor() throws {
    let page = try BalldontliePage<BalldontliePlayer>(try RealAnswers.body("bdl_players_search"))
    #expect(page.rows.rows.count == 49 && page.next == nil)
    #expect(page.rows.rows.contains { $0.listing.name == "James Ennis III" && $0.listing.lastName == "Ennis" })
  }

  @Test func theAveragesHaveEveryColumn() throws {
    let body = try RealAnswers.body("bdl_season_averages_general")
    let rows = try BalldontliePage<BalldontlieAverages>(body).rows
    #expect(rows.rows.count == 3 && rows.unreadable == 0 && rows.rows.allSatisfy { !$0.values.contains("") })
    let row = try BalldontlieAverages.row(of: 115, in: 2024, body)
    #expect(row?.values == ["70", "32.2", "24.5", "4.4", "6.0", "1.1", "0.4", "2.9", "1.4", "44.8", "39.7", "93.3"])
  }

  @Test(arguments: [
    "boxscore_0022000001", "boxscore_0022300682_pregame", "boxscore_0022500575_live", "boxscore_0022500776",
    "boxscore_0022500777",
  ]) func bothSidesOfABoxScoreHaveARoster(name: String) throws {
    let boxscore = try NBAGameRoster(try RealAnswers.body(name))
    #expect(boxscore.date != nil)
    let rosters = NBAClubs.all.compactMap { try? boxscore.roster(of: $0) }
    #expect(rosters.count == 2)
    for roster in rosters {
      #expect((11...20).contains(roster.rows.count) && roster.unreadable == 0)
      #expect(roster.rows.count { $0.isStarter == true } == 5)
      #expect(roster.rows.allSatisfy { $0.isStarter != true || $0.absence == nil })
    }
  }

  @Test func theClubsOfTheScoreboardsAreKnown() throws {
    for name in ["scoreboard_2026-01-14_2226et", "scoreboard_2026-01-15_1843et"] {
      let day = try NBAGameDay.scoreboard(try RealAnswers.body(name))
      #expect(NBAClubs.all.count { !day.games(of: $0).isEmpty } >= 14)
    }
    let season = try NBAGameDay.schedule(try RealAnswers.body("scheduleLeagueV2_excerpt"))
    #expect(NBAClubs.all.contains { !season.games(of: $0).isEmpty })
  }
}

/// The files of `../shared/data/nba`.
enum RealAnswers {
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().appending(
    path: "../../../../../shared/data/nba"
  ).standardized

  static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "ORIGINS.md").path)

  static func body(_ name: String) throws -> [UInt8] {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", folder.appending(path: "\(name).json.gz").path]
    process.standardOutput = pipe
    try process.run()
    let body = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Array(body)
  }
}
