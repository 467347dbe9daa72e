internal import LiveModel

/// Clubs by any of their abbreviations.
struct ClubNames: Sendable {
  private let leagues: Leagues
  private let names: Set<String>
  /// The current abbreviations in each league. Two leagues may use one abbreviation for different clubs.
  private let current: [LeagueID: Set<String>]

  init(_ names: [String], _ leagues: Leagues) {
    (self.leagues, self.names) = (leagues, Set(names))
    current = Dictionary(
      leagues.ids.map { id in (id, Set(names.map { leagues.currentAbbreviation($0, in: id) })) }
    ) { first, _ in first }
  }

  func contains(_ abbreviation: String, in league: LeagueID) -> Bool {
    (current[league] ?? names).contains(leagues.currentAbbreviation(abbreviation, in: league))
  }
}
