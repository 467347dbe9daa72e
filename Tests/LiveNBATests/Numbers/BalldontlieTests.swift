import Testing

@testable import LiveModel
@testable import LiveNBA

@Suite struct BalldontlieTests {
  private typealias Fixture = NumbersFixture

  private func page(_ text: String) throws -> BalldontliePage<BalldontliePlayer> {
    try BalldontliePage(Array(text.utf8))
  }

  @Test func theKeyIsInAHeaderAndNeverInAURL() {
    let service = Balldontlie(key: Secret("very-secret"))
    let requests = [
      service.teams, service.activePlayers(ofTeam: 10), service.allPlayers(ofTeam: 10, after: 277),
      service.players(withPartOfName: "o'n al"), service.player(115), service.typedAverages(of: 115, in: 2026),
      service.flatAverages(of: 115, in: 2026),
    ]
    for request in requests {
      #expect(request.headers.map(\.name) == ["Authorization"] && request.headers.first?.value == "very-secret")
      #expect(!request.url.contains("secret") && request.url.hasPrefix("https://api.balldontlie.io/v1/"))
    }
    #expect(requests[3].url.hasSuffix("/v1/players?search=o%27n%20al&per_page=100"))
    #expect(requests[2].url.hasSuffix("/v1/players?team_ids%5B%5D=10&per_page=100&cursor=277"))
    #expect(!"\(service)".contains("very-secret"))
    #expect(Balldontlie().player(1).headers.isEmpty)
  }

  @Test func endpointsAreKnownByTheirPaths() {
    let service = Balldontlie(key: Secret("k")).service
    let paths = [
      Balldontlie().teams, Balldontlie().player(3), Balldontlie().activePlayers(ofTeam: 1),
      Balldontlie().flatAverages(of: 3, in: 2026),
    ].map { service.endpoint(of: $0.url) }
    #expect(paths.map { $0?.path } == ["/teams", "/players/*", "/players/active", "/season_averages"])
    #expect(paths.map { $0?.isBasic } == [true, true, false, false])
    #expect(service.endpoint(of: "https://api.balldontlie.io/static/json/teams") == nil)
    #expect(service.endpoint(of: "https://api.balldontlie.io.evil.example/v1/teams") == nil)
  }

  @Test func clubsOfLongAgoAreLeftOut() throws {
    #expect(try BalldontlieTeam.ids(in: Array(Fixture.teams.utf8)) == ["GSW": 10, "WAS": 30])
  }

  @Test func aPageSaysWhereTheNextOneBegins() throws {
    #expect(try page(Fixture.list(Fixture.player(1, "Ana", "Abe"), next: 277)).next == 277)
    #expect(try page(Fixture.list(Fixture.player(1, "Ana", "Abe"))).next == nil)
    #expect(try page(#"{"data":[]}"#).rows.rows.isEmpty)
    #expect(try page(#"{"data":[],"meta":{"next_cursor":"x"}}"#).next == nil)
  }

  @Test func anUnreadableRowAffectsNoOther() throws {
    let rows = try page(#"{"data":[7,{"id":"x"},{"id":5},\#(Fixture.player(1, "Ana", "Abe"))]}"#).rows
    #expect(rows.rows.map(\.name) == ["Ana Abe"] && rows.unreadable == 3)
  }

  @Test(arguments: [
    #"{"error":"Not found"}"#, "Unauthorized", "", "[]", #"{"data":{"id":1}}"#, #"{"data":[{"id":0}]}"#, "<html>",
    #"{"data":[{"id":99999999999999999999,"first_name":"A","last_name":"B"}]}"#,
  ]) func aBodyWithoutPlayersIsAnError(text: String) {
    #expect(throws: (any Error).self) { try page(text) }
  }

  @Test func aPlayerHasHisBio() throws {
    let row = Fixture.player(1_028_263_023, "James", "Ennis III")
    let profile = try BalldontlieOne<BalldontliePlayer>(Array(#"{"data":\#(row)}"#.utf8)).row.profile
    #expect(profile.listing.name == "James Ennis III" && profile.listing.lastName == "Ennis")
    #expect(profile.listing.service == "balldontlie" && profile.listing.id == 1_028_263_023)
    #expect(profile.listing.team?.id == 1_610_612_744 && profile.listing.position?.group == "Guard")
    #expect(profile.height == "6' 2\"" && profile.weight == 185)
    #expect(profile.details.map(\.text) == ["Nowhere State", "USA", "2009, round 1, pick 7"])
  }

  @Test func membersThatAreMissingOrMalformedAreLeftOut() throws {
    let text =
      #"{"data":{"id":1,"first_name":" Ana ","last_name":"","position":"","height":"tall","weight":"185 lb","#
      + #""jersey_number":null,"college":"X","draft_year":null,"team":null}}"#
    let profile = try BalldontlieOne<BalldontliePlayer>(Array(text.utf8)).row.profile
    #expect(profile.listing.name == "Ana" && profile.listing.position == nil && profile.listing.team == nil)
    #expect(profile.height == "tall" && profile.weight == nil && profile.listing.number == nil)
    #expect(profile.details == [.init("College", "X"), .init("Draft", "undrafted")])
  }

  @Test func aLongTextIsLeftOut() throws {
    let long = String(repeating: "x", count: 201)
    let rows = try page(#"{"data":[{"id":1,"first_name":"Ana","last_name":"\#(long)"}]}"#).rows.rows
    #expect(rows.map(\.name) == ["Ana"])
  }

  @Test func bothFormsOfAveragesGiveTheSameRow() throws {
    let typed =
      #"{"data":[{"player":{"id":115},"season":2026,"season_type":"regular","stats":{"gp":70,"min":32.25,"pts":24.5,"#
      + #""reb":6,"ast":6.04,"stl":1.1,"blk":0.4,"tov":2.9,"pf":1.4,"fg_pct":0.448,"fg3_pct":0.397,"ft_pct":0.933}}]}"#
    let flat =
      #"{"data":[{"player_id":115,"season":2026,"games_played":70,"min":"32:15","pts":24.5,"reb":6,"ast":6.04,"#
      + #""stl":1.1,"blk":0.4,"turnover":2.9,"pf":1.4,"fg_pct":0.448,"fg3_pct":0.397,"ft_pct":0.933}]}"#
    let rows = try [typed, flat].map { try BalldontlieAverages.row(of: 115, in: 2026, Array($0.utf8)) }
    #expect(
      rows[0]?.values == ["70", "32.3", "24.5", "6.0", "6.0", "1.1", "0.4", "2.9", "1.4", "44.8", "39.7", "93.3"])
    #expect(rows[0] == rows[1] && rows[0]?.values.count == BalldontlieAverages.columns.count)
  }

  @Test func averagesOfAnotherPlayerOrSeasonDoNotCount() throws {
    let text = #"{"data":[{"player_id":7,"season":2026,"pts":1},{"player_id":115,"season":2025,"pts":2}]}"#
    #expect(try BalldontlieAverages.row(of: 115, in: 2026, Array(text.utf8)) == nil)
    #expect(try BalldontlieAverages.row(of: 115, in: 2026, Array(#"{"data":[]}"#.utf8)) == nil)
  }

  @Test func anEnormousNumberIsLeftOut() throws {
    let text = #"{"data":[{"player_id":115,"season":2026,"games_played":1e300,"pts":-5,"min":"x:y","reb":2}]}"#
    let values = try BalldontlieAverages.row(of: 115, in: 2026, Array(text.utf8))?.values ?? []
    #expect(values.filter { !$0.isEmpty } == ["2.0"])
  }
}
