internal import LiveCore
internal import LiveNBA
package import LiveModel

/// A game: `/mlb/games/<gamePk>?plays=newest|all|scoring|corrected`, `/mlb/games/<gamePk>/plays/6-top`, and the same of
/// other leagues. `/nba/games/<id>?date=2026-01-14` finds a game that is not followed.
package struct GameSection: PageSection {
  private let source: any PageSource
  private let histories = GameHistories()

  package init(source: any PageSource) { self.source = source }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard request.path.count > 2, request.path[1] == "games",
      let league = source.pageLeagues.first(where: { $0.rawValue == request.path[0] }),
      let number = Int(request.path[2], in: 1...(1 << 53))
    else { return nil }
    let id = GameID(league: league, gamePk: number)
    switch request.path.count {
    case 3: return .page(try await page(of: id, request))
    case 5 where request.path[3] == "plays": return try await plays(of: id, in: request.path[4], request)
    default: return nil
    }
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? {
    guard case .game(let id, let filter) = view.subject, source.pageLeagues.contains(id.league) else { return nil }
    let game = try await viewed(id, GameViewer(preferences: view.preferences, now: now, zone: source.zone))
    return GameScene.scene(of: game, filter, after: cursor)
  }

  package func revision(of view: LiveView, at now: Timestamp) async throws -> Int? {
    guard case .game(let id, _) = view.subject, source.pageLeagues.contains(id.league) else { return nil }
    let knowledge = try await knowledge(of: id, on: nil)
    var hasher = Hasher()
    hasher.combine(knowledge.history.logged.last?.sequence)
    hasher.combine(knowledge.summary)
    switch knowledge.details {
    case .success(let answer):
      hasher.combine(answer.confirmed)
      hasher.combine(answer.fault?.message)
    case .failure(let fault): hasher.combine(fault.message)
    }
    // Ages are shown in minutes. With a delay, the time alone makes facts visible.
    hasher.combine(view.preferences.delay > 0 ? now.seconds : now.seconds / 60)
    return hasher.finalize()
  }

  private func page(of id: GameID, _ request: PageRequest) async throws -> Page {
    var filter = request.query["plays"].flatMap(PlayFilter.init) ?? .newest
    // The plays of all periods, or all baskets, would be too much for one page.
    if id.league == .nba, filter != .corrected { filter = .newest }
    let date = request.query["date"].flatMap { CivilDate(iso: $0) }
    let game = try await viewed(id, GameViewer(request, source.zone), on: date)
    let content = GamePage(game, filter)
    var page = Page(
      title: GameState.title(game), tab: .scores, content: PageContent("game/page", content),
      // Nothing but the schedule knows a game without a summary and without facts.
      live: game.isFollowed ? LiveView(.game(id, filter), request.preferences) : nil, cursor: game.cursor)
    page.arrangement = content.arrangement
    // A finished game may still be corrected, but seldom is after a day.
    if game.phase == .final, let end = game.final?.time, request.now - end > .seconds(86_400) { page.maxAge = 300 }
    return page
  }

  private func plays(of id: GameID, in part: String, _ request: PageRequest) async throws -> PageAnswer? {
    if request.preferences.hidesScores { return .redirect("/\(id.league.rawValue)/games/\(id.gamePk)") }
    let game = try await viewed(id, GameViewer(request, source.zone))
    guard let content = PartPage(game, part) else {
      let kind = game.isBasketball ? "period" : "half-inning"
      throw Fault(.lookupNoGame, "the log has no plays of \(kind) '\(part)' of game \(id.gamePk)")
    }
    return .page(
      Page(
        title: "\(content.heading), \(game.abbreviation(.away)) at \(game.abbreviation(.home))", tab: .scores,
        content: PageContent("game/part-page", content)))
  }

  /// Returns the game as its viewer may see it. Throws the fault of the details for a game that the log does not know
  /// either.
  private func viewed(_ id: GameID, _ viewer: GameViewer, on date: CivilDate? = nil) async throws -> ViewedGame {
    let knowledge = try await knowledge(of: id, on: date)
    if knowledge.history.logged.isEmpty, knowledge.summary == nil, case .failure(let fault) = knowledge.details {
      throw fault
    }
    return ViewedGame(id, knowledge, for: viewer)
  }

  private func knowledge(of id: GameID, on date: CivilDate?) async throws -> ViewedGame.Knowledge {
    let history = try await histories.history(of: id, from: source)
    let summary = source.games.first { $0.league == id.league && $0.game.id == id.gamePk }
    let day = (summary?.game.date ?? history.logged.last?.event.data.game.date).flatMap { CivilDate(iso: $0) }
    return ViewedGame.Knowledge(
      history: history, summary: summary, details: try await details(of: id, on: day ?? date))
  }

  /// Returns a failure instead of throwing a fault, because the page is of use without the details.
  private func details(
    of id: GameID, on date: CivilDate?
  ) async throws -> Result<ConfirmedAnswer<GameDetails>, Fault> {
    do {
      return .success(try await id.league == .nba ? row(of: id, on: date) : source.details(of: id))
    } catch let fault as Fault {
      return .failure(fault)
    }
  }

  /// Returns the row of a date's scoreboard, which is all that a league without details has. The state of the source is
  /// left out, because the log has the play.
  private func row(of id: GameID, on date: CivilDate?) async throws -> ConfirmedAnswer<GameDetails> {
    guard let date else { throw Fault(.lookupNoGame, "livegamed does not know game \(id.gamePk)") }
    let answer = try await source.scoreboard(on: date)
    let row = answer.value.games.first { $0.summary.league == id.league && $0.summary.game.id == id.gamePk }
    guard let row else { throw Fault(.lookupNoGame, "there is no game \(id.gamePk) on \(date)") }
    return ConfirmedAnswer(GameDetails(row), confirmed: answer.confirmed)
  }
}

extension GameViewer {
  init(_ request: PageRequest, _ zone: LocalZone) {
    self.init(preferences: request.preferences, now: request.now, zone: zone)
  }
}
