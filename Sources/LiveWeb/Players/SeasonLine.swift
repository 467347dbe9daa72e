internal import LiveModel

/// The figures of the newest season in one table, all teams together.
struct SeasonLine: Sendable {
  /// `hitting`, `pitching` or `averages`.
  let table: String
  private let year: Int
  private let values: [String: String]

  /// The tables whose figures are shown large.
  private static let shown: Set = ["hitting", "pitching", "averages"]

  /// Returns one line for each table with large figures, in their order; none of a table without the season.
  static func all(of profile: PlayerProfile) -> [SeasonLine] {
    guard let season = profile.season else { return [] }
    return profile.tables.filter { shown.contains($0.name) }.compactMap { table in
      // The sum of several teams is before them.
      table.rows.first { $0.season == season }.map { row in
        SeasonLine(
          table: table.name, year: season, values: Dictionary(zip(table.columns, row.values)) { first, _ in first })
      }
    }
  }

  private init(table: String, year: Int, values: [String: String]) {
    (self.table, self.year, self.values) = (table, year, values)
  }

  /// Whether the player has played enough for a comparison: 50 plate appearances, or 12 innings, which are about as many.
  var isLong: Bool {
    table == "hitting"
      ? count("PA").map { $0 >= Self.fewestAppearances } ?? true
      : values["IP"].flatMap { Int($0.prefix { $0 != "." }, in: 0...100_000) }.map { $0 >= Self.fewestInnings } ?? true
  }

  static let fewestAppearances = 50
  static let fewestInnings = 12

  /// Returns the value of a column; nil without one.
  func value(_ column: String) -> String? { values[column].flatMap { $0.isEmpty ? nil : $0 } }

  private func count(_ column: String) -> Int? {
    value(column).flatMap { Int($0.filter { $0 != "," }, in: 0...1_000_000) }
  }

  /// Returns the large figures; nil without any. `isOnly` is for a player with one table.
  func season(isOnly: Bool) -> PlayerPage.Season? {
    let figures = labels.compactMap { column, label in
      value(column).map { PlayerPage.Fact(label: label, text: $0) }
    }
    let own = (table == "pitching" ? record : []) + figures
    guard !own.isEmpty else { return nil }
    let extent = [
      count("G").map { $0.counted("game") },
      table == "hitting" ? count("PA").map { $0.counted("plate appearance") } : value("IP").map { "\($0) innings" },
      value("MIN").map { "\($0) minutes a game" },
    ]
    return PlayerPage.Season(
      key: table, heading: isOnly ? "\(year)" : "\(year) \(table)",
      extent: extent.compactMap(\.self).joined(separator: ", "), figures: own)
  }

  private var labels: [(column: String, label: String)] {
    switch table {
    case "hitting":
      [
        ("AVG", "Average"), ("OBP", "On base"), ("SLG", "Slugging"), ("OPS", "OPS"), ("HR", "Home runs"),
        ("RBI", "RBI"),
      ]
    case "pitching":
      [("ERA", "ERA"), ("WHIP", "WHIP"), ("SO", "Strikeouts"), ("BB", "Walks")]
        + (count("SV").map { $0 > 0 } ?? false ? [("SV", "Saves")] : [])
    default: [("PTS", "Points"), ("REB", "Rebounds"), ("AST", "Assists"), ("STL", "Steals"), ("BLK", "Blocks")]
    }
  }

  private var record: [PlayerPage.Fact] {
    guard let won = value("W"), let lost = value("L") else { return [] }
    return [.init(label: "Won, lost", text: "\(won)–\(lost)")]
  }
}
