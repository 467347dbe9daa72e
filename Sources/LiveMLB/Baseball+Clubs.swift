internal import LiveModel

/// The clubs of Major League Baseball, and the national teams that StatsAPI serves in the same format.
extension Baseball {
  static let allClubs = majorLeague + national + allStar

  /// Returns whether a team has the abbreviation of a club of the major leagues.
  static func isMajorLeague(_ team: Team) -> Bool { majorLeagueAbbreviations.contains(team.abbreviation) }

  private static let majorLeagueAbbreviations = Set(majorLeague.flatMap(\.abbreviations))

  /// Source: `/api/v1/teams?sportId=1`, season 2024, and 2025 for the Athletics. Colours: the clubs' web sites in 2025;
  /// where a club has two, the one that is easier to distinguish. Nicknames: `shortName` and `clubName` of the same
  /// endpoint where they differ from the name, and a few that commentators use.
  private static let majorLeague: [Club] = [
    Club("ATH", "Athletics", or: "OAK", called: ["A's", "Oakland", "Oakland Athletics"], colour: 0x003831),
    Club("ATL", "Atlanta Braves", colour: 0xCE1141),
    Club("AZ", "Arizona Diamondbacks", or: "ARI", called: ["D-backs"], colour: 0xA71930),
    Club("BAL", "Baltimore Orioles", called: ["O's"], colour: 0xDF4601),
    Club("BOS", "Boston Red Sox", called: ["BoSox"], colour: 0xBD3039),
    Club("CHC", "Chicago Cubs", called: ["Cubbies", "Chi Cubs"], colour: 0x0E3386),
    Club("CIN", "Cincinnati Reds", colour: 0xC6011F),
    Club("CLE", "Cleveland Guardians", colour: 0xE50022),
    Club("COL", "Colorado Rockies", colour: 0x333366),
    Club("CWS", "Chicago White Sox", or: "CHW", called: ["ChiSox", "Chi White Sox"], colour: 0x27251F),
    Club("DET", "Detroit Tigers", colour: 0x0C2340),
    Club("HOU", "Houston Astros", called: ["'Stros"], colour: 0xEB6E1F),
    Club("KC", "Kansas City Royals", or: "KCR", colour: 0x004687),
    Club("LAA", "Los Angeles Angels", or: "ANA", called: ["Halos", "LA Angels"], colour: 0xBA0021),
    Club("LAD", "Los Angeles Dodgers", or: "LA", called: ["LA Dodgers"], colour: 0x005A9C),
    Club("MIA", "Miami Marlins", or: "FLA", colour: 0x00A3E0),
    Club("MIL", "Milwaukee Brewers", called: ["Brew Crew"], colour: 0xFFC52F),
    Club("MIN", "Minnesota Twins", colour: 0x002B5C),
    Club("NYM", "New York Mets", called: ["NY Mets"], colour: 0xFF5910),
    Club("NYY", "New York Yankees", called: ["Yanks", "NY Yankees"], colour: 0x003087),
    Club("PHI", "Philadelphia Phillies", called: ["Phils"], colour: 0xE81828),
    Club("PIT", "Pittsburgh Pirates", called: ["Bucs"], colour: 0xFDB827),
    Club("SD", "San Diego Padres", or: "SDP", called: ["Pads"], colour: 0x2F241D),
    Club("SEA", "Seattle Mariners", called: ["M's"], colour: 0x005C5C),
    Club("SF", "San Francisco Giants", or: "SFG", colour: 0xFD5A1E),
    Club("STL", "St. Louis Cardinals", called: ["Cards"], colour: 0xC41E3A),
    Club("TB", "Tampa Bay Rays", or: "TBR", colour: 0x8FBCE6),
    Club("TEX", "Texas Rangers", colour: 0x003278),
    Club("TOR", "Toronto Blue Jays", colour: 0x134A8E),
    Club("WSH", "Washington Nationals", or: "WSN", "WAS", called: ["Nats"], colour: 0xAB0003),
  ]

  /// The World Baseball Classic. Colombia shares `COL` with the Rockies, because the feed gives both that abbreviation.
  private static let national: [Club] = [
    Club("AUS", "Australia"), Club("BRA", "Brazil"), Club("CAN", "Canada"), Club("CHN", "China"),
    Club("CUB", "Cuba"), Club("CZE", "Czechia"), Club("DOM", "Dominican Republic"),
    Club("GBR", "Great Britain", or: "GB"), Club("ISR", "Israel"), Club("ITA", "Italy"),
    Club("JPN", "Japan"),
    Club("KOR", "Korea"), Club("MEX", "Mexico"), Club("NED", "Netherlands"), Club("NIC", "Nicaragua"),
    Club("PAN", "Panama"), Club("PUR", "Puerto Rico", or: "PR"), Club("TPE", "Chinese Taipei"),
    Club("USA", "United States"), Club("VEN", "Venezuela"),
  ]

  private static let allStar: [Club] = [
    Club("AL", "American League All-Stars"), Club("NL", "National League All-Stars"),
  ]
}
