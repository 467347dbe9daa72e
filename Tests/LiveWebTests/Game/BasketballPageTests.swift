import Foundation
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveNBA
@testable import LiveWeb

/// The page of a simulated game of the NBA.
@Suite struct BasketballPageTests {
  private let source = SimulatedSource(PlayedGame.slate)
  private let regular = PlayedNBAGame.regular
  private let overtime = PlayedNBAGame.overtime

  init() { source.answer { $0.leagues = [LeagueID(rawValue: "mlb"), .nba] } }

  private func visitor(at time: Double, _ change: (inout Preferences) -> Void = { _ in }) -> PageVisitor {
    var visitor = PageVisitor(section: GameSection(source: source), time: time)
    change(&visitor.preferences)
    return visitor
  }

  private func address(_ played: PlayedNBAGame, _ rest: String = "") -> String {
    "nba/games/\(played.id.gamePk)\(rest)"
  }

  /// Returns the text of each cell of the points by period, a list for each team.
  private func lines(_ html: String) -> [[String]] {
    let table = html.components(separatedBy: #"id="linescore""#).dropFirst().first ?? ""
    let body =
      table.components(separatedBy: "<tbody>").dropFirst().first?.components(separatedBy: "</tbody>").first ?? ""
    return body.components(separatedBy: "<tr>").dropFirst().map { row in
      row.components(separatedBy: "<td").dropFirst().map { cell in
        cell.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }.description
      }
    }
  }

  /// Returns the points of each period by the league's own box score, the visitors' first.
  private func points(_ played: PlayedNBAGame) throws -> [[Int]] {
    let body = try #require(played.game.boxscore(at: played.end))
    let answer = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    let game = try #require(answer["game"] as? [String: Any])
    return try ["awayTeam", "homeTeam"].map { name in
      let team = try #require(game[name] as? [String: Any])
      let periods = try #require(team["periods"] as? [[String: Any]])
      return periods.compactMap { $0["score"] as? Int }
    }
  }

