/// What a club wears, as `0xRRGGBB`.
struct TeamColour: Equatable, Sendable {
  let rgb: Int

  /// Of national teams, and of whoever is not known.
  static let neutral = TeamColour(rgb: 0x5C6B73)

  /// By the abbreviation, whichever of a club's names it is.
  init(of team: Team) {
    // The Rockies share theirs with Colombia.
    let isNational = team.abbreviation == "COL" && team.name.hasPrefix("Colombia")
    self = isNational ? .neutral : Self.clubs[ClubName.canonical(team.abbreviation)] ?? .neutral
  }

  /// The team at bat; on a final, the winner; without an inning, the team at home. Neutral where that would spoil it.
  init(of event: Event, isSpoilerFree: Bool = false) {
    let (game, isFinal) = (event.data.game, event.data.tags.contains(.final))
    guard !isFinal || !isSpoilerFree else {
      self = .neutral
      return
    }
    let side = isFinal ? event.data.score?.leader : event.data.inning.map(\.batting) ?? .home
    self = side.map { TeamColour(of: $0 == .away ? game.away : game.home) } ?? .neutral
  }

  private init(rgb: Int) { self.rgb = rgb }

  /// Source: the clubs' own colours, as their sites of 2025 show them; of two, the one that is told apart more easily.
  private static let clubs: [String: TeamColour] = [
    "ATH": 0x003831, "ATL": 0xCE1141, "AZ": 0xA71930, "BAL": 0xDF4601, "BOS": 0xBD3039, "CHC": 0x0E3386,
    "CIN": 0xC6011F, "CLE": 0xE50022, "COL": 0x333366, "CWS": 0x27251F, "DET": 0x0C2340, "HOU": 0xEB6E1F,
    "KC": 0x004687, "LAA": 0xBA0021, "LAD": 0x005A9C, "MIA": 0x00A3E0, "MIL": 0xFFC52F, "MIN": 0x002B5C,
    "NYM": 0xFF5910, "NYY": 0x003087, "PHI": 0xE81828, "PIT": 0xFDB827, "SD": 0x2F241D, "SEA": 0x005C5C,
    "SF": 0xFD5A1E, "STL": 0xC41E3A, "TB": 0x8FBCE6, "TEX": 0x003278, "TOR": 0x134A8E, "WSH": 0xAB0003,
  ].mapValues(TeamColour.init(rgb:))
}
