import LiveMLB
import LivePlatform
import LiveSimulator
import Testing

@testable import LiveCore
@testable import LiveModel
@testable import LiveWeb

/// The page of a simulated game.
@Suite struct GamePageTests {
  private let source = SimulatedSource(PlayedGame.slate)

  private var id: GameID { source.ids[0] }

  private func visitor(at time: Double = PlayedGame.middle, _ change: (inout Preferences) -> Void = { _ in })
    -> PageVisitor
  {
    var visitor = PageVisitor(section: GameSection(source: source), time: time)
    change(&visitor.preferences)
    return visitor
  }

  private func address(_ rest: String = "") -> String { "mlb/games/\(id.gamePk)\(rest)" }

  /// The newest revision of the plate appearance that is the last but `back`.
  private func play(back: Int = 0) throws -> Event {
    let plays = source.events.filter { $0.event.type == .play && !$0.event.data.provisional }
    try #require(plays.count > back)
    return plays[plays.count - 1 - back].event
  }

  @Test func aGameThatHasNotBegunHasItsPitchers() async throws {
    let time = SimulatedSource.firstPitch - 1800
    try source.play(to: time)
    let html = try await visitor(at: time).html(address())
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("Probable pitchers") && html.contains("Begins <time") && !html.contains(#"class="sum"#))
    #expect(!html.contains(#"id="linescore""#) && !html.contains(#"id="plays-h""#))
  }

  @Test func aLiveGameHasScoreSituationAndPlays() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let page = try #require(try await visitor().page(address()))
    let html = try await visitor().html(address())
    #expect(MarkupCheck.flaws(in: html) == [])
    let game = try #require(source.games.first)
    let score = try #require(game.score)
    #expect(html.contains("</span>\(score.away)</b>") && html.contains("</span>\(score.home)</b>"))
    for part in ["score", "now", "linescore", "chances", "lineups", "pitchers", "stats"] {
      #expect(html.contains("id=\"\(part)\""), "\(part)")
    }
    #expect(html.contains(#"href="/ball/mlb/players/"#) && html.contains(#"href="/ball/mlb/teams/"#))
    #expect(html.contains(#"href="/ball/daemon/why?event=mlb/900000/"#) && !html.contains("{{"))
    let clubs = game.game
    #expect(page.title.hasPrefix("\(clubs.away.abbreviation ?? "") \(score.away), \(clubs.home.abbreviation ?? "") "))
    #expect(page.live?.subject == .game(id, .newest) && page.cursor == source.newest)
  }

