internal import LiveCore
package import LiveModel

/// The search for a league's players, and a player with statistics: `/mlb/players?q=luis&pos=P&page=2`,
/// `/mlb/players/502671`.
package struct PlayersSection: PageSection {
  private let source: any PageSource

  package init(source: any PageSource) { self.source = source }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard let league = source.league(of: request.path, page: "players") else { return nil }
    switch request.path.count {
    case 2: return .page(try await players(of: league, request))
    case 3:
      guard let id = Int(request.path[2], in: 1...(1 << 53)) else { return nil }
      return .page(try await player(id, of: league, request))
    default: return nil
    }
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? { nil }

  private func players(of league: LeagueID, _ request: PageRequest) async throws -> Page {
    let question = PlayersPage.Question(request.query)
    let pages = LeaguePages(league, among: source.listingLeagues, page: "players")
    var content = PlayersPage(question, pages, listedBy: source.playerService(of: league))
    if question.isAnswerable {
      let answer = try await source.players(
        named: question.name.isEmpty ? nil : question.name, team: nil, position: question.position, of: league)
      content.fill(with: answer.value, for: question)
      content.notes = AnswerNotes(answer, at: request.now, in: source.zone)
    }
    return Page(title: content.title, tab: .players, content: PageContent("players/list", content))
  }

  private func player(_ id: Int, of league: LeagueID, _ request: PageRequest) async throws -> Page {
    let answer = try await source.player(id, of: league)
    guard let profile = answer.value else {
      throw Fault(.lookupUnknownName, "no player has the id \(id)")
    }
    var content = PlayerPage(profile)
    content.notes = AnswerNotes(answer, at: request.now, in: source.zone)
    return Page(title: profile.listing.name, tab: .players, content: PageContent("players/player", content))
  }
}
