/// One team of a season, as the league lists it. Unknown values are nil and are omitted from the JSON.
package struct TeamListing: Equatable, Sendable {
  package var league: LeagueID
  package var id: Int
  package var abbreviation: String?
  package var name: String
  /// The division or conference: `American League East`.
  package var division: String?
  /// The place of its home games.
  package var venue: String?
  package var standing: TeamStanding?

  package init(
    league: LeagueID, id: Int, abbreviation: String? = nil, name: String, division: String? = nil,
    venue: String? = nil, standing: TeamStanding? = nil
  ) {
    (self.league, self.id, self.abbreviation, self.name) = (league, id, abbreviation, name)
    (self.division, self.venue, self.standing) = (division, venue, standing)
  }

  /// The team as a member of a game or a player.
  package var club: GameSummary.Club { GameSummary.Club(id: id, abbreviation: abbreviation, name: name) }
}

extension TeamListing: Codable {
  private enum CodingKeys: String, CodingKey { case league, id, abbreviation, name, division, venue }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    league = try container.decode(LeagueID.self, forKey: .league)
    id = try container.decode(Int.self, forKey: .id)
    abbreviation = try container.decodeIfPresent(String.self, forKey: .abbreviation)
    name = try container.decode(String.self, forKey: .name)
    division = try container.decodeIfPresent(String.self, forKey: .division)
    venue = try container.decodeIfPresent(String.self, forKey: .venue)
    standing = try? TeamStanding(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(league, forKey: .league)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(abbreviation, forKey: .abbreviation)
    try container.encode(name, forKey: .name)
    try container.encodeIfPresent(division, forKey: .division)
    try container.encodeIfPresent(venue, forKey: .venue)
    try standing?.encode(to: encoder)
  }
}

/// The place of a team in its division.
package struct TeamStanding: Equatable, Sendable {
  package var record: TeamRecord
  /// From 1.
  package var rank: Int?
  /// The distance to the first, in the league's words: `5.0`, or `-` for the first.
  package var gamesBehind: String?
  /// The newest wins or losses in a row: `W3`.
  package var streak: String?

  package init(_ record: TeamRecord, rank: Int? = nil, gamesBehind: String? = nil, streak: String? = nil) {
    (self.record, self.rank, self.gamesBehind, self.streak) = (record, rank, gamesBehind, streak)
  }

  /// Whether the team has played.
  package var hasPlayed: Bool { record.wins != 0 || record.losses != 0 || (record.ties ?? 0) != 0 }
}

extension TeamStanding: Codable {
  private enum CodingKeys: String, CodingKey {
    case record, rank, streak
    case gamesBehind = "games_behind"
  }
}

/// The readable rows of a list that a league answers.
package struct RowsRead<Row: Sendable>: Sendable {
  package var rows: [Row]
  /// Number of unreadable rows, and the first reason.
  package var unreadable = 0
  package var reason: String?

  package init(_ rows: [Row] = []) { self.rows = rows }

  /// Counts a row that cannot be read.
  package mutating func note(_ reason: String) {
    unreadable += 1
    self.reason = self.reason ?? reason
  }
}

/// A list with rows, none of which can be read.
package struct UnreadableRows: Error, CustomStringConvertible {
  package var reason: String

  package init(reason: String) { self.reason = reason }

  package var description: String { "none of its rows can be read: \(reason)" }
}
