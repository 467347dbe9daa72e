internal import LiveModel

/// One team of `/api/v1/teams`.
struct MLBTeamRow: MLBRow {
  static let list = "teams"
  /// Value of the `fields` parameter: all names on the path to the read values, ancestors included.
  static let fields = ["teams", "id", "name", "abbreviation", "division", "league", "venue", "sport"]

  private var id: Int
  private var name: Lenient<String>?
  private var abbreviation: Lenient<String>?
  private var division: Lenient<MLBNamed>?
  private var league: Lenient<MLBNamed>?
  private var venue: Lenient<MLBNamed>?
  private var sport: Lenient<MLBNamed>?

  /// Decodes the teams of a sport. A team whose sport is not given counts as one of it.
  static func teams(in body: [UInt8], ofSport wanted: Int) throws -> RowsRead<TeamListing> {
    let read = try MLBRows<MLBTeamRow>.read(body) { row in row.listing.map { ($0, row.sport?.value?.id?.value) } }
    var teams = RowsRead(read.rows.filter { $0.1 == nil || $0.1 == wanted }.map(\.0))
    (teams.unreadable, teams.reason) = (read.unreadable, read.reason)
    return teams
  }

  private var listing: TeamListing? {
    guard Int.statsAPIIDs.contains(id) else { return nil }
    let group = [division, league].lazy.compactMap { $0?.value?.name?.value }.first
    return TeamListing(
      league: .mlb, id: id, abbreviation: abbreviation?.value, name: name?.value ?? abbreviation?.value ?? "\(id)",
      division: group, venue: venue?.value?.name?.value)
  }
}

/// One division of `/api/v1/standings`.
struct MLBStandingsRow: MLBRow {
  static let list = "records"
  static let fields = [
    "records", "teamRecords", "team", "id", "leagueRecord", "wins", "losses", "ties", "divisionRank", "gamesBack",
    "streak", "streakCode",
  ]

  private var teamRecords: [Lenient<Team>]

  private struct Team: Decodable {
    var team: MLBNamed
    var leagueRecord: Lenient<TeamRecord>?
    var divisionRank: Lenient<String>?
    var gamesBack: Lenient<String>?
    var streak: Lenient<Streak>?
  }

  private struct Streak: Decodable {
    var streakCode: String?
  }

  /// Decodes the standings by the ids of the teams. Throws like `MLBRows.read(_:_:)`.
  static func standings(in body: [UInt8]) throws -> [Int: TeamStanding] {
    let divisions = try MLBRows<MLBStandingsRow>.read(body) { $0.standings }.rows
    return Dictionary(divisions.flatMap { $0 }) { first, _ in first }
  }

  private var standings: [(Int, TeamStanding)] {
    teamRecords.compactMap(\.value).compactMap { row in
      guard let id = row.team.id?.value, let record = row.leagueRecord?.value else { return nil }
      return (
        id,
        TeamStanding(
          record, rank: row.divisionRank?.value.flatMap { Int($0, in: 1...1000) },
          gamesBehind: row.gamesBack?.value, streak: row.streak?.value?.streakCode)
      )
    }
  }
}
