/// A club with its real StatsAPI id; its players are invented.
struct Club: Sendable {
  var id: Int
  var abbreviation: String
  var name: String

  /// Source: `/api/v1/teams?sportId=1`.
  static let all = [
    Club(id: 109, abbreviation: "AZ", name: "Arizona Diamondbacks"),
    Club(id: 110, abbreviation: "BAL", name: "Baltimore Orioles"),
    Club(id: 111, abbreviation: "BOS", name: "Boston Red Sox"),
    Club(id: 112, abbreviation: "CHC", name: "Chicago Cubs"),
    Club(id: 113, abbreviation: "CIN", name: "Cincinnati Reds"),
    Club(id: 114, abbreviation: "CLE", name: "Cleveland Guardians"),
    Club(id: 115, abbreviation: "COL", name: "Colorado Rockies"),
    Club(id: 116, abbreviation: "DET", name: "Detroit Tigers"),
    Club(id: 117, abbreviation: "HOU", name: "Houston Astros"),
    Club(id: 118, abbreviation: "KC", name: "Kansas City Royals"),
    Club(id: 108, abbreviation: "LAA", name: "Los Angeles Angels"),
    Club(id: 119, abbreviation: "LAD", name: "Los Angeles Dodgers"),
    Club(id: 146, abbreviation: "MIA", name: "Miami Marlins"),
    Club(id: 158, abbreviation: "MIL", name: "Milwaukee Brewers"),
    Club(id: 142, abbreviation: "MIN", name: "Minnesota Twins"),
    Club(id: 121, abbreviation: "NYM", name: "New York Mets"),
    Club(id: 147, abbreviation: "NYY", name: "New York Yankees"),
    Club(id: 133, abbreviation: "ATH", name: "Athletics"),
    Club(id: 143, abbreviation: "PHI", name: "Philadelphia Phillies"),
    Club(id: 134, abbreviation: "PIT", name: "Pittsburgh Pirates"),
    Club(id: 135, abbreviation: "SD", name: "San Diego Padres"),
    Club(id: 137, abbreviation: "SF", name: "San Francisco Giants"),
    Club(id: 136, abbreviation: "SEA", name: "Seattle Mariners"),
    Club(id: 138, abbreviation: "STL", name: "St. Louis Cardinals"),
    Club(id: 139, abbreviation: "TB", name: "Tampa Bay Rays"),
    Club(id: 140, abbreviation: "TEX", name: "Texas Rangers"),
    Club(id: 141, abbreviation: "TOR", name: "Toronto Blue Jays"),
    Club(id: 120, abbreviation: "WSH", name: "Washington Nationals"),
    Club(id: 144, abbreviation: "ATL", name: "Atlanta Braves"),
    Club(id: 145, abbreviation: "CWS", name: "Chicago White Sox"),
  ]

  /// As reviews name it.
  var nickname: String {
    let words = name.split(separator: " ")
    return words.suffix(name.hasSuffix("Sox") || name.hasSuffix("Jays") ? 2 : 1).joined(separator: " ")
  }

  var json: JSON { ["id": .number(id), "name": .string(name), "abbreviation": .string(abbreviation)] }
}
