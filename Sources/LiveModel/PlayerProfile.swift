/// A player with bio and statistics.
package struct PlayerProfile: Equatable, Sendable {
  package var listing: PlayerListing
  /// `YYYY-MM-DD`.
  package var birthDate: String?
  package var age: Int?
  /// `Oshu, Japan`.
  package var birthPlace: String?
  /// In the league's words: `6' 4"`.
  package var height: String?
  /// In pounds.
  package var weight: Int?
  /// Date of the first game in the league, as `YYYY-MM-DD`.
  package var debut: String?
  /// URL of a picture.
  package var headshot: String?
  /// Details that only this league has, such as the side from which a player bats.
  package var details: [Detail] = []
  /// The newest season with statistics; nil without any.
  package var season: Int?
  package var tables: [StatTable] = []
  /// Figures in which 100 is the league, and others without a table.
  package var figures: [StatFigure] = []
  /// Counts of `season` by table, for `compared(_:with:)`; not part of the JSON.
  package var counts: [String: [String: Int]] = [:]

  package init(_ listing: PlayerListing) { self.listing = listing }

  /// A label and a text.
  package struct Detail: Equatable, Codable, Sendable {
    package var label: String
    package var text: String

    package init(_ label: String, _ text: String) { (self.label, self.text) = (label, text) }
  }
}

extension PlayerProfile: Codable {
  private enum CodingKeys: String, CodingKey {
    case age, height, weight, debut, headshot, details, season, tables, figures
    case birthDate = "birth_date"
    case birthPlace = "birth_place"
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    listing = try PlayerListing(from: decoder)
    birthDate = try container.decodeIfPresent(String.self, forKey: .birthDate)
    age = try container.decodeIfPresent(Int.self, forKey: .age)
    birthPlace = try container.decodeIfPresent(String.self, forKey: .birthPlace)
    height = try container.decodeIfPresent(String.self, forKey: .height)
    weight = try container.decodeIfPresent(Int.self, forKey: .weight)
    debut = try container.decodeIfPresent(String.self, forKey: .debut)
    headshot = try container.decodeIfPresent(String.self, forKey: .headshot)
    details = try container.decode([Detail].self, forKey: .details)
    season = try container.decodeIfPresent(Int.self, forKey: .season)
    tables = try container.decode([StatTable].self, forKey: .tables)
    figures = try container.decode([StatFigure].self, forKey: .figures)
  }

  package func encode(to encoder: any Encoder) throws {
    try listing.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(birthDate, forKey: .birthDate)
    try container.encodeIfPresent(age, forKey: .age)
    try container.encodeIfPresent(birthPlace, forKey: .birthPlace)
    try container.encodeIfPresent(height, forKey: .height)
    try container.encodeIfPresent(weight, forKey: .weight)
    try container.encodeIfPresent(debut, forKey: .debut)
    try container.encodeIfPresent(headshot, forKey: .headshot)
    try container.encode(details, forKey: .details)
    try container.encodeIfPresent(season, forKey: .season)
    try container.encode(tables, forKey: .tables)
    try container.encode(figures, forKey: .figures)
  }
}

/// Statistics of one kind as a table: hitting, for example. Each league has its own columns.
package struct StatTable: Equatable, Codable, Sendable {
  /// The kind: `hitting`.
  package var name: String
  /// Heads of the columns: `AVG`.
  package var columns: [String]
  package var rows: [Row]

  package init(_ name: String, columns: [String], rows: [Row] = []) {
    (self.name, self.columns, self.rows) = (name, columns, rows)
  }

  /// A season, a part of it, or a career.
  package struct Row: Equatable, Codable, Sendable {
    /// Nil for a career.
    package var season: Int?
    /// The team, if the row is not about all teams.
    package var team: GameSummary.Club?
    /// One text for each column, as the league writes it; empty where it has none.
    package var values: [String]

    package init(season: Int?, team: GameSummary.Club? = nil, values: [String]) {
      (self.season, self.team, self.values) = (season, team, values)
    }
  }
}

/// One statistic of a season outside a table.
package struct StatFigure: Equatable, Codable, Sendable {
  /// The table to which it belongs: `hitting`.
  package var table: String
  /// `wRC+`.
  package var name: String
  package var value: Double
  /// Whether 100 is the league.
  package var isRelative = false
  /// Whether less is better.
  package var isInverted = false
  /// Whether livegamed has computed it from figures of the whole league.
  package var isComputed = false

  package init(
    _ table: String, _ name: String, _ value: Double, isRelative: Bool = false, isInverted: Bool = false,
    isComputed: Bool = false
  ) {
    (self.table, self.name, self.value) = (table, name, value)
    (self.isRelative, self.isInverted, self.isComputed) = (isRelative, isInverted, isComputed)
  }

  private enum CodingKeys: String, CodingKey {
    case table, name, value
    case isRelative = "relative"
    case isInverted = "lower_is_better"
    case isComputed = "computed"
  }
}

/// Sums of one kind of statistics over all teams of a season, by the source's names.
package struct LeagueTotals: Equatable, Sendable {
  /// The table with the same statistics: `hitting`.
  package var table: String
  package var counts: [String: Int]

  package init(_ table: String, _ counts: [String: Int]) { (self.table, self.counts) = (table, counts) }
}
