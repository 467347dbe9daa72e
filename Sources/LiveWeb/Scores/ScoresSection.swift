internal import LiveCore
package import LiveModel

/// The scoreboard of a date: `/mlb?date=2026-04-20&only=live|mine&scores=hidden`.
package struct ScoresSection: PageSection {
  private let source: any PageSource

  package init(source: any PageSource) { self.source = source }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    if request.path.isEmpty { return .redirect("/mlb") }
    guard request.path == ["mlb"] else { return nil }
    let date = request.query["date"].flatMap { CivilDate(iso: $0) }
    let only = request.query["only"].flatMap(ScoreFilter.init) ?? .all
    // Read first: events that come while the schedule is asked for are sent again, and none is missing.
    let cursor = source.newest
    let content = try await page(date, only, request.preferences, at: request.now)
    var page = Page(
      title: "Scores, \(content.heading)", tab: .scores, content: PageContent("scores/page", content),
      live: LiveView(.scores(date: date, only), request.preferences), cursor: cursor)
    page.arrangement = content.arrangement
    return .page(page)
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? {
    guard case .scores(let date, let only) = view.subject else { return nil }
    let newest = source.newest
    let content = try await page(date, only, view.preferences, at: now)
    var scene = LiveScene(cursor: newest, arrangement: content.arrangement)
    scene.parts = content.groups.flatMap(\.rows).map { LiveElement($0.id, PageContent("scores/row", $0)) }
    if let cursor, !view.preferences.hidesScores, view.preferences.delay == 0 {
      scene.sentences = try await sentences(after: cursor, of: content)
    }
    return scene
  }

  private func page(
    _ date: CivilDate?, _ only: ScoreFilter, _ preferences: Preferences, at now: Timestamp
  ) async throws -> ScoresPage {
    let polled = source.games
    let day = date ?? present(polled, at: now)
    var choice = ScoreChoice(
      date: day, isDated: date != nil, only: only,
      viewer: GameRow.Viewer(now: now, zone: source.zone, preferences: preferences))
    choice.favourites = Set(
      preferences.favourites.compactMap {
        $0.split(separator: "/").last.flatMap { Int($0, in: 1...(1 << 53)) }
      })
    if choice.favourites.isEmpty { choice.followed = Set(source.followedTeams) }
    do {
      let answer = try await source.scoreboard(on: day)
      var content = ScoresPage(Self.merged(answer.value.games, with: polled), choice)
      if answer.fault != nil || !answer.warnings.isEmpty {
        content.notes = AnswerNotes(answer, at: now, in: source.zone)
      }
      return content
    } catch let fault as Fault {
      // The games that are polled are known without the schedule.
      let known = polled.filter { $0.game.date == "\(day)" }
      guard !known.isEmpty else { throw fault }
      var content = ScoresPage(known.map { ScoreboardGame($0, state: Self.state(of: $0)) }, choice)
      content.banner = ScoresPage.Banner(
        what: "The schedule cannot be read.", text: "These are the games that the daemon follows. \(fault.sentence)")
      return content
    }
  }

  /// Returns the season's present day, or the day before while one of its games is in progress.
  private func present(_ polled: [GameSummary], at now: Timestamp) -> CivilDate {
    let today = CivilDate.ofSeason(at: now)
    let running = polled.filter { [.warmup, .live, .delayed].contains($0.game.status) }
    let dates = running.compactMap { $0.game.date.flatMap { CivilDate(iso: $0) } }
    // The official dates of a simulated evening may be those of its own clock.
    return dates.min { abs($0.daysSinceEpoch - today.daysSinceEpoch) < abs($1.daysSinceEpoch - today.daysSinceEpoch) }
      ?? today
  }

  /// Returns the games of the schedule with what the polls know newer.
  private static func merged(_ games: [ScoreboardGame], with polled: [GameSummary]) -> [ScoreboardGame] {
    let known = Dictionary(polled.map { ($0.game.id, $0) }) { first, _ in first }
    return games.map { game in
      guard let summary = known[game.summary.game.id], summary.isPolled, summary.game.date == game.summary.game.date
      else { return game }
      var merged = game
      merged.summary = summary
      if summary.game.status != game.summary.game.status { merged.state = state(of: summary) }
      return merged
    }
  }

  private static func state(of summary: GameSummary) -> String {
    switch summary.game.status {
    case .final:
      summary.baseball.inning.map { $0.number > 9 ? "F/\($0.number)" : "Final" } ?? "Final"
    default: summary.game.status.rawValue.capitalizedFirst
    }
  }

  /// Returns the sentences about runs and ends of games that are shown.
  private func sentences(after cursor: Int, of page: ScoresPage) async throws -> [String] {
    let shown = Set(page.groups.flatMap(\.rows).map(\.number))
    let extract = try await source.events(after: cursor, limit: LiveScene.mostFacts)
    return extract.events.map(\.event).filter { event in
      shown.contains(event.data.game.id) && [.new, .completed].contains(event.data.change) && !event.data.provisional
        && (event.data.tags.contains(.scoring) || event.data.tags.contains(.final))
    }.map { event in
      let score = event.data.score.map {
        " \(event.data.game.away.name) \($0.away), \(event.data.game.home.name) \($0.home)."
      }
      return event.data.summary + (event.data.tags.contains(.final) ? "" : score ?? "")
    }
  }
}
