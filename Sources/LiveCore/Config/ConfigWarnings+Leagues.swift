internal import LiveModel

/// Looks for teams of another league than the one that may be meant, and for a league without a followed team.
extension ConfigWarnings {
  /// Warns of abbreviations that a second league has too, while its games are followed.
  mutating func warnOfSharedNames(_ followed: [(name: String, place: Fault.Place)]) {
    warnOfSharedNames(followed, among: .known)
    for route in routes {
      let leagues = Leagues.known.named(route.rule.conditions.leagues)
      for key in [ConditionKey.teams, .batting, .pitching] {
        warnOfSharedNames(route.elements[key] ?? [], among: leagues)
      }
    }
  }

  private mutating func warnOfSharedNames(
    _ names: [(name: String, place: Fault.Place)], among leagues: Leagues
  ) {
    for (text, place) in names where all.count < Self.most {
      let name = text.uppercased()
      guard let owner = leagues.owner(of: name),
        let other = leagues.others(named: name).first(where: { $0.league != owner && hasGames(of: $0.league) })
      else { continue }
      let full = "\(owner.rawValue)/\(name)"
      warn(
        .configSharedName, "'\(name)' means \(full) here; the \(other.league.rawValue.uppercased()) has a \(name) too",
        at: place, hint: "write '\(other.name)' or '\(full)'")
    }
  }

  /// Returns whether the configuration turns a league on, or follows one of its teams.
  private func hasGames(of league: LeagueID) -> Bool {
    league == Self.optional && config.nba.enabled == true
      || ClubNames(config.follow.teams, .known).hasClub(of: league)
  }

  /// Warns of a league that is turned on while only teams of others are followed.
  mutating func warnOfLeagueWithoutTeams(at place: Fault.Place?) {
    guard config.nba.enabled == true, !config.follow.teams.isEmpty, config.follow.players.isEmpty,
      !ClubNames(config.follow.teams, .known).hasClub(of: Self.optional)
    else { return }
    let league = Self.optional.rawValue
    warn(
      .configUnfollowedLeague,
      "no \(league.uppercased()) game is followed, because 'follow.teams' has none of its teams", at: place,
      hint: "add its teams to 'follow.teams', as in '\(league)/BOS', or remove 'source.\(league).enabled'")
    leagueWithoutTeams = all.last
  }

  /// The league that a configuration can turn on.
  static let optional = LeagueID(rawValue: "nba")
}

extension Fault.Code {
  static let configSharedName = Fault.Code("config.shared-name")
  static let configUnfollowedLeague = Fault.Code("config.unfollowed-league")
}
