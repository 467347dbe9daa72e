/// One player of a season or a roster. Unknown values are nil and are omitted from the JSON.
package struct PlayerListing: Equatable, Sendable {
  package var league: LeagueID
  /// The number by which `service` knows the player.
  package var id: Int
  /// The service that gives the id; nil for the league's own, which events have.
  package var service: String?
  /// The name that the league uses: `Luis García Jr.`
  package var name: String
  /// Official first name, which may differ from that in `name`: `Michael` for Mike Trout.
  package var firstName: String?
  /// Last name, or all of several, without a suffix: `García`, `De La Cruz`.
  package var lastName: String?
  /// Number of the uniform. Text, because there are `0` and `00`.
  package var number: String?
  package var position: PlayerPosition?
  /// The present team.
  package var team: GameSummary.Club?
  /// Whether the player starts the game whose roster this is; nil for another list.
  package var isStarter: Bool?
  /// Why the player cannot play in the game whose roster this is, in the league's words: `Right Ankle; Sprain`. Nil for a
  /// player who can.
  package var absence: String?

  package init(
    league: LeagueID, id: Int, service: String? = nil, name: String, firstName: String? = nil, lastName: String? = nil,
    number: String? = nil, position: PlayerPosition? = nil, team: GameSummary.Club? = nil
  ) {
    (self.league, self.id, self.service, self.name) = (league, id, service, name)
    (self.firstName, self.lastName) = (firstName, lastName)
    (self.number, self.position, self.team) = (number, position, team)
  }

  /// The identity of a player among those of all leagues and services.
  package struct Key: Hashable, Sendable {
    private let league: LeagueID
    private let service: String?
    private let id: Int

    fileprivate init(_ player: PlayerListing) {
      (league, service, id) = (player.league, player.service, player.id)
    }
  }

  package var key: Key { Key(self) }

  /// Returns the players by last name, then by name. Of an unknown last name it is all behind the first word of the name.
  package static func byLastName(_ players: [PlayerListing]) -> [PlayerListing] {
    sorted(players) { _ in 0 }
  }

  /// Returns the players in the order of their positions, those of one position by last name.
  package static func byPosition(_ players: [PlayerListing]) -> [PlayerListing] {
    sorted(players) { $0.position?.rank ?? .max }
  }

  /// Returns the players by a rank, those of one rank by last name.
  package static func sorted(_ players: [PlayerListing], by rank: (PlayerListing) -> Int) -> [PlayerListing] {
    players.map { (place: Place(rank: rank($0), player: $0), player: $0) }.sorted { $0.place < $1.place }.map(\.player)
  }

  private struct Place: Comparable {
    var rank: Int
    var last: String
    var name: String
    var id: Int

    init(rank: Int, player: PlayerListing) {
      (self.rank, id) = (rank, player.id)
      name = FoldedName(player.name).text
      last =
        player.lastName.map { FoldedName($0).text } ?? name.split(separator: " ", maxSplits: 1).last.map(String.init)
        ?? name
    }

    static func < (left: Place, right: Place) -> Bool {
      (left.rank, left.last, left.name, left.id) < (right.rank, right.last, right.name, right.id)
    }
  }
}

extension PlayerListing: Codable {
  private enum CodingKeys: String, CodingKey {
    case league, id, service, name, number, position, team, absence
    case isStarter = "starter"
    case firstName = "first_name"
    case lastName = "last_name"
  }
}

/// A position, as the league names it.
package struct PlayerPosition: Equatable, Sendable {
  /// `SS`.
  package var abbreviation: String
  /// `Shortstop`.
  package var name: String?
  /// The kind of position: `Infielder`.
  package var group: String?
  /// Order among positions; not part of the JSON.
  package var rank = 0

  package init(_ abbreviation: String, name: String? = nil, group: String? = nil, rank: Int = 0) {
    (self.abbreviation, self.name, self.group, self.rank) = (abbreviation, name, group, rank)
  }
}

extension PlayerPosition: Codable {
  private enum CodingKeys: String, CodingKey { case abbreviation, name, group }
}

/// A name by which people select players of one or several positions.
package struct PositionName: Sendable {
  /// The abbreviation: `OF`.
  package let abbreviation: String
  /// Other names: `outfield`, `outfielder`.
  package let words: [String]
  /// The abbreviations that players of the position can have: `LF`, `CF`, `RF`, `OF`.
  package let covers: [String]

  package init(_ abbreviation: String, _ words: String..., covers: [String]? = nil) {
    (self.abbreviation, self.words, self.covers) = (abbreviation, words, covers ?? [abbreviation])
  }
}
