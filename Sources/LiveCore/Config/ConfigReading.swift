public import LiveModel

/// The files of a configuration, and what may be a mistake in them. All values are equal, since they are not part of the
/// configuration's meaning.
public struct ConfigReading: Sendable, Equatable {
  /// The main file and its drop-ins, in the order in which they were read; empty for the built-in defaults.
  public internal(set) var files: [String] = []
  /// Valid settings that do not do what they seem to do, sorted by file and line.
  public internal(set) var warnings: [Fault] = []
  /// The place of each sink's last entry, by name.
  var sinkPlaces: [String: Fault.Place] = [:]
  /// The names of players in `follow` and in routes, with their places.
  var playerNames: [(name: String, place: Fault.Place)] = []

  /// The elements of `follow.teams` and `follow.players` as they are written, with their places.
  var (followedTeams, followedPlayers): ([(name: String, place: Fault.Place)], [(name: String, place: Fault.Place)]) =
    ([], [])
  /// The place of `follow.group`.
  var followGroup: Fault.Place?
  /// The warnings about routes for teams that are not followed, with these teams.
  var unfollowedTeams: [(warning: Fault, teams: [String])] = []
  /// The warning about a league that is on and has no followed team.
  var leagueWithoutTeams: Fault?
  /// The warnings about sinks that show nothing because no team is followed by name.
  var sinksWithoutTeams: [Fault] = []

  /// Returns the warnings that hold when teams and players are followed besides those of the files.
  func warnings(alsoFollowing teams: [String], players: [PlayerName]) -> [Fault] {
    guard !teams.isEmpty || !players.isEmpty else { return warnings }
    let names = ClubNames(teams, .known)
    let answered = unfollowedTeams.filter { _, wanted in
      !players.isEmpty || wanted.contains { team in Leagues.known.ids.contains { names.contains(team, in: $0) } }
    }
    var settled = answered.map(\.warning)
    if let warning = leagueWithoutTeams, !players.isEmpty || names.hasClub(of: ConfigWarnings.optional) {
      settled.append(warning)
    }
    if !teams.isEmpty { settled += sinksWithoutTeams }
    return warnings.filter { !settled.contains($0) }
  }

  /// Always true.
  public static func == (left: ConfigReading, right: ConfigReading) -> Bool { true }
}
