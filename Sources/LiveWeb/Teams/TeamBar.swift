/// The coloured bar beside the name of a team.
enum TeamBar {
  /// Returns the class that gives an element the team's colour: `t-sea`; empty for an unknown team.
  static func name(of abbreviation: String?) -> String {
    let letters = (abbreviation ?? "").lowercased().filter { $0.isASCII && $0.isLetter }
    return letters.isEmpty ? "" : "t-\(letters)"
  }
}
