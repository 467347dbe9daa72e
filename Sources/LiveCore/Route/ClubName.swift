/// A team that the configuration can name, with all its abbreviations.
struct ClubName: Sendable {
  /// StatsAPI's current abbreviation.
  let abbreviation: String
  let name: String
  /// Abbreviations of other sites, and of the feed in earlier seasons.
  let aliases: [String]

  /// Returns the abbreviation that represents a club under all its names. Returns an unknown abbreviation unchanged.
  static func canonical(_ abbreviation: String) -> String { canonicalNames[abbreviation] ?? abbreviation }

  /// Every abbreviation of every club.
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

  /// The World Baseball Classic. Colombia shares `COL` with the Rockies, because the feed gives both that abbreviation.
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

/// A player in the configuration: a name such as `Shohei Ohtani`, or StatsAPI's id, such as `660271`.
enum PlayerName: Hashable, Sendable, CustomStringConvertible {
  case id(Int)
  /// A name; matches regardless of case and accents.
  case name(String)

  /// Parses digits as an id from 1 to 2^53, and other text with at least one letter and at most 200 bytes as a name.
  /// Returns nil for anything else.
  init?(_ text: String) {
    if text.utf8.allSatisfy(\.isASCIIDigit) {
      guard let id = Int(text, in: 1...1 << 53) else { return nil }
      self = .id(id)
    } else {
      guard text.utf8.count <= 200, text.contains(where: \.isLetter) else { return nil }
      self = .name(text)
    }
  }

  /// The text in the configuration.
  var description: String {
    switch self {
    case .id(let id): String(id)
    case .name(let name): name
    }
  }
}