  @Test func onlyTheNewestHalfInningsAreShownAtFirst() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let (newest, all) = (try await visitor().html(address()), try await visitor().html(address("?plays=all")))
    func halves(_ html: String) -> Int { html.split(separator: #"<section id="half-"#).count - 1 }
    #expect(halves(newest) == 4 && halves(all) > 4)
    let plays = Set(source.events.filter { $0.event.type == .play }.map(\.event.data.fact))
    for fact in plays { #expect(all.contains("id=\"\(GameFact.elementID(of: fact))\"")) }
    #expect(newest.contains("All \(plays.count) plays"))
    let half = try await visitor().html(address("/plays/1-top"))
    #expect(half.contains("<h1>Top of the 1st</h1>") && MarkupCheck.flaws(in: half) == [])
  }

  @Test func scoringPlaysCanBeSelected() async throws {
    PlayedGame.play(source, to: PlayedGame.end)
    let html = try await visitor(at: PlayedGame.end).html(address("?plays=scoring"))
    let scoring = Set(source.events.filter { $0.event.data.tags.contains(.scoring) }.map(\.event.data.fact))
    #expect(!scoring.isEmpty && html.split(separator: #"class="runs""#).count == scoring.count + 1)
    #expect(html.split(separator: "<li id=\"f-").count == scoring.count + 1)
  }

  @Test func aFinishedGameFitsIntoItsBudget() async throws {
    PlayedGame.play(source, to: PlayedGame.end)
    let html = try await visitor(at: PlayedGame.end).html(address("?plays=all"))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("Final") && !html.contains(#"id="now""#))
    // The frame around it has 2 KB.
    #expect(html.utf8.count <= 46 * 1024, "\(html.utf8.count)")
  }

  @Test func theTablesHaveTheNumbersOfTheBoxScore() async throws {
    PlayedGame.play(source, to: PlayedGame.end)
    let html = try await visitor(at: PlayedGame.end).html(address())
    let details = try #require(try await source.details(of: id).value.members.decoded(as: BaseballDetails.self))
    let rows = html.split(separator: "<tr").map { String($0.prefix { $0 != "\n" }) }
    func cells(after link: String) -> [String]? {
      rows.first { $0.contains(link) }.map { row in
        row.split(separator: "<td>").dropFirst().map { String($0.prefix { $0 != "<" }) }
      }
    }
    for box in [details.boxscore?.away, details.boxscore?.home].compactMap(\.self) {
      #expect(!box.batters.isEmpty && !box.pitchers.isEmpty)
      for batter in box.batters {
        let stats = batter.stats
        let numbers = [stats.atBats, stats.runs, stats.hits, stats.rbi, stats.baseOnBalls, stats.strikeOuts]
        #expect(
          cells(after: "/players/\(batter.id)\"")?.prefix(6) == numbers.map { $0.map(String.init) ?? "" }.prefix(6))
      }
      for pitcher in box.pitchers where !box.batters.contains(where: { $0.id == pitcher.id }) {
        let stats = pitcher.stats
        let numbers = [stats.hits, stats.runs, stats.earnedRuns, stats.baseOnBalls, stats.strikeOuts]
        let expected = [stats.inningsPitched ?? ""] + numbers.map { $0.map(String.init) ?? "" }
        #expect(cells(after: "/players/\(pitcher.id)\"")?.prefix(6) == expected.prefix(6))
      }
    }
    let lines = rows.filter { $0.contains(#"class="sum0 r""#) }
    let totals = try #require(details.linescore?.totals)
    for (row, line) in zip(lines, [totals.away, totals.home]) {
      #expect(row.contains("<td class=\"sum0 r\">\(line?.runs ?? -1)</td><td>\(line?.hits ?? -1)</td>"))
    }
  }

  @Test func aCorrectedPlayKeepsItsOldWords() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let before = try play(back: 1)
    source.revise(before.data.fact, as: .corrected, at: Timestamp(seconds: Int64(PlayedGame.middle))) { data in
      data.play?.description = "Reaches on an error."
      data.play?.eventType = "field_error"
    }
    let html = try await visitor().html(address("?plays=corrected"))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains("1 corrected") && html.contains(#"<span class="tag warn">Corrected</span>"#))
    #expect(html.contains("by the official scorer") && html.contains("The score did not change."))
    #expect(html.contains(">E</a><p>Reaches on an error.</p>"))
    #expect(html.contains("It was: <s>"))
    #expect(html.split(separator: "<li id=\"f-").count == 2)
  }

  @Test func aCorrectionOfRunsBattedInSaysWhatTheyAre() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let before = try play(back: 1)
    let runs = before.data.play?.rbi ?? 0
    source.revise(before.data.fact, as: .corrected, at: Timestamp(seconds: Int64(PlayedGame.middle))) { data in
      data.play?.rbi = runs + 1
    }
    let html = try await visitor().html(address("?plays=corrected"))
    #expect(html.contains("<s>\(runs == 1 ? "1 run batted in" : "\(runs) runs batted in")</s>"))
    #expect(html.contains("Runs batted in: \(runs + 1). The score did not change."))
  }

  @Test func aCorrectionBecauseOfAnEarlierOneLeadsToIt() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let (cause, play) = (try play(back: 4), try play())
    source.revise(play.data.fact, as: .corrected, at: Timestamp(seconds: Int64(PlayedGame.middle))) { data in
      data.cause = cause.data.fact
      data.play?.description = "Grounds out softly."
    }
    let html = try await visitor().html(address())
    #expect(html.contains("because an earlier play was corrected"))
    #expect(html.contains("<a href=\"#\(GameFact.elementID(of: cause.data.fact))\">"))
  }

  @Test func aCorrectionOfTheChancesAloneIsNotMarked() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    source.revise(try play().data.fact, as: .corrected, at: Timestamp(seconds: Int64(PlayedGame.middle))) { data in
      data.odds = EventOdds(before: 0.5, after: 0.51, leverage: 1)
    }
    #expect(try await !visitor().html(address()).contains(#"<span class="tag warn">Corrected"#))
  }

  @Test func aRetractedPlayIsStruckThrough() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    source.revise(try play(back: 2).data.fact, as: .retracted, at: Timestamp(seconds: Int64(PlayedGame.middle))) {
      data in
      data.summary = "Taken back: " + data.summary
    }
    let html = try await visitor().html(address())
    #expect(html.contains(#"class="gone""#) && html.contains(#"<span class="sr">Taken back: </span>"#))
    #expect(html.contains("no longer in the official record") && html.contains("1 taken back"))
  }

