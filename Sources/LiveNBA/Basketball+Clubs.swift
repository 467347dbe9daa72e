internal import LiveModel

extension Basketball {
  static let allClubs = NBAClubs.all.map(\.club)

  /// Returns the team with the league's number; nil for another one.
  static func team(_ id: Int) -> Team? { teams[id] }

  private static let teams = Dictionary(
    NBAClubs.all.map { ($0.id, Team(id: $0.id, abbreviation: $0.abbreviation, name: $0.club.name)) }
  ) { first, _ in first }
}
