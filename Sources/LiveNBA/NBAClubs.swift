package import LiveModel

/// A club of the National Basketball Association.
package struct NBAClub: Sendable {
  /// The club as the configuration can name it, with the abbreviation of the feed (`teamTricode`).
  package let club: Club
  /// The feed's `teamId`.
  package let id: Int
  /// `Golden State`; `LA` for the Clippers.
  package let city: String
  /// `Warriors`.
  package let nickname: String
  package let division: Division

  package enum Conference: String, Sendable { case eastern = "Eastern", western = "Western" }

  package enum Division: String, Sendable, CaseIterable {
    case atlantic = "Atlantic"
    case central = "Central"
    case southeast = "Southeast"
    case northwest = "Northwest"
    case pacific = "Pacific"
    case southwest = "Southwest"

    package var conference: Conference {
      switch self {
      case .atlantic, .central, .southeast: .eastern
      case .northwest, .pacific, .southwest: .western
      }
    }

    /// `Eastern Conference, Atlantic Division`.
    package var name: String { "\(conference.rawValue) Conference, \(rawValue) Division" }
  }

  fileprivate init(_ id: Int, _ club: Club, _ city: String, _ nickname: String, _ division: Division) {
    (self.id, self.club, self.city, self.nickname, self.division) = (id, club, city, nickname, division)
  }

  package var abbreviation: String { club.abbreviation }

  /// The club as a member of a game or a player.
  package var member: GameSummary.Club { GameSummary.Club(id: id, abbreviation: abbreviation, name: club.name) }

  package var listing: TeamListing {
    TeamListing(league: LeagueID.nba, id: id, abbreviation: abbreviation, name: club.name, division: division.name)
  }
}

