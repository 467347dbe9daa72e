internal import LiveModel

/// The facts about the daemon that a sink can show beside events.
struct SinkSurroundings: Sendable {
  /// The followed teams by name, in the order of the configuration; none if everything is followed.
  var teams: @Sendable () -> [FollowedTeam] = { [] }
  /// Whether everything is followed, because nothing is named.
  var followsEverything: @Sendable () -> Bool = { true }
  /// The leagues that are asked, and whether what their source says can be trusted now.
  var sources: @Sendable () -> [LeagueID: Bool] = { [:] }
  /// The games of the schedule.
  var games: @Sendable () -> [GameSummary] = { [] }
}

/// A team that is followed by name.
struct FollowedTeam: Hashable, Sendable {
  var league: LeagueID
  /// The current abbreviation.
  var abbreviation: String
  var name: String

  /// Compares the clubs. The name may be that of the configuration or that of the feed.
  static func == (left: Self, right: Self) -> Bool {
    left.league == right.league && left.abbreviation == right.abbreviation
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(league)
    hasher.combine(abbreviation)
  }
}
