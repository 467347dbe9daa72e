internal import LiveCore
package import LiveModel

/// The games of a team for calendar programs: `/mlb/teams/136.ics`.
package struct CalendarSection: PageSection {
  private let source: any PageSource

  /// Days before and after today whose games are in the calendar.
  private static let days = (before: 30, after: 200)
  /// For how many seconds a program may keep the calendar.
  private static let maxAge = 3600

  package init(source: any PageSource) { self.source = source }

  package func answer(to request: PageRequest) async throws -> PageAnswer? {
    guard request.path.count == 3, request.path[2].hasSuffix(".ics"),
      let league = source.league(of: request.path, page: "teams"),
      let id = Int(request.path[2].dropLast(4), in: 1...(1 << 53))
    else { return nil }
    let team = try await source.teams(of: league).value.teams.first { $0.league == league && $0.id == id }
    guard let team else {
      throw Fault(.lookupUnknownName, "no team of \(LeaguePages.name(of: league)) has the id \(id)")
    }
    let today = CivilDate.ofSeason(at: request.now).daysSinceEpoch
    let games = try await source.games(
      ofTeam: id, of: league, from: CivilDate(daysSinceEpoch: today - Self.days.before),
      to: CivilDate(daysSinceEpoch: today + Self.days.after))
    let calendar = TeamCalendar(team: team.name, games: games.value, confirmed: games.confirmed)
    return .file(bytes: Array(calendar.text.utf8), type: "text/calendar; charset=utf-8", maxAge: Self.maxAge)
  }

  package func scene(of view: LiveView, after cursor: Int?, at now: Timestamp) async throws -> LiveScene? { nil }
}