/// The clubs of the National Basketball Association.
package enum NBAClubs {
  /// Returns the club with one of its abbreviations; nil for another text.
  package static func club(_ abbreviation: String) -> NBAClub? { byAbbreviation[abbreviation] }

  /// Returns the club with the feed's `teamId`; nil for another number.
  package static func club(_ id: Int) -> NBAClub? { byID[id] }

  private static let byAbbreviation = Dictionary(
    all.flatMap { club in club.club.abbreviations.map { ($0, club) } }
  ) { first, _ in first }
  private static let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }

  /// By conference, division and city. Source: `teamId`, `teamTricode`, `teamCity` and `teamName` of the box scores of
  /// cdn.nba.com, 2020 to 2026. Colours: the clubs' web sites in 2025; where a club has several, one that differs from
  /// black and white and is easy to distinguish. Other abbreviations: those of other sites and of earlier seasons, as
  /// far as no other league has them.
  package static let all: [NBAClub] = [
    NBAClub(1610612738, Club("BOS", "Boston Celtics", colour: 0x007A33), "Boston", "Celtics", .atlantic),
    NBAClub(
      1610612751, Club("BKN", "Brooklyn Nets", or: "BRK", "NJN", colour: 0x707271), "Brooklyn", "Nets", .atlantic),
    NBAClub(1610612752, Club("NYK", "New York Knicks", or: "NY", colour: 0xF58426), "New York", "Knicks", .atlantic),
    NBAClub(
      1610612755, Club("PHI", "Philadelphia 76ers", called: ["Sixers"], colour: 0x006BB6), "Philadelphia", "76ers",
      .atlantic),
    NBAClub(
      1610612761, Club("TOR", "Toronto Raptors", called: ["Raps"], colour: 0xCE1141), "Toronto", "Raptors", .atlantic),
    NBAClub(1610612741, Club("CHI", "Chicago Bulls", colour: 0xCE1141), "Chicago", "Bulls", .central),
    NBAClub(
      1610612739, Club("CLE", "Cleveland Cavaliers", called: ["Cavs"], colour: 0x860038), "Cleveland", "Cavaliers",
      .central),
    NBAClub(1610612765, Club("DET", "Detroit Pistons", colour: 0x1D42BA), "Detroit", "Pistons", .central),
    NBAClub(1610612754, Club("IND", "Indiana Pacers", colour: 0xFDBB30), "Indiana", "Pacers", .central),
    NBAClub(1610612749, Club("MIL", "Milwaukee Bucks", colour: 0x00471B), "Milwaukee", "Bucks", .central),
    NBAClub(1610612737, Club("ATL", "Atlanta Hawks", colour: 0xE03A3E), "Atlanta", "Hawks", .southeast),
    NBAClub(
      1610612766, Club("CHA", "Charlotte Hornets", or: "CHO", colour: 0x00788C), "Charlotte", "Hornets", .southeast),
    NBAClub(1610612748, Club("MIA", "Miami Heat", colour: 0x98002E), "Miami", "Heat", .southeast),
    NBAClub(1610612753, Club("ORL", "Orlando Magic", colour: 0x0077C0), "Orlando", "Magic", .southeast),
    NBAClub(
      1610612764, Club("WAS", "Washington Wizards", called: ["Wiz"], colour: 0x002B5C), "Washington", "Wizards",
      .southeast),
    NBAClub(
      1610612743, Club("DEN", "Denver Nuggets", called: ["Nugs"], colour: 0xFEC524), "Denver", "Nuggets", .northwest),
    NBAClub(
      1610612750, Club("MIN", "Minnesota Timberwolves", called: ["Wolves", "T-Wolves"], colour: 0x236192), "Minnesota",
      "Timberwolves", .northwest),
    NBAClub(
      1610612760, Club("OKC", "Oklahoma City Thunder", colour: 0x007AC1), "Oklahoma City", "Thunder", .northwest),
    NBAClub(
      1610612757, Club("POR", "Portland Trail Blazers", colour: 0xE03A3E), "Portland", "Trail Blazers", .northwest),
    NBAClub(1610612762, Club("UTA", "Utah Jazz", or: "UTAH", colour: 0x3E2680), "Utah", "Jazz", .northwest),
    NBAClub(
      1610612744, Club("GSW", "Golden State Warriors", or: "GS", called: ["Dubs"], colour: 0x1D428A), "Golden State",
      "Warriors", .pacific),
    NBAClub(
      1610612746, Club("LAC", "LA Clippers", called: ["Los Angeles Clippers", "Clips"], colour: 0xC8102E), "LA",
      "Clippers", .pacific),
    NBAClub(
      1610612747, Club("LAL", "Los Angeles Lakers", called: ["LA Lakers"], colour: 0x552583), "Los Angeles", "Lakers",
      .pacific),
    NBAClub(1610612756, Club("PHX", "Phoenix Suns", or: "PHO", colour: 0xE56020), "Phoenix", "Suns", .pacific),
    NBAClub(1610612758, Club("SAC", "Sacramento Kings", colour: 0x5A2D81), "Sacramento", "Kings", .pacific),
    NBAClub(
      1610612742, Club("DAL", "Dallas Mavericks", called: ["Mavs"], colour: 0x00538C), "Dallas", "Mavericks", .southwest
    ),
    NBAClub(1610612745, Club("HOU", "Houston Rockets", colour: 0xCE1141), "Houston", "Rockets", .southwest),
    NBAClub(
      1610612763, Club("MEM", "Memphis Grizzlies", called: ["Grizz"], colour: 0x5D76A9), "Memphis", "Grizzlies",
      .southwest),
    NBAClub(
      1610612740, Club("NOP", "New Orleans Pelicans", or: "NO", "NOH", called: ["Pels"], colour: 0x85714D),
      "New Orleans", "Pelicans", .southwest),
    NBAClub(
      1610612759, Club("SAS", "San Antonio Spurs", or: "SA", colour: 0x8A8D8F), "San Antonio", "Spurs", .southwest),
  ]
}
