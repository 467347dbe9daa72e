internal import LiveCore
package import LiveModel
internal import LiveNBA

/// The scoreboard of a league on a date: `/mlb?date=2026-04-20&only=live|mine&scores=hidden`.
package struct ScoresSection: PageSection {
  private let source: any PageSource
  private let recent: RecentFacts

  package init(source: any PageSource) { (self.source, recent) = (source, RecentFacts(source: source)) }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    if request.path.isEmpty { return .redirect("/\(source.homeLeague.rawValue)") }
    guard request.path.count == 1, let league = source.pageLeagues.first(where: { $0.rawValue == request.path[0] })
    else { return nil }
    let date = request.query["date"].flatMap { CivilDate(iso: $0) }
    let only = request.query["only"].flatMap(ScoreFilter.init) ?? .all
    // Read first: events that come while the schedule is asked for are sent again, and none is missing.
    let cursor = source.newest
    let content = try await page(of: league, date, only, request.preferences, at: request.now)
    var page = Page(
      title: "Scores, \(content.heading)", tab: .scores, content: PageContent("scores/page", content),
      live: LiveView(.scores(league, date: date, only), request.preferences), cursor: cursor)
    page.arrangement = content.arrangement
    return .page(page)
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? {
    guard case .scores(let league, let date, let only) = view.subject, source.pageLeagues.contains(league)
    else { return nil }
    let newest = source.newest
    let content = try await page(of: league, date, only, view.preferences, at: now)
    var scene = LiveScene(cursor: newest, arrangement: content.arrangement)
    scene.parts = content.groups.flatMap(\.rows).map { LiveElement($0.id, PageContent("scores/row", $0)) }
    if let cursor, !view.preferences.hidesScores, view.preferences.delay == 0 {
      scene.sentences = try await sentences(after: cursor, of: content, in: league)
    }
    return scene
  }

  private func page(
    of league: LeagueID, _ date: CivilDate?, _ only: ScoreFilter, _ preferences: Preferences, at now: Timestamp
  ) async throws -> ScoresPage {
    let polled = source.games.filter { $0.league == league }
    let pages = LeaguePages(league, among: source.pageLeagues)
    let today = Self.present(polled, at: now)
    let day = date ?? today
    var choice = ScoreChoice(
      date: day, isDated: date != nil, isToday: day == today, only: only,
      viewer: GameRow.Viewer(now: now, zone: source.zone, preferences: preferences))
    choice.favourites = Set(
      preferences.favourites.compactMap { favourite in
        let parts = favourite.split(separator: "/")
        return parts.first == league.rawValue[...] ? parts.last.flatMap { Int($0, in: 1...(1 << 53)) } : nil
      })
    if choice.favourites.isEmpty { choice.followed = Set(source.followedTeams) }
    do {
      let answer = try await source.scoreboard(on: day)
      let listed = answer.value.games.filter { $0.summary.league == league }
      var content = ScoresPage(try await viewed(Self.merged(listed, with: polled), choice.viewer), choice, pages)
      if listed.isEmpty { await nameNextDay(on: &content, of: league, choice) }
      if answer.fault != nil || !answer.warnings.isEmpty {
        content.notes = AnswerNotes(answer, at: now, in: source.zone)
      }
      return content
    } catch let fault as Fault {
      // The games that are polled are known without the schedule.
      let known = polled.filter { $0.game.date == "\(day)" }
      guard !known.isEmpty else { throw fault }
      let games = known.map { ScoreboardGame($0, state: Self.state(of: $0)) }
      var content = ScoresPage(try await viewed(games, choice.viewer), choice, pages)
      content.banner = ScoresPage.Banner(
        what: "The schedule cannot be read.", text: "These are the games that the daemon follows. \(fault.sentence)")
      return content
    }
  }

  /// Returns the games as a viewer may see them. Without the log they are shown as they are, unless the viewer is delayed.
  private func viewed(_ games: [ScoreboardGame], _ viewer: GameRow.Viewer) async throws -> [ViewedScore] {
    do {
      return try await recent.view(games, delay: .seconds(viewer.preferences.delay), at: viewer.now)
    } catch let fault as Fault {
      guard viewer.preferences.delay == 0 else { throw fault }
      return games.map { ViewedScore($0) }
    }
  }

  /// Days after an empty one that are looked at for games.
  private static let daysAhead = 4

  /// Names the next day with games. Without an answer the page does without it.
  private func nameNextDay(on page: inout ScoresPage, of league: LeagueID, _ choice: ScoreChoice) async {
    for ahead in 1...Self.daysAhead {
      let day = CivilDate(daysSinceEpoch: choice.date.daysSinceEpoch + ahead)
      guard let answer = try? await source.scoreboard(on: day) else { return }
      let games = answer.value.games.filter { $0.summary.league == league }
      if !games.isEmpty { return page.name(next: day, games: games.count, choice) }
    }
  }

  /// Returns the season's present day, or the day before while one of its games is in progress.
  private static func present(_ polled: [GameSummary], at now: Timestamp) -> CivilDate {
    let today = CivilDate.ofSeason(at: now)
    for phase in [GameStatus.Phase.live, .delayed, .warmup] {
      let dates = polled.filter { $0.game.status == phase }.compactMap { $0.game.date.flatMap { CivilDate(iso: $0) } }
      let near = dates.filter { abs($0.daysSinceEpoch - today.daysSinceEpoch) <= 1 }
      if let first = near.min(by: { $0.daysSinceEpoch < $1.daysSinceEpoch }) { return first }
      // The official dates of a simulated evening may be those of its own clock.
      if let other = dates.max(by: { $0.daysSinceEpoch < $1.daysSinceEpoch }) { return other }
    }
    return today
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

  /// The state of a game whose poll is newer than the schedule's answer. A poll does not say how many innings were
  /// scheduled; whether a short game is one of seven innings or was ended early is in the next answer.
  private static func state(of summary: GameSummary) -> String {
    guard summary.game.status == .final else { return summary.game.status.rawValue.capitalizedFirst }
    if summary.league == .nba { return BasketballWords.result(after: summary.basketball.period) }
    guard let played = summary.baseball.inning?.number, played > 9 else { return "Final" }
    return "F/\(played)"
  }

  /// Returns the sentences about runs and ends of games that are shown.
  private func sentences(after cursor: Int, of page: ScoresPage, in league: LeagueID) async throws -> [String] {
    let shown = Set(page.groups.flatMap(\.rows).map(\.number))
    let extract = try await source.events(after: cursor, limit: LiveScene.mostFacts)
    return extract.events.map(\.event)
      .filter { $0.data.league == league && shown.contains($0.data.game.id) && !$0.data.provisional }
      .compactMap(Self.sentence)
  }

  /// Returns the sentence about a run or the end of a game, or about a change of it; nil for any other event.
  private static func sentence(about event: Event) -> String? {
    let data = event.data
    if data.league == .nba { return basketball(data) }
    guard data.tags.contains(.scoring) || data.tags.contains(.final) else { return nil }
    let score = data.score.map { " \(data.game.away.name) \($0.away), \(data.game.home.name) \($0.home)." } ?? ""
    let text = data.summary + (data.tags.contains(.final) ? "" : score)
    switch data.change {
    case .new, .completed: return text
    case .retracted: return "Taken back: \(data.summary)"
    default: return "Corrected: \(text)"
    }
  }

  /// Returns the sentence about the end of a period or of a game. Baskets are too many.
  private static func basketball(_ data: EventData) -> String? {
    guard data.tags.contains(BasketballWords.periodEnd) || data.tags.contains(.final), data.change == .new else {
      return nil
    }
    return data.summary
  }
}
