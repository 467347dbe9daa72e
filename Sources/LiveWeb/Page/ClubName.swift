internal import LiveModel

/// The names of a club.
enum ClubName {
  /// Returns the name without the place, as on a scoreboard: `Red Sox`. The whole name if it has one word.
  static func short(of club: GameSummary.Club) -> String {
    guard let name = club.name else { return club.abbreviation ?? "To be determined" }
    let words = name.split(separator: " ")
    let count = ["Sox", "Jays"].contains(words.last) ? 2 : 1
    return words.suffix(count).joined(separator: " ")
  }

  /// Returns the whole name: `Boston Red Sox`.
  static func whole(of club: GameSummary.Club) -> String { club.name ?? club.abbreviation ?? "a team to be determined" }
}
