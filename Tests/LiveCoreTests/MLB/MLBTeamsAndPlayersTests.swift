import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBTeamsAndPlayersTests {
  private static let lists = MLBTeamsAndPlayers(baseURL: "http://127.0.0.1:9", sport: 1)

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func theTeamsOfTheSportAreRead() throws {
    let read = try Self.lists.teams(
      in: Self.bytes(
        #"""
        {"teams":[{"id":111,"name":"Boston Red Sox","abbreviation":"BOS","division":{"id":201,"name":"AL East"},
        "league":{"name":"American League"},"venue":{"name":"Fenway Park"},"sport":{"id":1}},
        {"id":897,"name":"Puerto Rico","abbreviation":"PUR","sport":{"id":51}},
        {"id":7,"name":"Nine","league":{"name":"Old League"},"abbreviation":5}]}
        """#))
    #expect(
      read.rows == [
        TeamListing(
          league: .mlb, id: 111, abbreviation: "BOS", name: "Boston Red Sox", division: "AL East", venue: "Fenway Park"),
        TeamListing(league: .mlb, id: 7, name: "Nine", division: "Old League"),
      ])
    #expect(read.unreadable == 0)
  }

  @Test(arguments: [#"{"id":0}"#, #"{"id":"x"}"#, #"{"name":"none"}"#, #"{"id":9999999999999}"#, "5"])
  func aRowWithoutAnIdHidesNoOther(row: String) throws {
    let read = try Self.lists.players(in: Self.bytes(#"{"people":[\#(row),{"id":5,"fullName":"Ada Long"}]}"#))
    #expect(read.rows.map(\.name) == ["Ada Long"] && read.unreadable == 1 && read.reason?.isEmpty == false)
    #expect(throws: UnreadableRows.self) { try Self.lists.players(in: Self.bytes(#"{"people":[\#(row)]}"#)) }
  }

  @Test(arguments: ["{}", "[]", "", #"{"people":{}}"#, "<html>", #"{"people":[{"id":1}"#])
  func anotherAnswerIsRefused(body: String) {
    #expect(throws: (any Error).self) { try Self.lists.players(in: Self.bytes(body)) }
    #expect(throws: (any Error).self) { try Self.lists.teams(in: Self.bytes(body)) }
    #expect(throws: (any Error).self) { try Self.lists.roster(in: Self.bytes(body)) }
    #expect(throws: (any Error).self) { try Self.lists.standings(in: Self.bytes(body)) }
    #expect(throws: (any Error).self) { try Self.lists.profile(in: Self.bytes(body), upTo: 2026) }
    #expect(throws: (any Error).self) { try Self.lists.totals(in: Self.bytes(body)) }
  }

  @Test func standingsAreReadByTheIdsOfTheTeams() throws {
    let standings = try Self.lists.standings(
      in: Self.bytes(
        #"""
        {"records":[{"teamRecords":[{"team":{"id":111},"leagueRecord":{"wins":89,"losses":73,"pct":".549"},
        "divisionRank":"3","gamesBack":"5.0","streak":{"streakCode":"L1"}},{"team":{"id":110}},
        {"team":{"id":139},"leagueRecord":{"wins":9,"losses":7},"divisionRank":7,"gamesBack":"-"}]},
        {"teamRecords":[]}]}
        """#))
    #expect(
      standings == [
        111: TeamStanding(TeamRecord(wins: 89, losses: 73), rank: 3, gamesBehind: "5.0", streak: "L1"),
        139: TeamStanding(TeamRecord(wins: 9, losses: 7), gamesBehind: "-"),
      ])
  }

  @Test func aRosterHasItsOwnNumbersAndPositions() throws {
    let read = try Self.lists.roster(
      in: Self.bytes(
        #"""
        {"roster":[{"person":{"id":5,"fullName":"Luz de la Cruz","firstName":"Luz","lastName":"de la Cruz",
        "primaryNumber":"3"},"jerseyNumber":"44","position":{"code":"6","name":"Shortstop","type":"Infielder",
        "abbreviation":"SS"}},
        {"person":{"id":6,"fullName":"Ana Abreu","lastName":"Abreu","primaryNumber":"9"},"jerseyNumber":"",
        "position":{"code":"1","name":"Pitcher","type":"Pitcher","abbreviation":"P"}},
        {"person":{"fullName":"No Id"}}]}
        """#))
    #expect(read.unreadable == 1 && read.rows.map(\.number) == ["44", "9"])
    #expect(PlayerListing.byLastName(read.rows).map(\.id) == [6, 5])
    #expect(PlayerListing.byPosition(read.rows.reversed()).map(\.position?.abbreviation) == ["P", "SS"])
  }

  @Test func theRequestsNameTheSeasonAndFewFields() {
    let lists = Self.lists
    let base = "http://127.0.0.1:9/api/v1"
    #expect(lists.teamsRequest(in: 2026).url.hasPrefix("\(base)/teams?sportId=1&season=2026&fields=teams,"))
    #expect(lists.playersRequest(in: 2026).url.hasPrefix("\(base)/sports/1/players?season=2026&fields=people,"))
    #expect(lists.rosterRequest(of: 111).url.hasPrefix("\(base)/teams/111/roster?rosterType=active&hydrate=person&"))
    #expect(lists.standingsRequest(in: 2026).url.hasPrefix("\(base)/standings?leagueId=103,104&season=2026&"))
    let profile = lists.profileRequest(of: 5, in: 2026).url
    #expect(profile.hasPrefix("\(base)/people/5?hydrate=stats(group=[hitting,pitching,fielding],"))
    #expect(profile.contains("season=2026)") && profile.contains("wRcPlus"))
    let other = MLB(baseURL: "a", sportIDs: [51]).teamsAndPlayers as? MLBTeamsAndPlayers
    #expect(other?.playersRequest(in: 1).url.hasPrefix("a/api/v1/sports/51") == true)
  }

  @Test func everyPositionIsFoundByEachOfItsNames() {
    let positions = Baseball().positions
    let names = positions.flatMap { [$0.abbreviation.lowercased()] + $0.words }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { FoldedName($0).text == $0 })
    #expect(positions.allSatisfy { $0.covers.contains($0.abbreviation) })
  }
}
