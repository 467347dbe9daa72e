internal import LiveCore
package import LiveModel

/// The teams of a league by division, and a team with its games and its roster: `/mlb/teams`, `/mlb/teams/136`.
package struct TeamsSection: PageSection {
  private let source: any PageSource

  package init(source: any PageSource) { self.source = source }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard let league = source.league(of: request.path, page: "teams") else { return nil }
    switch request.path.count {
    case 2: return .page(try await teams(of: league, request))
    case 3:
      // `136.ics` is the calendar of the team, which is not of this section.
      guard let id = Int(request.path[2], in: 1...(1 << 53)) else { return nil }
      return .page(try await team(id, of: league, request))
    default: return nil
    }
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? { nil }

  private func teams(of league: LeagueID, _ request: PageRequest) async throws -> Page {
    let answer = try await source.teams(of: league)
    let pages = LeaguePages(league, among: source.listingLeagues, page: "teams")
    var content = TeamsPage(answer.value, pages, for: request.preferences)
    content.notes = AnswerNotes(answer, at: request.now, in: source.zone)
    return Page(title: "Teams", tab: .teams, content: PageContent("teams/list", content))
  }

  private func team(_ id: Int, of league: LeagueID, _ request: PageRequest) async throws -> Page {
    let teams = try await source.teams(of: league).value.teams.filter { $0.league == league }
    guard let listed = teams.first(where: { $0.id == id }) else {
      throw Fault(.lookupUnknownName, "no team of \(LeaguePages.name(of: league)) has the id \(id)")
    }
    let answer = try await source.team(listed.abbreviation ?? listed.name, of: league)
    let viewer = TeamGame.Viewer(
      team: id, now: request.now, zone: source.zone, preferences: request.preferences,
      abbreviations: Dictionary(teams.map { ($0.id, $0.abbreviation ?? "") }) { first, _ in first })
    var content = TeamPage(answer.value, for: viewer, listedBy: source.playerService(of: league))
    content.notes = AnswerNotes(answer, at: request.now, in: source.zone)
    do {
      let today = CivilDate.ofSeason(at: request.now).daysSinceEpoch
      let games = try await source.games(
        ofTeam: id, of: league, from: CivilDate(daysSinceEpoch: today - Self.days),
        to: CivilDate(daysSinceEpoch: today + Self.days))
      content.add(games.value, for: viewer)
    } catch let fault as Fault {
      // The roster is of use without the games.
      content.notes?.warnings.append("The games are missing: \(fault.message)".asSentence)
    }
    return Page(title: content.name, tab: .teams, content: PageContent("teams/team", content))
  }

  /// Days before and after today in which games are looked for. In every fortnight of a season there are five.
  private static let days = 16
}
