internal import LiveMLB
internal import LiveModel
internal import LiveNBA

/// The names of a club.
enum ClubName {
  /// Nicknames of two words.
  private static let long = ["Red Sox", "White Sox", "Blue Jays", "Trail Blazers"]

  /// Returns the nickname of a club of a league, as on a scoreboard: `Red Sox`; the whole name of another team.
  static func short(of club: GameSummary.Club) -> String {
    guard let name = club.name, !name.isEmpty else { return club.abbreviation ?? "To be determined" }
    return nicknames[name] ?? name
  }

  /// Returns the whole name: `Boston Red Sox`.
  static func whole(of club: GameSummary.Club) -> String { club.name ?? club.abbreviation ?? "a team to be determined" }

  /// The nicknames by whole name.
  private static let nicknames: [String: String] = {
    // A team without a colour is a national team.
    let names = (Baseball().clubs + Basketball().clubs).filter { $0.colour != .neutral }.map(\.name)
    return Dictionary(
      names.map { name in
        (name, long.first(where: name.hasSuffix) ?? name.split(separator: " ").last.map(String.init) ?? name)
      }
    ) { first, _ in first }
  }()
}
