internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// The choices of a scoreboard's visitor.
struct ScoreChoice: Sendable {
  var date: CivilDate
  /// Whether the date was asked for.
  var isDated: Bool
  /// Whether it is the season's present day.
  var isToday: Bool
  var only: ScoreFilter
  var viewer: GameRow.Viewer
  /// Ids of the favourite teams, and names of the followed ones if there are no favourites: `BOS`, `nba/BOS`.
  var favourites: Set<Int> = []
  var followed: Set<String> = []

  /// Returns whether a game is of one of the visitor's teams.
  func isMine(_ game: ScoreboardGame) -> Bool {
    [game.summary.game.away, game.summary.game.home].contains { club in
      club.id.map(favourites.contains) ?? false
        || club.abbreviation.map { isFollowed($0, in: game.summary.league) } ?? false
    }
  }

  /// The leagues, for the names of their teams.
  private static let leagues = Leagues([Baseball(), Basketball()])

  private func isFollowed(_ abbreviation: String, in league: LeagueID) -> Bool {
    let name = Self.leagues.name(of: abbreviation, in: league)
    return followed.contains(name) || followed.contains("\(league.rawValue)/\(abbreviation)")
  }

  /// Returns the query of a link that keeps the choices but one.
  func query(date: CivilDate? = nil, only: ScoreFilter? = nil, hidesScores: Bool? = nil) -> String {
    let day = date ?? (isDated ? self.date : nil)
    let filter = only ?? self.only
    let asked = viewer.preferences.asked.filter { hidesScores == nil || !$0.hasPrefix("scores=") }
    let parts = [
      day.map { "date=\($0)" }, filter == .all ? nil : "only=\(filter.rawValue)",
      hidesScores.map { "scores=\($0 ? "hidden" : "shown")" },
    ]
    return (parts.compactMap(\.self) + asked).joined(separator: "&")
  }
}
