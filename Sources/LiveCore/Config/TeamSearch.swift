package import LiveModel

/// Finds the club that a person means by a city, a name or an abbreviation, with or without its league.
package struct TeamSearch: Sendable {
  package enum Result {
    case one(Match)
    /// Several clubs have this city or name, such as `New York`.
    case several([Match])
    case none
  }

  /// A club that was found.
  package struct Match: Sendable {
    package var league: LeagueID
    package var club: Club
    /// The name of the club in a configuration: its abbreviation, or `nba/BOS` where an earlier league has that too.
    package var name: String
    /// The same for each abbreviation of the club.
    package var names: [String]
  }

  /// The clubs of one league by each of their abbreviations, and by each of their names, folded. The keys are in the order
  /// of the clubs.
  private struct Part {
    let league: LeagueID
    let abbreviations, names: Index

    func find(_ wanted: String) -> [Match] {
      abbreviations.clubs[wanted].map { Array($0.prefix(1)) } ?? names.clubs[wanted] ?? []
    }
  }

  private let leagues: Leagues
  private let parts: [Part]

  /// The clubs of all leagues.
  package static let known = TeamSearch(.known)

  package init(_ leagues: Leagues) {
    self.leagues = leagues
    parts = leagues.all.map { league in
      let matches = league.clubs.map { club in
        Match(
          league: league.id, club: club, name: leagues.name(of: club.abbreviation, in: league.id),
          names: club.abbreviations.map { leagues.name(of: $0, in: league.id) })
      }
      return Part(
        league: league.id, abbreviations: Index(matches.map { (Set($0.club.abbreviations.map(Self.folded)), $0) }),
        names: Index(matches.map { (Self.names(of: $0.club), $0) }))
    }
  }

  /// Returns the clubs with the name. A club has its abbreviations, its whole name, the words at the beginning or the end of
  /// it, and its nicknames. Case, accents, spaces, hyphens, apostrophes and full stops make no difference.
  ///
  /// `nba/celtics` names the league. Without one, the first league that has such a club counts.
  package func find(_ text: String) -> Result {
    let (league, name) = leagues.qualified(text).map { ($0.league, $0.abbreviation) } ?? (nil, text)
    let wanted = Self.folded(name)
    let found = parts.filter { league == nil || $0.league == league }.map { $0.find(wanted) }.filter { !$0.isEmpty }
    guard let first = found.first else { return .none }
    return first.count == 1 ? .one(first[0]) : .several(found.flatMap(\.self))
  }

  /// Returns the clubs with the abbreviation or the name that has the fewest typing errors; none if all differ too much.
  package func near(_ text: String) -> [Match] {
    let keys = parts.flatMap { $0.abbreviations.keys + $0.names.keys }
    guard let nearest = Suggestion.nearest(to: Self.folded(text), among: keys) else { return [] }
    return parts.lazy.compactMap { $0.abbreviations.clubs[nearest] ?? $0.names.clubs[nearest] }.first ?? []
  }

  private struct Index {
    private(set) var keys: [String] = []
    private(set) var clubs: [String: [Match]] = [:]

    init(_ entries: [(names: Set<String>, club: Match)]) {
      for (names, club) in entries {
        for name in names.sorted() {
          if clubs[name] == nil { keys.append(name) }
          clubs[name, default: []].append(club)
        }
      }
    }
  }

  private static func names(of club: Club) -> Set<String> {
    let words = club.name.split(separator: " ")
    let parts = words.indices.flatMap { [words[...$0].joined(), words[$0...].joined()] }
    return Set((parts + club.nicknames).map(folded))
  }

  private static func folded(_ text: String) -> String {
    FoldedName(text).text.filter { $0.isLetter || $0.isNumber }
  }
}
