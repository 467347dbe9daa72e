import LivePlatform
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The teams by division, and a team with games and roster.
@Suite struct TeamsPageTests {
  private let source = SimulatedSource()
  private var visitor: PageVisitor { PageVisitor(section: TeamsSection(source: source)) }
  private static let people = SimulatedPeople()

  private func answer() throws -> TeamListing {
    let teams = try Self.people.teams()
    let boston = try #require(teams.first { $0.id == 111 })
    let roster = try Self.people.roster(of: 111)
    source.answer { answers in
      answers.teams = TeamsAnswer(season: 2026, teams: teams)
      answers.team = TeamAnswer(season: 2026, team: boston, nextGame: nil, roster: roster)
      answers.teamGames = [
        Self.game(1, .final, "F/10", day: 10, Score(away: 4, home: 3)),
        Self.game(2, .final, "Final", day: 11, Score(away: 1, home: 3)),
        Self.game(3, .live, "Top 5th", day: 14, Score(away: 2, home: 2)),
        Self.game(4, .scheduled, "Scheduled", day: 15),
      ]
    }
    return boston
  }

  private static func game(
    _ id: Int, _ status: GameStatus.Phase, _ state: String, day: Int, _ score: Score? = nil
  ) -> ScoreboardGame {
    ScoreboardGame(
      GameSummary(
        league: LeagueID(rawValue: "mlb"),
        game: GameSummary.Game(
          id: id, date: "2026-07-\(day)", status: status,
          away: GameSummary.Club(id: 111, abbreviation: "BOS", name: "Boston Red Sox"),
          home: GameSummary.Club(id: 139, abbreviation: "TB", name: "Tampa Bay Rays")),
        start: CivilDate(year: 2026, month: 7, day: day).map { LocalZone.utc.first($0, secondOfDay: 83_400) },
        score: score), state: state)
  }

  @Test func everyTeamIsInItsDivision() async throws {
    let boston = try answer()
    let html = try await visitor.html("mlb/teams")
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.split(separator: "<h2").count == 7 && html.split(separator: #"class="plain team""#).count == 31)
    #expect(html.contains(#"href="/ball/mlb/teams/111"><span class="bar t-bos"></span>Boston Red Sox</a>"#))
    let standing = try #require(boston.standing)
    #expect(html.contains("<td>\(standing.record)</td>") && html.contains("Standings of 2026"))
  }

  @Test func theStarAddsAndRemovesAFavourite() async throws {
    _ = try answer()
    var visitor = visitor
    visitor.preferences.favourites = ["mlb/111"]
    let html = try await visitor.html("mlb/teams")
    let forms = html.split(separator: "<form").filter { $0.contains("mlb/111\"") }
    #expect(forms.count == 1 && forms[0].contains(#"name="on" value="0" aria-pressed="true""#))
    #expect(forms[0].contains(#"method="post" action="/ball/favourites""#) && forms[0].contains(#"value="/mlb/teams""#))
    #expect(html.split(separator: #"value="1" aria-pressed="false""#).count == 30)
  }

  @Test func hiddenScoresHideStandings() async throws {
    let boston = try answer()
    var visitor = visitor
    visitor.preferences.hidesScores = true
    let html = try await visitor.html("mlb/teams")
    let record = try #require(boston.standing?.record.description)
    #expect(!html.contains(record) && !html.contains("Streak") && html.contains("Records are hidden"))
    let names = html.split(separator: #"class="plain team""#).dropFirst().prefix(5).compactMap {
      $0.split(separator: "</span>").last
    }
    #expect(names == names.sorted() { $0 < $1 })
    let team = try await visitor.html("mlb/teams/111")
    #expect(!team.contains(record) && !team.contains("4–3") && !team.contains("10)") && !team.contains("Top 5th"))
    #expect(team.contains("<span>Final</span>") && team.contains("<span>In progress</span>"))
  }

  @Test func aTeamHasGamesAndRoster() async throws {
    _ = try answer()
    let html = try await visitor.html("mlb/teams/111")
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains(#"<a href="/ball/mlb/games/3">"#) && html.contains("Top 5th, 2–2"))
    #expect(html.contains("Lost 1–3") && html.contains("Won 4–3 (10)"))
    #expect(html.contains("at Tampa Bay Rays") && html.contains(#"datetime="2026-07-15T23:10:00.000Z" data-local"#))
    #expect(html.contains("<h3>Pitchers <small>10</small></h3>") && html.contains(#"href="/ball/mlb/players/111014""#))
    #expect(html.contains(#"<a href="/ball/mlb/teams/111.ics">"#))
  }

  @Test func aDelayedViewerDoesNotSeeTheScoreOfAGameInProgress() async throws {
    _ = try answer()
    var visitor = visitor
    visitor.preferences.delay = 30
    let html = try await visitor.html("mlb/teams/111")
    #expect(!html.contains("2–2") && html.contains("<span>In progress</span>"))
  }

  @Test func aTeamThatMLBDoesNotHaveIsAFault() async throws {
    _ = try answer()
    await #expect(throws: Fault.self) { try await visitor.page("mlb/teams/5") }
    #expect(try await visitor.page("mlb/teams/111.ics") == nil)
  }
}
