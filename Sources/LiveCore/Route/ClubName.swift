/// A team that can be named in the configuration, with every abbreviation that it goes by.
struct ClubName: Sendable {
  /// As StatsAPI writes it today.
  let abbreviation: String
  let name: String
  /// Of other sites, and of the feed in earlier seasons.
  let aliases: [String]

  /// The one abbreviation that stands for a club under all its names; an unknown one stands for itself.
  static func canonical(_ abbreviation: String) -> String { canonicalNames[abbreviation] ?? abbreviation }

  /// Every abbreviation that means a club.
  static let abbreviations = all.flatMap { [$0.abbreviation] + $0.aliases }

  static let all = majorLeague + national + allStar

  private static let canonicalNames = Dictionary(
    all.flatMap { club in ([club.abbreviation] + club.aliases).map { ($0, club.abbreviation) } },
    uniquingKeysWith: { first, _ in first })

  private init(_ abbreviation: String, _ name: String, or aliases: String...) {
    (self.abbreviation, self.name, self.aliases) = (abbreviation, name, aliases)
  }

  /// Source: `/api/v1/teams?sportId=1`, season 2024, and 2025 for the Athletics.
  private static let majorLeague: [ClubName] = [
    ClubName("ATH", "Athletics", or: "OAK"),
    ClubName("ATL", "Atlanta Braves"),
    ClubName("AZ", "Arizona Diamondbacks", or: "ARI"),
    ClubName("BAL", "Baltimore Orioles"),
    ClubName("BOS", "Boston Red Sox"),
    ClubName("CHC", "Chicago Cubs"),
    ClubName("CIN", "Cincinnati Reds"),
    ClubName("CLE", "Cleveland Guardians"),
    ClubName("COL", "Colorado Rockies"),
    ClubName("CWS", "Chicago White Sox", or: "CHW"),
    ClubName("DET", "Detroit Tigers"),
    ClubName("HOU", "Houston Astros"),
    ClubName("KC", "Kansas City Royals", or: "KCR"),
    ClubName("LAA", "Los Angeles Angels", or: "ANA"),
    ClubName("LAD", "Los Angeles Dodgers", or: "LA"),
    ClubName("MIA", "Miami Marlins", or: "FLA"),
    ClubName("MIL", "Milwaukee Brewers"),
    ClubName("MIN", "Minnesota Twins"),
    ClubName("NYM", "New York Mets"),
    ClubName("NYY", "New York Yankees"),
    ClubName("PHI", "Philadelphia Phillies"),
    ClubName("PIT", "Pittsburgh Pirates"),
    ClubName("SD", "San Diego Padres", or: "SDP"),
    ClubName("SEA", "Seattle Mariners"),
    ClubName("SF", "San Francisco Giants", or: "SFG"),
    ClubName("STL", "St. Louis Cardinals"),
    ClubName("TB", "Tampa Bay Rays", or: "TBR"),
    ClubName("TEX", "Texas Rangers"),
    ClubName("TOR", "Toronto Blue Jays"),
    ClubName("WSH", "Washington Nationals", or: "WSN", "WAS"),
  ]

  /// The World Baseball Classic. Colombia shares `COL` with the Rockies: the feed gives both that abbreviation.
  private static let national: [ClubName] = [
    ClubName("AUS", "Australia"), ClubName("BRA", "Brazil"), ClubName("CAN", "Canada"), ClubName("CHN", "China"),
    ClubName("CUB", "Cuba"), ClubName("CZE", "Czechia"), ClubName("DOM", "Dominican Republic"),
    ClubName("GBR", "Great Britain", or: "GB"), ClubName("ISR", "Israel"), ClubName("ITA", "Italy"),
    ClubName("JPN", "Japan"),
    ClubName("KOR", "Korea"), ClubName("MEX", "Mexico"), ClubName("NED", "Netherlands"), ClubName("NIC", "Nicaragua"),
    ClubName("PAN", "Panama"), ClubName("PUR", "Puerto Rico", or: "PR"), ClubName("TPE", "Chinese Taipei"),
    ClubName("USA", "United States"), ClubName("VEN", "Venezuela"),
  ]

  private static let allStar: [ClubName] = [
    ClubName("AL", "American League All-Stars"), ClubName("NL", "National League All-Stars"),
  ]
}
