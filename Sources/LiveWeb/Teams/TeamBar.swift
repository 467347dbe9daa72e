internal import LiveModel

/// The coloured bar beside the name of a team.
enum TeamBar {
  /// Returns the class that gives an element the team's colour: `t-sea`, `t-nba-bos`; empty for an unknown team. Clubs of
  /// different leagues may have the same abbreviation.
  static func name(of abbreviation: String?, in league: LeagueID = LeagueID(rawValue: "mlb")) -> String {
    let letters = (abbreviation ?? "").lowercased().filter { $0.isASCII && $0.isLetter }
    guard !letters.isEmpty else { return "" }
    return league.rawValue == "mlb" ? "t-\(letters)" : "t-\(league.rawValue)-\(letters)"
  }
}
