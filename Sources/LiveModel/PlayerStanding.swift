/// A league's present information about a player, apart from all games.
package struct PlayerStanding: Equatable, Sendable {
  package var id: Int
  /// Nil where the answer has none.
  package var name: String?
  /// Whether the league knows a team of his; nil where the answer cannot be read.
  package var isActive: Bool?
  /// The name of his team, which may be one of a lower league.
  package var team: String?

  package init(id: Int, name: String? = nil, isActive: Bool? = nil, team: String? = nil) {
    (self.id, self.name, self.isActive, self.team) = (id, name, isActive, team)
  }
}

extension League {
  /// Nil: most leagues' sources are asked about games only.
  package func playerStandingsRequest(of ids: [Int]) -> HTTPRequest? { nil }

  /// Empty.
  package func playerStandings(in body: [UInt8]) throws -> [PlayerStanding] { [] }
}
