internal import LiveModel

/// A team of `/v1/teams`. The service also lists 15 clubs of long ago, whose conference is blank.
struct BalldontlieTeam: BalldontlieRow {
  /// The service's id, which is not the feed's.
  let id: Int
  /// The club of today; nil for one of long ago, some of which have the abbreviation of a club of today.
  let club: NBAClub?
  /// `Waterloo Hawks`.
  let name: String?

  init?(_ row: LenientObject) {
    guard let id = row.balldontlieID else { return nil }
    self.id = id
    name = row.words("full_name") ?? row.words("name")
    club = row.words("conference") == nil ? nil : row.words("abbreviation").flatMap(NBAClubs.club)
  }

  /// The team as a member of a player.
  var member: GameSummary.Club? { club?.member ?? name.map { GameSummary.Club(name: $0) } }

  /// Decodes the teams of today with the service's ids, by the abbreviation of the feed.
  static func ids(in answer: [UInt8]) throws -> [String: Int] {
    let rows = try BalldontliePage<BalldontlieTeam>(answer).rows.rows
    return Dictionary(rows.compactMap { row in row.club.map { ($0.abbreviation, row.id) } }) { first, _ in first }
  }
}
