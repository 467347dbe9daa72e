internal import LiveModel

/// One person of `/api/v1/people`, of a season's players or of a roster. Only the id is required.
struct MLBPerson: MLBRow {
  static let list = "people"
  /// Value of the `fields` parameter for a list of players.
  static let fields = [
    "people", "id", "fullName", "firstName", "lastName", "primaryNumber", "currentTeam", "name", "abbreviation",
    "primaryPosition", "code", "type",
  ]

  private var id: Int
  private var fullName: Lenient<String>?
  private var firstName: Lenient<String>?
  private var lastName: Lenient<String>?
  private var primaryNumber: Lenient<String>?
  private var currentTeam: Lenient<MLBNamed>?
  private var primaryPosition: Lenient<MLBPosition>?

  /// Decodes the players of a season.
  static func players(in body: [UInt8]) throws -> RowsRead<PlayerListing> {
    try MLBRows<MLBPerson>.read(body) { $0.listing() }
  }

  /// Returns the player; nil without a valid id. A roster has its own number and position.
  func listing(number: String? = nil, position: MLBPosition? = nil) -> PlayerListing? {
    guard Int.statsAPIIDs.contains(id) else { return nil }
    let team = currentTeam?.value.map { team in
      GameSummary.Club(id: team.id?.value, abbreviation: team.abbreviation?.value, name: team.name?.value)
    }
    return PlayerListing(
      league: .mlb, id: id, name: fullName?.value ?? lastName?.value ?? "\(id)", firstName: firstName?.value,
      lastName: lastName?.value, number: number ?? primaryNumber?.value,
      position: (position ?? primaryPosition?.value)?.position, team: team)
  }
}

/// One place of `/api/v1/teams/<id>/roster` with `hydrate=person`.
struct MLBRosterRow: MLBRow {
  static let list = "roster"
  static let fields = [
    "roster", "person", "id", "fullName", "firstName", "lastName", "primaryNumber", "jerseyNumber", "position", "code",
    "name", "type", "abbreviation",
  ]

  private var person: MLBPerson
  private var jerseyNumber: Lenient<String>?
  private var position: Lenient<MLBPosition>?

  /// Decodes a roster.
  static func roster(in body: [UInt8]) throws -> RowsRead<PlayerListing> {
    try MLBRows<MLBRosterRow>.read(body) { row in
      row.person.listing(number: row.jerseyNumber?.value?.nonEmpty, position: row.position?.value)
    }
  }
}

/// A position: `{"code":"6","name":"Shortstop","type":"Infielder","abbreviation":"SS"}`.
struct MLBPosition: Decodable {
  private var code: Lenient<String>?
  private var name: Lenient<String>?
  private var type: Lenient<String>?
  private var abbreviation: Lenient<String>?

  /// Codes in the order in which a roster lists positions.
  private static let order = ["1", "Y", "2", "3", "4", "5", "6", "I", "7", "8", "9", "O", "10", "11", "12"]

  /// Nil without an abbreviation.
  var position: PlayerPosition? {
    abbreviation?.value.map { text in
      PlayerPosition(
        text, name: name?.value, group: type?.value,
        rank: code?.value.flatMap(Self.order.firstIndex) ?? Self.order.count)
    }
  }
}

extension String {
  /// The text; nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
