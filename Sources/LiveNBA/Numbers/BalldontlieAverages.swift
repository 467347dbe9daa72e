internal import LiveModel

/// The averages of a player in a season. The service has two forms: with the values in `stats` and `player.id`, and flat
/// with `player_id`.
struct BalldontlieAverages: BalldontlieRow {
  let player: Int
  /// The year in which the season begins.
  let season: Int
  /// One text for each column.
  let values: [String]

  /// A column, its names in the two forms, and the way its number is written.
  private struct Column {
    var head: String
    var names: [String]
    var form = Form.average
  }

  private enum Form { case count, average, share }

  private static let table: [Column] = [
    Column(head: "G", names: ["gp", "games_played"], form: .count), Column(head: "MIN", names: ["min"]),
    Column(head: "PTS", names: ["pts"]), Column(head: "REB", names: ["reb"]), Column(head: "AST", names: ["ast"]),
    Column(head: "STL", names: ["stl"]), Column(head: "BLK", names: ["blk"]),
    Column(head: "TO", names: ["tov", "turnover"]), Column(head: "PF", names: ["pf"]),
    Column(head: "FG%", names: ["fg_pct"], form: .share), Column(head: "3P%", names: ["fg3_pct"], form: .share),
    Column(head: "FT%", names: ["ft_pct"], form: .share),
  ]

  static let columns = table.map(\.head)
  /// The name of the table of statistics.
  static let name = "averages"

  init?(_ row: LenientObject) {
    let typed = row["stats"]
    let id = row["player"].balldontlieID ?? row.value("player_id", as: Int.self)
    guard let id, Int.balldontlieIDs.contains(id), let season = row.number("season"), (1900...9999).contains(season)
    else { return nil }
    (player, self.season) = (id, season)
    let numbers = typed.isEmpty ? row : typed
    values = Self.table.map { column in
      column.names.lazy.compactMap { Self.text(numbers, $0, column.form) }.first ?? ""
    }
  }

  /// Decodes the averages of a player in a season; nil if he did not play in it.
  static func row(of player: Int, in season: Int, _ answer: [UInt8]) throws -> StatTable.Row? {
    try BalldontliePage<BalldontlieAverages>(answer).rows.rows.first { $0.player == player && $0.season == season }
      .map { StatTable.Row(season: season, values: $0.values) }
  }

  private static func text(_ row: LenientObject, _ name: String, _ form: Form) -> String? {
    guard let number = row.value(name, as: Double.self) ?? minutes(row.text(name)), (0...100_000).contains(number)
    else { return nil }
    switch form {
    case .count: return Int(exactly: number.rounded()).map(String.init)
    case .average: return tenths(number)
    case .share: return tenths(number * 100)
    }
  }

  /// Returns a number with one digit behind the point.
  private static func tenths(_ number: Double) -> String? {
    Int(exactly: (number * 10).rounded()).map { "\($0 / 10).\($0 % 10)" }
  }

  /// Returns the minutes of `36:30` or `36.5`.
  private static func minutes(_ text: String?) -> Double? {
    guard let parts = text?.split(separator: ":", maxSplits: 1), let first = parts.first else { return nil }
    guard parts.count == 2 else { return Double(first) }
    guard let minutes = Int(first, in: 0...10_000), let seconds = Int(parts[1], in: 0...59) else { return nil }
    return Double(minutes) + Double(seconds) / 60
  }
}
