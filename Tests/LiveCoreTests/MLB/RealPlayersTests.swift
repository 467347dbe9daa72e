import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

/// Answers of StatsAPI about teams and players, compared with the raw JSON.
@Suite(.enabled(if: SharedData.others != nil)) struct RealPlayersTests {
  private static let lists = MLBTeamsAndPlayers(baseURL: "http://127.0.0.1:9", sport: 1)

  private static func files(_ prefix: String) throws -> [URL] {
    let folder = try #require(SharedData.others)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  private static func object(_ body: [UInt8]) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
  }

  @Test(arguments: ["pymlb_teams_", "mlbt/teams"]) func everyTeamIsRead(prefix: String) throws {
    let urls = try Self.files(prefix)
    #expect(!urls.isEmpty)
    for url in urls {
      let body = Array(try SharedData.json(url))
      let rows = try #require(try Self.object(body)["teams"] as? [[String: Any]])
        .filter { ($0["sport"] as? [String: Any])?["id"] as? Int ?? 1 == 1 }
      let read = try Self.lists.teams(in: body)
      #expect(read.unreadable == 0 && read.rows.map(\.id) == rows.map { $0["id"] as? Int })
      #expect(read.rows.allSatisfy { $0.abbreviation != nil && $0.division != nil })
    }
  }

  @Test func everyStandingIsRead() throws {
    for url in try Self.files("mlbt/standings") {
      let body = Array(try SharedData.json(url))
      let divisions = try #require(try Self.object(body)["records"] as? [[String: Any]])
      let rows = divisions.flatMap { $0["teamRecords"] as? [[String: Any]] ?? [] }
      let standings = try Self.lists.standings(in: body)
      #expect(standings.count == rows.count && rows.count >= 30)
      for row in rows {
        let standing = standings[try #require((row["team"] as? [String: Any])?["id"] as? Int)]
        #expect(standing?.record.wins == row["wins"] as? Int && standing?.gamesBehind == row["gamesBack"] as? String)
      }
    }
  }

  @Test(arguments: ["mlbt/team-roster", "pymlb_roster"]) func everyRosterIsRead(prefix: String) throws {
    for url in try Self.files(prefix) {
      let body = Array(try SharedData.json(url))
      let rows = try #require(try Self.object(body)["roster"] as? [[String: Any]])
      let read = try Self.lists.roster(in: body)
      #expect(read.unreadable == 0 && read.rows.count == rows.count)
      #expect(Set(read.rows.compactMap(\.position?.abbreviation)).isSubset(of: Self.positions))
      let names = PlayerListing.byLastName(read.rows).map { player in
        FoldedName(player.lastName ?? player.name.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "").text
      }
      #expect(names == names.sorted())
    }
  }

  /// The positions that `--position` can find.
  private static let positions = Set(Baseball().positions.flatMap(\.covers))

  @Test(arguments: ["people/", "pymlb_person"]) func everyPersonIsRead(prefix: String) throws {
    for url in try Self.files(prefix) {
      let body = Array(try SharedData.json(url))
      let rows = try #require(try Self.object(body)["people"] as? [[String: Any]])
      let read = try Self.lists.players(in: body)
      #expect(read.unreadable == 0 && read.rows.map(\.name) == rows.map { $0["fullName"] as? String })
      #expect(read.rows.allSatisfy { $0.position.map { Self.positions.contains($0.abbreviation) } ?? false })
      let profile = try #require(try Self.lists.profile(in: body, upTo: 2030))
      #expect(profile.tables.isEmpty && profile.season == nil && profile.details.count >= 2)
    }
  }

  @Test(arguments: ["mlbt/player-profile", "stats/"]) func everySeasonIsATable(prefix: String) throws {
    for url in try Self.files(prefix) {
      var object = try Self.object(Array(try SharedData.json(url)))
      // Answers of /people/<id>/stats have no person.
      if object["people"] == nil { object = ["people": [["id": 5, "stats": try #require(object["stats"])]]] }
      let person = try #require((object["people"] as? [[String: Any]])?.first)
      let raw = try #require(person["stats"] as? [[String: Any]])
      let season = raw.first { ($0["type"] as? [String: Any])?["displayName"] as? String == "season" }
      let splits = try #require(season?["splits"] as? [[String: Any]])
      let profile = try #require(
        try Self.lists.profile(in: Array(JSONSerialization.data(withJSONObject: object)), upTo: 2030))
      #expect(profile.season.map(String.init) == splits.first?["season"] as? String)
      let table = try #require(profile.tables.first)
      #expect(table.rows.count { $0.season != nil } == splits.count)
      let stat = try #require(splits[0]["stat"] as? [String: Any])
      let values = Dictionary(uniqueKeysWithValues: zip(table.columns, table.rows[0].values))
      #expect(values["G"] == "\(stat["gamesPlayed"] ?? "")" && values["HR"] == "\(stat["homeRuns"] ?? "")")
      let (rate, member) = table.name == "hitting" ? ("AVG", "avg") : ("ERA", "era")
      #expect(values[rate] == stat[member] as? String)
    }
  }

  @Test func theLeagueComparedWithItselfIsAt100() throws {
    for prefix in ["mlbt/team-stats-pitching.json", "mlbt/team-stats-hitting.json", "pymlb_stats"] {
      let url = try #require(try Self.files(prefix).first)
      let totals = try #require(try Self.lists.totals(in: Array(try SharedData.json(url))))
      var profile = PlayerProfile(PlayerListing(league: .mlb, id: 5, name: "All"))
      (profile.season, profile.counts) = (2025, [totals.table: totals.counts])
      let figures = Self.lists.compared(profile, with: [totals]).figures
      #expect(figures.count == (totals.table == "hitting" ? 2 : 1))
      #expect(figures.allSatisfy { abs($0.value - 100) < 0.001 })
    }
  }
}