  @Test func aLiveGameHasScoreClockAndPlaysByQuarter() async throws {
    let time = try #require(regular.time(inPeriod: 3, below: "6:00"))
    regular.play(source, to: time)
    let page = try #require(try await visitor(at: time).page(address(regular)))
    let html = try await visitor(at: time).html(address(regular))
    #expect(MarkupCheck.flaws(in: html) == [])
    let game = try #require(source.games.first)
    let (score, period) = (try #require(game.score), try #require(game.basketball.period))
    #expect(html.contains("</span>\(score.away)</b>") && html.contains("</span>\(score.home)</b>"))
    #expect(html.contains("<b>\(period.clock ?? "")</b><span>3rd quarter</span>"))
    for part in ["score", "now", "linescore", "starters", "half-3"] {
      #expect(html.contains("id=\"\(part)\""), "\(part)")
    }
    for word in ["inning", "Line-ups", "pitch", "{{"] { #expect(!html.contains(word), "\(word)") }
    #expect(page.title.hasSuffix(", 3rd quarter, \(period.clock ?? "")"))
    #expect(page.live?.subject == .game(regular.id, .newest) && page.cursor == source.newest)
    let cells = lines(html)
    #expect(cells.map(\.count) == [5, 5] && cells.map { $0[3] } == ["", ""])
    #expect(cells.map(\.last) == ["\(score.away)", "\(score.home)"])
  }

  @Test func aGameBeforeItsTipHasNoPlays() async throws {
    let time = regular.start - 60
    regular.play(source, to: time)
    let html = try await visitor(at: time).html(address(regular))
    #expect(MarkupCheck.flaws(in: html) == [])
    for part in ["linescore", "plays-h", "now"] { #expect(!html.contains("id=\"\(part)\""), "\(part)") }
  }

  @Test func thePointsByPeriodAreThoseOfTheBoxScore() async throws {
    for played in [regular, overtime] {
      played.play(source, to: played.end)
      let html = try await visitor(at: played.end).html(address(played))
      let points = try points(played)
      let periods = points.map { row in row.map(String.init) + ["\(row.reduce(0, +))"] }
      #expect(lines(html) == periods)
      #expect(MarkupCheck.flaws(in: html) == [])
      #expect(!html.contains(#"id="now""#))
    }
  }

  @Test func anOvertimeIsNamed() async throws {
    overtime.play(source, to: overtime.end)
    let html = try await visitor(at: overtime.end).html(address(overtime))
    let page = try #require(try await visitor(at: overtime.end).page(address(overtime)))
    #expect(html.contains(#"<th scope="col">OT</th>"#) && html.contains("Final after "))
    #expect(page.title.contains("final after "))
    let part = try await visitor(at: overtime.end).html(address(overtime, "/plays/5"))
    #expect(part.contains("<h1>Overtime</h1>") && part.contains("/plays/4") && MarkupCheck.flaws(in: part) == [])
  }

  @Test func everyPeriodHasAPage() async throws {
    regular.play(source, to: regular.end)
    for period in 1...4 {
      let html = try await visitor(at: regular.end).html(address(regular, "/plays/\(period)"))
      #expect(html.contains("<h1>\(Ordinal.text(of: period)) quarter</h1>") && MarkupCheck.flaws(in: html) == [])
      #expect(html.contains("/plays/\(period - 1)") == (period > 1))
      #expect(html.contains("/plays/\(period + 1)") == (period < 4))
    }
    await #expect(throws: Fault.self) { try await visitor(at: regular.end).page(address(regular, "/plays/5")) }
  }

  @Test func aFinishedGameFitsIntoItsBudget() async throws {
    for played in [regular, overtime] {
      played.play(source, to: played.end)
      let html = try await visitor(at: played.end).html(address(played))
      // The frame around it has 2 KB.
      #expect(html.utf8.count <= 46 * 1024, "\(html.utf8.count)")
    }
  }

  @Test func theStartersAreThoseOfBothTeams() async throws {
    regular.play(source, to: regular.end)
    let html = try await visitor(at: regular.end).html(address(regular))
    let card = html.components(separatedBy: #"id="starters""#).dropFirst().first?.components(separatedBy: "</section>")
    let names = card?.first?.components(separatedBy: "<li>").dropFirst().map { $0.prefix { $0 != "<" }.description }
    let lineups = source.events.filter { $0.event.type == .lineup }.flatMap { $0.event.data.players }
    #expect(names?.count == 10 && Set(names ?? []) == Set(lineups.map(\.name)))
  }

  @Test func hiddenScoresRevealNothing() async throws {
    overtime.play(source, to: overtime.end)
    let visitor = visitor(at: overtime.end) { $0.hidesScores = true }
    let html = try await visitor.html(address(overtime))
    let page = try #require(try await visitor.page(address(overtime)))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains(#"href="?scores=shown">Show scores"#))
    for part in ["linescore", "now", "plays-h"] { #expect(!html.contains("id=\"\(part)\""), "\(part)") }
    #expect(!html.contains(#"class="sum"#) && !html.contains("lost") && !html.lowercased().contains("overtime"))
    let clubs = try #require(source.games.first).game
    #expect(page.title == "\(clubs.away.abbreviation ?? "") at \(clubs.home.abbreviation ?? "")")
    let scene = try await GameSection(source: source).scene(
      of: LiveView(.game(overtime.id, .all), visitor.preferences), after: 0,
      at: Timestamp(seconds: Int64(overtime.end)))
    #expect(scene?.facts.isEmpty == true && scene?.sentences == [])
  }

  @Test func aDelayedViewerSeesNothingEarly() async throws {
    let time = try #require(regular.time(inPeriod: 3, below: "6:00"))
    regular.play(source, to: time)
    let html = try await visitor(at: time) { $0.delay = 300 }.html(address(regular))
    #expect(MarkupCheck.flaws(in: html) == [])
    let limit = Timestamp(seconds: Int64(time) - 300)
    let late = source.events.filter { $0.event.data.observedAt > limit && $0.event.data.revision == 1 }
    #expect(!late.isEmpty)
    for entry in late { #expect(!html.contains("id=\"\(GameFact.elementID(of: entry.event.data.fact))\"")) }
    let seen = source.events.filter { $0.event.data.observedAt <= limit && $0.event.type == .play }
    let last = try #require(seen.max { ($0.event.time, $0.sequence) < ($1.event.time, $1.sequence) })
    #expect(html.contains("</span>\(last.event.data.score?.away ?? -1)</b>"))
    #expect(html.contains("You see this game 300 seconds late.") && html.contains("The clock is that of the last play"))
  }

  @Test func theStreamHasThePartsOfThePage() async throws {
    let time = try #require(regular.time(inPeriod: 3, below: "6:00"))
    regular.play(source, to: time)
    let scene = try #require(
      try await GameSection(source: source).scene(
        of: LiveView(.game(regular.id, .newest), Preferences()), after: 0, at: Timestamp(seconds: Int64(time))))
    #expect(scene.parts.map(\.id) == ["score", "now", "linescore", "starters"])
    #expect(!scene.facts.isEmpty && scene.cursor == source.newest)
    let templates = try PageTemplates()
    for element in scene.parts + scene.facts {
      let html = templates.line(element.content, in: PageTemplates.Surroundings(prefix: ""))
      #expect(html.prefix { $0 != ">" }.contains("id=\"\(element.id)\""), "\(element.id)")
    }
  }

  @Test func theEndOfAPeriodIsAnnounced() async throws {
    let time = try #require(regular.time(inPeriod: 3, below: "11:00"))
    regular.play(source, to: time)
    let end = try #require(
      source.events.last { $0.event.data.tags.contains(BasketballWords.periodEnd) && !$0.event.data.retracted })
    let scene = try await GameSection(source: source).scene(
      of: LiveView(.game(regular.id, .newest), Preferences()), after: end.sequence - 1,
      at: Timestamp(seconds: Int64(time)))
    let score = try #require(end.event.data.score)
    let line = "\(score.away), "
    #expect(scene?.sentences.contains { $0.contains(line) && $0.hasSuffix(" \(score.home).") } == true)
  }

  @Test func aCorrectedBasketKeepsItsOldWords() async throws {
    let time = try #require(regular.time(inPeriod: 3, below: "6:00"))
    regular.play(source, to: time)
    let basket = try #require(source.events.last { $0.event.type == .play && $0.event.data.revision == 1 })
    source.revise(basket.event.data.fact, as: .corrected, at: Timestamp(seconds: Int64(time))) { data in
      data.summary = "Somebody Else makes a layup."
    }
    let html = try await visitor(at: time).html(address(regular, "?plays=corrected"))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("Corrected</span>") && html.contains("Somebody Else makes a layup."))
    #expect(html.contains("It was: <s>"))
  }
}
