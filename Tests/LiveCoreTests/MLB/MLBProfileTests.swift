import Foundation
import Testing

@testable import LiveMLB
@testable import LiveModel

@Suite struct MLBProfileTests {
  private static let lists = MLBTeamsAndPlayers(baseURL: "http://127.0.0.1:9", sport: 1)

  private static func profile(_ stats: String, position: String = "SS", upTo season: Int = 2026) throws -> PlayerProfile
  {
    let body = #"""
      {"people":[{"id":5,"fullName":"Ada Long Jr.","firstName":"Adela","lastName":"Long","primaryNumber":"17",
      "birthDate":"1994-07-05","currentAge":31,"birthCity":"Oshu","birthCountry":"Japan","height":"6' 4\"",
      "weight":210,"currentTeam":{"id":111,"name":"Boston Red Sox"},
      "primaryPosition":{"code":"6","name":"Shortstop","type":"Infielder","abbreviation":"\#(position)"},
      "batSide":{"code":"L","description":"Left"},"pitchHand":{"code":"R","description":"Right"},
      "mlbDebutDate":"2018-03-29","draftYear":2012\#(stats.isEmpty ? "" : ",\"stats\":[\(stats)]")}]}
      """#
    return try #require(try lists.profile(in: Array(body.utf8), upTo: season))
  }

  private static func stats(_ type: String, _ group: String, _ splits: String...) -> String {
    #"{"type":{"displayName":"\#(type)"},"group":{"displayName":"\#(group)"},"splits":[\#(splits.joined(separator: ","))]}"#
  }

  private static func split(_ season: Int?, team: Int? = nil, _ stat: String, _ members: String = "") -> String {
    let year = season.map { #""season":"\#($0)","# } ?? ""
    let team = team.map { #""team":{"id":\#($0),"name":"Team \#($0)"},"# } ?? ""
    return #"{\#(year)\#(team)"stat":{\#(stat)}\#(members)}"#
  }

  private static let season = #""gamesPlayed":10,"plateAppearances":40,"atBats":36,"hits":12,"avg":".333","ops":"-.--""#

  @Test func theBioIsRead() throws {
    let profile = try Self.profile("")
    #expect(profile.listing.name == "Ada Long Jr." && profile.listing.lastName == "Long")
    #expect(profile.listing.team == .init(id: 111, name: "Boston Red Sox") && profile.listing.number == "17")
    #expect(profile.birthDate == "1994-07-05" && profile.birthPlace == "Oshu, Japan" && profile.age == 31)
    #expect(profile.height == #"6' 4""# && profile.weight == 210 && profile.debut == "2018-03-29")
    #expect(profile.headshot?.hasPrefix("https://") == true && profile.headshot?.contains("/people/5/") == true)
    #expect(profile.details == [.init("Bats", "Left"), .init("Throws", "Right"), .init("Draft", "2012")])
    #expect(profile.season == nil && profile.tables.isEmpty && profile.figures.isEmpty)
  }

  @Test func aSeasonAndACareerAreRowsOfATable() throws {
    let profile = try Self.profile(
      Self.stats("season", "hitting", Self.split(2026, team: 111, Self.season)) + ","
        + Self.stats("career", "hitting", Self.split(nil, #""gamesPlayed":900,"atBats":3000,"homeRuns":150"#)))
    let table = try #require(profile.tables.first)
    #expect(profile.season == 2026 && profile.tables.count == 1 && table.name == "hitting")
    #expect(table.rows.map(\.season) == [2026, nil] && table.rows[0].team?.id == 111)
    let value = Dictionary(uniqueKeysWithValues: zip(table.columns, table.rows[0].values))
    #expect(value["G"] == "10" && value["AVG"] == ".333" && value["OPS"] == "-.--" && value["HR"] == "")
    #expect(table.rows.allSatisfy { $0.values.count == table.columns.count })
  }

  @Test func ofSeveralTeamsTheSumIsFirst() throws {
    let profile = try Self.profile(
      Self.stats(
        "season", "hitting", Self.split(2026, team: 111, #""atBats":10,"hits":4"#),
        Self.split(2026, #""atBats":30,"hits":9"#, #","numTeams":2"#),
        Self.split(2026, team: 110, #""atBats":20,"hits":5"#)))
    #expect(profile.tables.first?.rows.map(\.team?.id) == [nil, 111, 110])
    #expect(profile.counts["hitting"] == ["atBats": 30, "hits": 9])
    let withoutSum = try Self.profile(
      Self.stats(
        "season", "hitting", Self.split(2026, team: 111, #""atBats":10,"hits":4"#),
        Self.split(2026, team: 110, #""atBats":20,"hits":5"#)))
    #expect(withoutSum.counts["hitting"] == ["atBats": 30, "hits": 9])
  }

  @Test func aTwoWayPlayerHasBoth() throws {
    let all =
      Self.stats("season", "hitting", Self.split(2026, Self.season)) + ","
      + Self.stats("season", "pitching", Self.split(2026, #""gamesPlayed":14,"inningsPitched":"47.1","earnedRuns":15"#))
      + "," + Self.stats("season", "fielding", Self.split(2026, #""gamesPlayed":14,"position":{"abbreviation":"P"}"#))
    let profile = try Self.profile(all, position: "TWP")
    #expect(profile.tables.map(\.name) == ["hitting", "pitching", "fielding"])
    #expect(profile.tables[2].columns.first == "Pos" && profile.tables[2].rows.first?.values.first == "P")
    #expect(profile.counts["pitching"]?["outs"] == 142)
    #expect(try Self.profile(all, position: "P").tables.map(\.name) == ["pitching", "hitting", "fielding"])
  }

  @Test func sabermetricsAreFiguresOfTheSeason() throws {
    let profile = try Self.profile(
      Self.stats("season", "hitting", Self.split(2025, Self.season)) + ","
        + Self.stats("sabermetrics", "hitting", Self.split(2025, #""wRcPlus":131.4,"war":"5.06","woba":0.4"#)) + ","
        + Self.stats("sabermetrics", "pitching", Self.split(2025, #""fipMinus":80"#)))
    #expect(
      profile.figures == [
        StatFigure("hitting", "wRC+", 131.4, isRelative: true), StatFigure("hitting", "WAR", 5.06),
      ])
    let other = try Self.profile(
      Self.stats("season", "hitting", Self.split(2026, Self.season)) + ","
        + Self.stats("sabermetrics", "hitting", Self.split(2025, #""wRcPlus":131.4"#)))
    #expect(other.figures.isEmpty)
  }

  @Test func theNewestSeasonUpToThePresentOneIsShown() throws {
    let years = Self.stats(
      "yearByYear", "hitting", Self.split(2022, Self.season), Self.split(2024, Self.season),
      Self.split(2027, Self.season))
    #expect(try Self.profile(years).season == 2024)
    #expect(try Self.profile(years, upTo: 2027).season == 2027 && Self.profile(years, upTo: 2021).season == nil)
    let body = Array(#"{"people":[{"id":5,"stats":[\#(years)]}]}"#.utf8)
    #expect(try Self.lists.latestSeason(in: body, upTo: 2026) == 2024)
  }

  /// Answers with statistics that say nothing, or in which something has another shape.
  @Test(arguments: [
    stats("season", "hitting"),
    stats("season", "hitting", split(2026, #""gamesPlayed":3,"atBats":0,"plateAppearances":0"#)),
    stats("season", "hitting", split(2026, "")), stats("season", "hitting", split(2026, season, #","gameType":"S""#)),
    stats("season", "hitting", split(2026, season, #","sport":{"id":11}"#)),
    #"{"type":5,"group":[],"splits":[{"stat":{}}]}"#,
    #"{"type":{"displayName":"season"},"group":{"displayName":"hitting"},"splits":[5,{"stat":[]},{"season":2026}]}"#,
    "7",
    #"{"type":{"displayName":"season"},"group":{"displayName":"hitting"},"splits":{}}"#,
  ])
  func withoutStatisticsThereIsNoTable(stats: String) throws {
    let profile = try Self.profile(stats)
    #expect(profile.tables.isEmpty && profile.season == nil && profile.figures.isEmpty && profile.counts.isEmpty)
  }

  @Test func numbersOutOfBoundsOnlyLoseThemselves() throws {
    let profile = try Self.profile(
      Self.stats(
        "season", "pitching",
        Self.split(
          2026,
          #""gamesPlayed":9223372036854775807,"earnedRuns":-4,"hits":"12","era":1e300,"battersFaced":3,"outs":"9","wins":null,"inningsPitched":"3.7""#
        )))
    #expect(profile.counts["pitching"] == ["hits": 12, "battersFaced": 3, "outs": 9])
    let row = try #require(profile.tables.first?.rows.first)
    #expect(row.values.contains("9223372036854775807") && !row.values.contains("1e300"))
  }

  @Test(
    arguments: [
      (#"".307""#, 0.307), ("1.063", 1.063), (#""-.--""#, nil), (#""*""#, nil), (#""""#, nil), (#""-1.5""#, -1.5),
      ("[1]", nil), ("null", nil), (#""nan""#, nil), (#""0x10""#, nil), ("7", 7),
    ] as [(String, Double?)])
  func aNumberMayBeAText(json: String, number: Double?) throws {
    let node = try JSONDecoder().decode(JSONNode.self, from: Data(json.utf8))
    #expect(MLBStatNumber.value(node) == number)
  }

  @Test(arguments: [
    ("47.1", 142), ("47", 141), ("0.2", 2), ("47.3", nil), ("-.-", nil), ("", nil), ("9999999999999", nil),
  ])
  func inningsAreOuts(text: String, outs: Int?) { #expect(MLBStatNumber.outs(inInnings: .text(text)) == outs) }
}
