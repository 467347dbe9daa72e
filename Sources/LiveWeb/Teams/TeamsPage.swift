internal import LiveCore
internal import LiveModel

/// The value of the template `teams/list`.
struct TeamsPage: Sendable {
  /// The first part of the addresses: `mlb`.
  var site: String
  /// The other leagues with such a page; empty if there is only one.
  var leagues: [LeaguePages.Choice]
  var hasLeagues: Bool
  /// `Standings of 2026`; nil if they are hidden or unknown.
  var season: String?
  var divisions: [Division]
  var notes: AnswerNotes?
  /// Whether the records are left out because the viewer hides scores.
  var isHidden: Bool

  struct Division: Sendable {
    /// A part of an element's id.
    var key: String
    var division: String
    var hasStandings: Bool
    var rows: [Row]
  }

  struct Row: Sendable {
    var id: Int
    var name: String
    /// Class of the team's colour.
    var bar: String
    var record: String
    var behind: String
    var streak: String
    var star: FavouriteStar
  }

  init(_ answer: TeamsAnswer, _ pages: LeaguePages, for preferences: Preferences) {
    (site, leagues, hasLeagues) = (pages.site, pages.choices, !pages.choices.isEmpty)
    isHidden = preferences.hidesScores
    let showsStandings = !isHidden && answer.teams.contains { $0.standing?.hasPlayed == true }
    season = showsStandings ? answer.season.map { "Standings of \($0)" } : nil
    var divisions: [Division] = []
    for team in answer.teams {
      let name = team.division ?? "Teams"
      if divisions.last?.division != name {
        divisions.append(Division(key: "d\(divisions.count)", division: name, hasStandings: showsStandings, rows: []))
      }
      divisions[divisions.count - 1].rows.append(Row(team, for: preferences))
    }
    if isHidden {
      // The order would give the standings away.
      for index in divisions.indices { divisions[index].rows.sort { $0.name < $1.name } }
    }
    self.divisions = divisions
  }
}

extension TeamsPage.Row {
  init(_ team: TeamListing, for preferences: Preferences) {
    let standing = preferences.hidesScores ? nil : team.standing
    self.init(
      id: team.id, name: team.name, bar: TeamBar.name(of: team.abbreviation, in: team.league),
      record: standing?.record.description ?? "", behind: standing?.gamesBehind.map { $0 == "-" ? "–" : $0 } ?? "",
      streak: standing?.streak ?? "",
      star: FavouriteStar(team, for: preferences, back: "/\(team.league.rawValue)/teams"))
    star.isSmall = true
  }
}

/// The form that adds a team to the favourites or removes it, for the template `teams/star`.
struct FavouriteStar: Sendable {
  /// `mlb/136`.
  var key: String
  var teamName: String
  var isFavourite: Bool
  /// The new state: 1 for a favourite.
  var on: String
  /// The page to which the form returns, below the prefix.
  var back: String
  /// Whether only the star is shown.
  var isSmall = false

  init(_ team: TeamListing, for preferences: Preferences, back: String) {
    self.init(team.league, team.id, team.name, for: preferences, back: back)
  }

  init(_ league: LeagueID, _ team: Int, _ name: String, for preferences: Preferences, back: String) {
    self.init("\(league.rawValue)/\(team)", name, for: preferences, back: back)
  }

  init(_ key: String, _ name: String, for preferences: Preferences, back: String) {
    (self.key, teamName, self.back) = (key, name, back)
    isFavourite = preferences.favourites.contains(key)
    on = isFavourite ? "0" : "1"
  }
}
