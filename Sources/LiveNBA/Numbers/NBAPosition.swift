package import LiveModel

/// Positions of basketball, as the feed and balldontlie abbreviate them.
package enum NBAPosition {
  /// The names by which people select players.
  package static let names: [PositionName] = [
    PositionName("G", "guard", "guards", covers: ["G", "PG", "SG", "G-F", "F-G"]),
    PositionName("F", "forward", "forwards", covers: ["F", "SF", "PF", "F-G", "G-F", "F-C", "C-F"]),
    PositionName("C", "center", "centers", covers: ["C", "C-F", "F-C"]),
  ]

  private static let ordered: [(abbreviation: String, name: String)] = [
    ("PG", "Point Guard"), ("SG", "Shooting Guard"), ("G", "Guard"), ("G-F", "Guard-Forward"),
    ("F-G", "Forward-Guard"), ("SF", "Small Forward"), ("PF", "Power Forward"), ("F", "Forward"),
    ("F-C", "Forward-Center"), ("C-F", "Center-Forward"), ("C", "Center"),
  ]

  /// The kind of position by the first letter of the whole name.
  private static let groups: [Character: String] = ["G": "Guard", "F": "Forward", "C": "Center"]

  /// Returns the position with an abbreviation; of an unknown one only that.
  static func position(_ abbreviation: String) -> PlayerPosition {
    guard let rank = ordered.firstIndex(where: { $0.abbreviation == abbreviation }) else {
      return PlayerPosition(abbreviation, rank: ordered.count)
    }
    // The last letter of the first word tells the kind: `SG` is a guard, `PF` and `F-C` are forwards.
    let kind = abbreviation.split(separator: "-").first?.last.flatMap { groups[$0] }
    return PlayerPosition(abbreviation, name: ordered[rank].name, group: kind, rank: rank)
  }
}
