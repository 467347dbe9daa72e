internal import LiveModel

/// The columns of a table of statistics: the head, and StatsAPI's name of the value.
struct MLBStatColumns {
  let table: String
  private let columns: [(head: String, name: String)]
  /// The count of which one must be above zero, so that a row says something.
  private let least: [String]

  static let hitting = MLBStatColumns(
    table: "hitting",
    columns: [
      ("G", "gamesPlayed"), ("PA", "plateAppearances"), ("AB", "atBats"), ("R", "runs"), ("H", "hits"),
      ("2B", "doubles"), ("3B", "triples"), ("HR", "homeRuns"), ("RBI", "rbi"), ("BB", "baseOnBalls"),
      ("SO", "strikeOuts"), ("SB", "stolenBases"), ("AVG", "avg"), ("OBP", "obp"), ("SLG", "slg"), ("OPS", "ops"),
    ], least: ["plateAppearances", "atBats"])

  static let pitching = MLBStatColumns(
    table: "pitching",
    columns: [
      ("G", "gamesPlayed"), ("GS", "gamesStarted"), ("W", "wins"), ("L", "losses"), ("SV", "saves"),
      ("IP", "inningsPitched"), ("H", "hits"), ("R", "runs"), ("ER", "earnedRuns"), ("HR", "homeRuns"),
      ("BB", "baseOnBalls"), ("SO", "strikeOuts"), ("ERA", "era"), ("WHIP", "whip"),
    ], least: ["gamesPlayed", "gamesPitched", "battersFaced"])

  static let fielding = MLBStatColumns(
    table: "fielding",
    columns: [
      ("Pos", position), ("G", "gamesPlayed"), ("GS", "gamesStarted"), ("Inn", "innings"), ("PO", "putOuts"),
      ("A", "assists"), ("E", "errors"), ("DP", "doublePlays"), ("FPCT", "fielding"),
    ], least: ["gamesPlayed", "games"])

  /// The name under which the position is kept, which is no text in StatsAPI.
  private static let position = "position"

  /// StatsAPI's names of all values, for the `fields` parameter.
  static let names = Set(([hitting, pitching, fielding].flatMap { $0.columns.map(\.name) + $0.least })).sorted()

  /// Returns the table of the splits; nil if no row says anything.
  func table(of splits: [MLBSplit]) -> StatTable? {
    let rows = splits.filter(saysSomething).map { split in
      StatTable.Row(season: split.year, team: split.club, values: columns.map { value($0.name, of: split) })
    }
    return rows.isEmpty ? nil : StatTable(table, columns: columns.map(\.head), rows: rows)
  }

  /// Returns whether a split counts a game or a plate appearance, or has none of these counts.
  func saysSomething(_ split: MLBSplit) -> Bool {
    let counts = least.compactMap { MLBStatNumber.count(split.values[$0]) }
    return counts.isEmpty ? !split.values.isEmpty : counts.contains { $0 > 0 }
  }

  private func value(_ name: String, of split: MLBSplit) -> String {
    name == Self.position ? split.place ?? "" : MLBStatNumber.text(split.values[name])
  }
}
