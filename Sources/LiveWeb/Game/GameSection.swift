internal import LiveCore
package import LiveModel

/// A game: `/mlb/games/<gamePk>?plays=newest|all|scoring|corrected`, `/mlb/games/<gamePk>/plays/6-top`.
package struct GameSection: PageSection {
  private let source: any PageSource
  private let histories = GameHistories()

  package init(source: any PageSource) { self.source = source }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard request.path.prefix(2) == ["mlb", "games"], request.path.count > 2,
      let number = Int(request.path[2], in: 1...(1 << 53))
    else { return nil }
    let id = GameID(league: LeagueID(rawValue: "mlb"), gamePk: number)
    switch request.path.count {
    case 3: return .page(try await page(of: id, request))
    case 5 where request.path[3] == "plays": return try await plays(of: id, in: request.path[4], request)
    default: return nil
    }
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? {
    guard case .game(let id, let filter) = view.subject, id.league.rawValue == "mlb" else { return nil }
    let game = try await viewed(id, GameViewer(preferences: view.preferences, now: now, zone: source.zone))
    return GameScene.scene(of: game, filter, after: cursor)
  }

  package func revision(of view: LiveView, at now: Timestamp) async throws -> Int? {
    guard case .game(let id, _) = view.subject, id.league.rawValue == "mlb" else { return nil }
    async let details = details(of: id)
    var hasher = Hasher()
    hasher.combine(try await histories.history(of: id, from: source).logged.last?.sequence)
    hasher.combine(source.games.first { $0.league == id.league && $0.game.id == id.gamePk })
    switch try await details {
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
    let filter = request.query["plays"].flatMap(PlayFilter.init) ?? .newest
    let game = try await viewed(id, GameViewer(request, source.zone))
    let content = GamePage(game, filter)
    var page = Page(
      title: GameState.title(game), tab: .scores, content: PageContent("game/page", content),
      live: LiveView(.game(id, filter), request.preferences), cursor: game.cursor)
    page.arrangement = content.arrangement
    // A finished game may still be corrected, but seldom is after a day.
    if game.phase == .final, let end = game.final?.time, request.now - end > .seconds(86_400) { page.maxAge = 300 }
    return page
  }

  private func plays(of id: GameID, in half: String, _ request: PageRequest) async throws -> PageAnswer? {
    if request.preferences.hidesScores { return .redirect("/mlb/games/\(id.gamePk)") }
    let game = try await viewed(id, GameViewer(request, source.zone))
    guard let content = HalfInningPage(game, half) else {
      throw Fault(.lookupNoGame, "the log has no plays of half-inning '\(half)' of game \(id.gamePk)")
    }
    return .page(
      Page(
        title: "\(content.heading), \(game.abbreviation(.away)) at \(game.abbreviation(.home))", tab: .scores,
        content: PageContent("game/half-page", content)))
  }

  /// Returns the game as its viewer may see it. Throws the fault of the details for a game that the log does not know
  /// either.
  private func viewed(_ id: GameID, _ viewer: GameViewer) async throws -> ViewedGame {
    async let details = details(of: id)
    let history = try await histories.history(of: id, from: source)
    let summary = source.games.first { $0.league == id.league && $0.game.id == id.gamePk }
    let answer = try await details
    if history.logged.isEmpty, summary == nil, case .failure(let fault) = answer { throw fault }
    return ViewedGame(
      id, ViewedGame.Knowledge(history: history, summary: summary, details: answer), for: viewer)
  }

  /// Returns a failure instead of throwing a fault, because the page is of use without the details.
  private func details(of id: GameID) async throws -> Result<ConfirmedAnswer<GameDetails>, Fault> {
    do {
      return .success(try await source.details(of: id))
    } catch let fault as Fault {
      return .failure(fault)
    }
  }
}

extension GameViewer {
  init(_ request: PageRequest, _ zone: LocalZone) {
    self.init(preferences: request.preferences, now: request.now, zone: zone)
  }
}