  @Test func aProvisionalPlayIsNotConfirmed() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    var event = try play()
    event.data.fact = Fact(rawValue: "mlb/\(id.gamePk)/9-bottom/pa/1/1")
    (event.data.provisional, event.data.revision, event.data.change) = (true, 1, .new)
    (event.data.odds, event.data.tags) = (nil, [.scoring])
    event.data.play?.eventType = nil
    event.data.play?.description = nil
    source.append(event)
    let html = try await visitor().html(address())
    #expect(
      html.contains(#"class="runs early""#) && html.contains(">?</a><p><span class=\"sr\">Not confirmed: </span>"))
    #expect(html.contains("the play itself is not known yet"))
  }

  @Test func hiddenScoresRevealNothing() async throws {
    PlayedGame.play(source, to: PlayedGame.end)
    let visitor = visitor(at: PlayedGame.end) { $0.hidesScores = true }
    let html = try await visitor.html(address())
    let page = try #require(try await visitor.page(address()))
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains(#"href="?scores=shown">Show scores"#))
    for part in ["linescore", "chances", "stats", "pitchers", "leaders", "plays-h"] {
      #expect(!html.contains("id=\"\(part)\""), "\(part)")
    }
    #expect(!html.contains(#"class="sum"#) && !html.contains("lost"))
    let clubs = try #require(source.games.first).game
    #expect(page.title == "\(clubs.away.abbreviation ?? "") at \(clubs.home.abbreviation ?? "")")
    let scene = try await GameSection(source: source).scene(
      of: LiveView(.game(id, .all), visitor.preferences), after: 0, at: Timestamp(seconds: Int64(PlayedGame.end)))
    #expect(scene?.facts.isEmpty == true && scene?.sentences == [])
  }

  @Test func aDelayedViewerSeesNothingEarly() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let html = try await visitor { $0.delay = 600 }.html(address("?plays=all"))
    #expect(MarkupCheck.flaws(in: html) == [])
    let limit = Timestamp(seconds: Int64(PlayedGame.middle) - 600)
    let plays = source.events.filter { $0.event.type == .play }
    let late = plays.filter { $0.event.data.observedAt > limit && $0.event.data.revision == 1 }
    #expect(!late.isEmpty)
    for entry in late { #expect(!html.contains("id=\"\(GameFact.elementID(of: entry.event.data.fact))\"")) }
    let last = try #require(plays.last { $0.event.data.observedAt <= limit && $0.event.data.score != nil })
    #expect(html.contains("</span>\(last.event.data.score?.away ?? -1)</b>"))
    for part in ["lineups", "pitchers", "stats", "leaders"] { #expect(!html.contains("id=\"\(part)\""), "\(part)") }
    #expect(html.contains("You see this game 600 seconds late.") && !html.contains("<span>Count</span>"))
  }

  @Test func aGameThatTheLogDoesNotKnowIsShownFromItsDetails() async throws {
    source.skip(to: PlayedGame.end)
    let html = try await visitor(at: PlayedGame.end).html(address())
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains(#"id="linescore""#) && html.contains(#"id="lineups""#))
    #expect(html.contains("livegamed did not follow this game"))
  }

  @Test func aGameStaysWithoutItsDetails() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    source.answer { $0.fault = Fault(Fault.Code("lookup.unreachable"), "MLB does not answer") }
    let html = try await visitor().html(address())
    #expect(MarkupCheck.flaws(in: html) == [])
    #expect(html.contains(#"id="linescore""#) && html.contains(#"class="plays""#) && html.contains(#"id="now""#))
    #expect(html.contains("Line-ups, pitchers and team stats are missing: MLB does not answer."))
  }

  @Test func aGameThatNobodyKnowsIsAFault() async throws {
    await #expect(throws: Fault.self) { try await visitor().page("mlb/games/1") }
    #expect(try await visitor().page("mlb/games/x") == nil)
  }

  @Test func favouritesHaveAForm() async throws {
    PlayedGame.play(source, to: PlayedGame.middle)
    let team = try #require(source.games.first?.game.away.id)
    let html = try await visitor { $0.favourites = ["mlb/\(team)"] }.html(address())
    #expect(html.contains("name=\"team\" value=\"mlb/\(team)\"") && html.contains(#"aria-pressed="true""#))
    #expect(html.contains("name=\"back\" value=\"/mlb/games/\(id.gamePk)\""))
  }
}
