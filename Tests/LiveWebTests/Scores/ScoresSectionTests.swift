import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveMLB
@testable import LiveModel
@testable import LiveWeb

/// The pages of the scoreboard.
@Suite struct ScoresSectionTests {
  private let source = SimulatedSource(PlayedGame.slate)
  private var visitor: PageVisitor

  init() {
    PlayedGame.play(source, to: PlayedGame.middle)
    visitor = PageVisitor(section: ScoresSection(source: source), time: PlayedGame.middle + 10)
  }

  private func content(_ address: String, _ change: (inout PageVisitor) -> Void = { _ in }) async throws -> ScoresPage {
    var visitor = visitor
    change(&visitor)
    let page = try #require(try await visitor.page(address))
    return try #require(page.content.value as? ScoresPage)
  }

  @Test func theMarkupIsSound() async throws {
    for address in ["mlb", "mlb?date=2026-07-20", "mlb?only=mine", "mlb?only=live"] {
      #expect(MarkupCheck.flaws(in: try await visitor.html(address)).isEmpty, "\(address)")
    }
  }

  @Test func theNewestAnswerOfAPollIsShown() async throws {
    source.change(source.ids[0]) { $0.score = Score(away: 41, home: 42) }
    let row = try #require(try await content("mlb").groups.first?.rows.first)
    #expect(row.away.score == "41" && row.home.score == "42")
  }

  @Test func favouritesComeFirst() async throws {
    let away = try #require(source.games[0].game.away.id)
    let groups = try await content("mlb") { $0.preferences.favourites = ["mlb/\(away)"] }.groups
    #expect(groups.map(\.key) == ["favourites"])
    #expect(try await content("mlb").groups.map(\.key) == ["live"])
    #expect(try await content("mlb?only=mine").empty?.title.hasPrefix("None of your teams") == true)
  }

  @Test func followedTeamsAreYoursWithoutFavourites() async throws {
    source.answer { $0.followed = [source.games[0].game.home.abbreviation ?? ""] }
    #expect(try await content("mlb?only=mine").groups.map(\.key) == ["favourites"])
  }

  @Test func choicesOfTheAddressStayInAllLinks() async throws {
    var visitor = visitor
    visitor.preferences.hidesScores = true
    visitor.preferences.asked = ["scores=hidden", "delay=35"]
    let html = try await visitor.html("mlb?only=live&scores=hidden&delay=35")
    let links = html.split(separator: "href=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(links.count > 5)
    for link in links {
      #expect(link.contains("delay=35") && link.contains("scores="), "\(link)")
    }
    #expect(html.contains(#"<input type="hidden" name="scores" value="hidden">"#))
    #expect(html.contains(#"<input type="hidden" name="only" value="live">"#))
  }

  @Test func aDayWithoutGamesNamesTheNext() async throws {
    let page = try await content("mlb?date=2026-07-12")
    #expect(page.groups.isEmpty && page.empty?.title == "No games on Sunday, July 12")
    #expect(page.empty?.text == "The next one is on Tuesday, July 14." && page.empty?.nextDay == "date=2026-07-14")
    #expect(try await content("mlb?date=2026-09-12").empty?.nextDay == nil)
  }

  @Test func withoutTheScheduleTheFollowedGamesAreShown() async throws {
    source.answer { $0.fault = Fault(.lookupNotFound, "no answer") }
    let page = try await content("mlb")
    #expect(page.banner?.what == "The schedule cannot be read." && page.groups.count == 1)
    await #expect(throws: Fault.self) { try await content("mlb?date=2026-07-12") }
  }

  @Test func yesterdaysGameStaysUntilItIsOver() async throws {
    // 2026-07-15, 11:00 UTC, is the next day of the season.
    let page = try await content("mlb") { $0.time = 1_784_113_200 }
    #expect(page.date == "2026-07-14")
    source.change(source.ids[0]) { $0.game.status = .final }
    #expect(try await content("mlb") { $0.time = 1_784_113_200 }.date == "2026-07-15")
  }

  @Test func runsEndsAndCorrectionsAreAnnounced() async throws {
    let section = ScoresSection(source: source)
    let view = LiveView(.scores(LeagueID(rawValue: "mlb"), date: nil, .all), Preferences())
    let run = try #require(source.events.first { $0.event.data.tags.contains(.scoring) && !$0.event.data.provisional })
    let now = Timestamp(seconds: Int64(PlayedGame.middle) + 10)
    let all = try #require(try await section.scene(of: view, after: 0, at: now))
    #expect(all.sentences.contains { $0.hasPrefix(run.event.data.summary) })
    let cursor = source.newest
    source.revise(run.event.data.fact, as: .corrected, at: now) { $0.summary = "A triple." }
    source.revise(run.event.data.fact, as: .retracted, at: now) { _ in }
    let new = try #require(try await section.scene(of: view, after: cursor, at: now))
    #expect(new.sentences.count == 2 && new.sentences[0].hasPrefix("Corrected: A triple."))
    #expect(new.sentences[1] == "Taken back: A triple.")
    let hidden = LiveView(
      .scores(LeagueID(rawValue: "mlb"), date: nil, .all),
      {
        var own = Preferences(); own.hidesScores = true; return own
      }())
    #expect(try await section.scene(of: hidden, after: 0, at: now)?.sentences.isEmpty == true)
  }
}
