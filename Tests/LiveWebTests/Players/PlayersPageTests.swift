import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The search for players.
@Suite struct PlayersPageTests {
  private let source = SimulatedSource()
  private var visitor: PageVisitor { PageVisitor(section: PlayersSection(source: source)) }

  private func answer(_ players: [PlayerListing], nearest: [String]? = nil) {
    source.answer { $0.players = PlayersAnswer(season: 2026, players: players, nearest: nearest) }
  }

  private static func player(_ id: Int, _ name: String = "Luis García Jr.") -> PlayerListing {
    PlayerListing(
      league: LeagueID(rawValue: "mlb"), id: id, name: name, number: "2", position: PlayerPosition("2B"),
      team: GameSummary.Club(id: 120, abbreviation: "WSH", name: "Washington Nationals"))
  }

  @Test func aSearchLinksThePlayers() async throws {
    answer([Self.player(671277), Self.player(5, "Luis <b>")])
    let html = try await visitor.html("mlb/players?q=luis")
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("2 players <small>of 2026 for “luis”; accents do not matter"))
    #expect(html.contains(#"<a href="/ball/mlb/players/671277"><span class="bar t-wsh"></span><b>Luis García Jr.</b>"#))
    #expect(html.contains("2B · #2") && html.contains("Washington Nationals") && html.contains("Luis &lt;b&gt;"))
  }

  @Test func aPageHasFiftyPlayers() async throws {
    answer((1...120).map { Self.player($0) })
    let first = try await visitor.html("mlb/players?pos=P")
    #expect(first.contains("120 players") && first.contains("Page 1 of 3"))
    #expect(first.contains(#"rel="next" href="/ball/mlb/players?pos=P&amp;page=2""#) && !first.contains(#"rel="prev""#))
    let last = try await visitor.html("mlb/players?pos=P&page=3")
    #expect(last.contains("/players/101\"") && !last.contains("/players/100\"") && !last.contains(#"rel="next""#))
    #expect(try await visitor.html("mlb/players?pos=P&page=99") == last)
    #expect(MarkupCheck.flaws(in: last) == [])
  }

  @Test func thePositionIsKept() async throws {
    answer([Self.player(1)])
    let html = try await visitor.html("mlb/players?q=luis&pos=IF")
    #expect(html.contains(#"<input type="hidden" name="pos" value="IF">"#))
    #expect(html.contains(#"href="/ball/mlb/players?q=luis&amp;pos=IF" aria-current="true">Infield</a>"#))
    #expect(html.contains(#"href="/ball/mlb/players?q=luis">All</a>"#))
  }

  @Test func nobodyHasTheName() async throws {
    answer([], nearest: ["Luis García"])
    let html = try await visitor.html("mlb/players?q=luiz garcx&pos=C")
    #expect(html.contains("Nobody is called “luiz garcx”"))
    #expect(html.contains("Only catchers were searched. Two letters of the first or the last name are enough."))
    #expect(html.contains(#"href="/ball/mlb/players?q=Luis%20Garc%C3%ADa&amp;pos=C">Luis García</a>"#))
    #expect(html.contains(#"href="/ball/mlb/players?q=luiz%20garcx">Search all positions</a>"#))
    #expect(MarkupCheck.flaws(in: html) == [])
  }

  @Test(arguments: ["", "?q=l", "?q=.'", "?q=l&pos=P"]) func withoutAQuestionNothingIsAsked(query: String) async throws
  {
    source.answer { $0.fault = Fault(.lookupFailed, "asked") }
    let html = try await visitor.html("mlb/players\(query)")
    #expect(html.contains("Two letters") || html.contains("two letters"))
    #expect(MarkupCheck.flaws(in: html) == [])
  }

  @Test func aStaleAnswerSaysSo() async throws {
    answer([Self.player(1)])
    source.answer { ($0.stale, $0.warnings) = (Fault(.lookupFailed, "status 503"), ["the list of teams is missing"]) }
    let html = try await visitor.html("mlb/players?q=luis")
    #expect(html.contains("MLB does not answer.") && html.contains("status 503"))
    #expect(html.contains("The list of teams is missing."))
  }

  @Test func otherPathsAreNotOfThisSection() async throws {
    for path in ["mlb", "mlb/players/abc", "mlb/players/1/2", "mlb/teams", "nba/players"] {
      #expect(try await visitor.page(path) == nil)
    }
  }
}
