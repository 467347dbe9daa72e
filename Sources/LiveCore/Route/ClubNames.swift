internal import LiveModel

/// Clubs by any of their names: an abbreviation, or `nba/BOS` with the league.
struct ClubNames: Sendable {
  private let leagues: Leagues
  /// The names that no league has; they may be of another version.
  private let unknown: Set<String>
  /// The current abbreviations in each league.
  private var current: [LeagueID: Set<String>] = [:]

  /// Creates the names. A name without a league is that of the first of `leagues` which has it.
  init(_ names: [String], _ leagues: Leagues) {
    self.leagues = leagues
    var unknown: Set<String> = []
    for name in names {
      if let (league, abbreviation) = leagues.qualified(name) {
        current[league, default: []].insert(leagues.currentAbbreviation(abbreviation, in: league))
      } else if let league = leagues.owner(of: name) {
        current[league, default: []].insert(leagues.currentAbbreviation(name, in: league))
      } else {
        unknown.insert(name)
      }
    }
    self.unknown = unknown
  }

  /// Returns whether a club of this league is among them.
  func contains(_ abbreviation: String, in league: LeagueID) -> Bool {
    unknown.contains(abbreviation)
      || current[league]?.contains(leagues.currentAbbreviation(abbreviation, in: league)) == true
  }

  /// Returns whether they name a club of this league.
  func hasClub(of league: LeagueID) -> Bool { current[league] != nil }
}
