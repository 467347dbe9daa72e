/// Names of teams in the configuration and in requests: `LAD`, or `nba/BOS` with the league.
///
/// Two leagues may use one abbreviation for different clubs. Without a league it is that of the first league which has
/// it, so that a configuration keeps its meaning when a league is added.
extension Leagues {
  /// Returns the league and the abbreviation in a name; nil for a name without a known league.
  package func qualified(_ name: String) -> (league: LeagueID, abbreviation: String)? {
    guard let slash = name.firstIndex(of: "/") else { return nil }
    let prefix = name[..<slash].lowercased()
    guard let league = ids.first(where: { $0.rawValue == prefix }) else { return nil }
    return (league, String(name[name.index(after: slash)...]))
  }

  /// Returns the first league that has a club with the abbreviation; nil if none has.
  package func owner(of abbreviation: String) -> LeagueID? {
    ids.first { clubsByAbbreviation[$0]?[abbreviation] != nil }
  }

  /// Returns the league and the club of a name; nil for an unknown one.
  package func club(named name: String) -> (league: LeagueID, club: Club)? {
    let known = qualified(name) ?? owner(of: name).map { ($0, name) }
    return known.flatMap { known in
      clubsByAbbreviation[known.league]?[known.abbreviation].map { (known.league, $0) }
    }
  }

  /// Returns the name of a club's abbreviation: with the league, if an earlier league has it too.
  package func name(of abbreviation: String, in league: LeagueID) -> String {
    owner(of: abbreviation) == league ? abbreviation : "\(league.rawValue)/\(abbreviation)"
  }

  /// Returns every name of a club, with its league and without it where that is the same.
  package func names(of club: Club, in league: LeagueID) -> [String] {
    club.abbreviations.flatMap { abbreviation in
      let full = "\(league.rawValue)/\(abbreviation)"
      return owner(of: abbreviation) == league ? [abbreviation, full] : [full]
    }
  }

  /// Every name of every club.
  package var teamNames: [String] { all.flatMap { league in league.clubs.flatMap { names(of: $0, in: league.id) } } }

  /// Returns the name, among all these leagues, of a team that is named among `some` of them. Returns a name that none of
  /// them has unchanged.
  package func name(of name: String, among some: Leagues) -> String {
    guard some.qualified(name) == nil, let league = some.owner(of: name) else { return name }
    return self.name(of: name, in: league)
  }

  /// Returns the name of a club by any of its names, `LAL` for `nba/LAL`; an unknown one stays as it is.
  package func currentName(_ name: String) -> String {
    guard let (league, abbreviation) = qualified(name) ?? owner(of: name).map({ ($0, name) }) else { return name }
    return self.name(of: currentAbbreviation(abbreviation, in: league), in: league)
  }

  /// Returns the other leagues whose clubs have the abbreviation of a name without a league, and their names for it.
  package func others(named name: String) -> [(league: LeagueID, name: String)] {
    guard let owner = owner(of: name) else { return [] }
    return ids.filter { $0 != owner && clubsByAbbreviation[$0]?[name] != nil }.map { ($0, "\($0.rawValue)/\(name)") }
  }
}
