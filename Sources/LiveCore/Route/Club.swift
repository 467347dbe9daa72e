/// A team that can be named in the configuration, with every abbreviation it goes by.
struct Club: Sendable {
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
  private static let majorLeague: [Club] = [
    Club("ATH", "Athletics", or: "OAK"),
    Club("ATL", "Atlanta Braves"),
    Club("AZ", "Arizona Diamondbacks", or: "ARI"),
    Club("BAL", "Baltimore Orioles"),
    Club("BOS", "Boston Red Sox"),
    Club("CHC", "Chicago Cubs"),
    Club("CIN", "Cincinnati Reds"),
    Club("CLE", "Cleveland Guardians"),
    Club("COL", "Colorado Rockies"),
    Club("CWS", "Chicago White Sox", or: "CHW"),
    Club("DET", "Detroit Tigers"),
    Club("HOU", "Houston Astros"),
    Club("KC", "Kansas City Royals", or: "KCR"),
    Club("LAA", "Los Angeles Angels", or: "ANA"),
    Club("LAD", "Los Angeles Dodgers", or: "LA"),
    Club("MIA", "Miami Marlins", or: "FLA"),
    Club("MIL", "Milwaukee Brewers"),
    Club("MIN", "Minnesota Twins"),
    Club("NYM", "New York Mets"),
    Club("NYY", "New York Yankees"),
    Club("PHI", "Philadelphia Phillies"),
    Club("PIT", "Pittsburgh Pirates"),
    Club("SD", "San Diego Padres", or: "SDP"),
    Club("SEA", "Seattle Mariners"),
    Club("SF", "San Francisco Giants", or: "SFG"),
    Club("STL", "St. Louis Cardinals"),
    Club("TB", "Tampa Bay Rays", or: "TBR"),
    Club("TEX", "Texas Rangers"),
    Club("TOR", "Toronto Blue Jays"),
    Club("WSH", "Washington Nationals", or: "WSN", "WAS"),
  ]

  /// The World Baseball Classic. Colombia shares `COL` with the Rockies: the feed gives both that abbreviation.
  private static let national: [Club] = [
    Club("AUS", "Australia"), Club("BRA", "Brazil"), Club("CAN", "Canada"), Club("CHN", "China"),
    Club("CUB", "Cuba"), Club("CZE", "Czechia"), Club("DOM", "Dominican Republic"),
    Club("GBR", "Great Britain", or: "GB"), Club("ISR", "Israel"), Club("ITA", "Italy"), Club("JPN", "Japan"),
    Club("KOR", "Korea"), Club("MEX", "Mexico"), Club("NED", "Netherlands"), Club("NIC", "Nicaragua"),
    Club("PAN", "Panama"), Club("PUR", "Puerto Rico", or: "PR"), Club("TPE", "Chinese Taipei"),
    Club("USA", "United States"), Club("VEN", "Venezuela"),
  ]

  private static let allStar: [Club] = [
    Club("AL", "American League All-Stars"), Club("NL", "National League All-Stars"),
  ]
}
