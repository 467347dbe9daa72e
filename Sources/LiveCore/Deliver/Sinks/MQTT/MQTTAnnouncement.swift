internal import LiveModel

/// The messages beside events that the present connection has been told.
struct MQTTAnnouncement: Equatable, Sendable {
  /// The number of the connection; nil before the first.
  var connection: Int?
  /// The teams that are followed by name.
  var teams: Set<FollowedTeam> = []
  /// Whether everything is followed, because nothing is named. Every team then has topics, and none a device.
  var isOfEverything = false
  /// Whether the source of each league can be trusted.
  var sources: [LeagueID: Bool] = [:]
  var next: [FollowedTeam: MQTTNextGame] = [:]

  /// Returns whether the state of a team is retained. That of the opponents of followed teams is not: nobody would
  /// remove it.
  func showsState(of team: FollowedTeam) -> Bool { isOfEverything || teams.contains(team) }
}

/// The devices of a sink as its broker keeps them, to remove those that are no longer followed.
enum MQTTDeviceList {
  /// Returns the payload: `mlb/BOS nba/BOS`.
  static func payload(of teams: some Sequence<FollowedTeam>) -> [UInt8] {
    Array(teams.map { "\($0.league.rawValue)/\($0.abbreviation)" }.sorted().joined(separator: " ").utf8)
  }

  /// Returns the teams of a payload, without their names.
  static func teams(_ payload: [UInt8]) -> [FollowedTeam] {
    String(decoding: payload, as: UTF8.self).split(separator: " ").compactMap { name in
      let parts = name.split(separator: "/")
      guard parts.count == 2 else { return nil }
      return FollowedTeam(league: LeagueID(rawValue: String(parts[0])), abbreviation: String(parts[1]), name: "")
    }
  }
}
