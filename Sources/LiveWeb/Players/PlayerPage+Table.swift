internal import LiveModel

extension PlayerPage {
  /// A table of statistics by season.
  struct Table: Sendable {
    /// The kind: `hitting`.
    var key: String
    var caption: String
    var columns: [Column]
    var lines: [Line]

    struct Column: Sendable {
      var head: String
      /// The words for the head; nil if it needs none.
      var meaning: String?
    }

    struct Line: Sendable {
      var year: String
      var club: String
      var isCareer: Bool
      var cells: [String]
    }

    /// The career is the first row, as it is the one that people look for.
    init(_ table: StatTable) {
      (key, caption) = (table.name, table.name.capitalizedFirst)
      columns = table.columns.map { Column(head: $0, meaning: Self.meanings[$0]) }
      let seasons = table.rows.filter { $0.season != nil }
      let isSplit = seasons.contains { $0.team != nil } && seasons.contains { $0.team == nil }
      lines = (table.rows.filter { $0.season == nil } + seasons).map { row in
        Line(
          year: row.season.map(String.init) ?? "Career",
          club: row.team.map { $0.abbreviation ?? $0.name ?? "" } ?? (isSplit && row.season != nil ? "all" : ""),
          isCareer: row.season == nil,
          cells: table.columns.indices.map { row.values.indices.contains($0) ? row.values[$0] : "" })
      }
    }

    /// The words for the heads of columns.
    private static let meanings = [
      "G": "Games", "GS": "Games started", "PA": "Plate appearances", "AB": "At bats", "R": "Runs", "H": "Hits",
      "2B": "Doubles", "3B": "Triples", "HR": "Home runs", "RBI": "Runs batted in", "BB": "Walks", "SO": "Strikeouts",
      "SB": "Stolen bases", "AVG": "Batting average", "OBP": "On-base percentage", "SLG": "Slugging percentage",
      "OPS": "On-base plus slugging", "W": "Wins", "L": "Losses", "SV": "Saves", "IP": "Innings pitched",
      "ER": "Earned runs", "ERA": "Earned run average", "WHIP": "Walks and hits per inning", "Pos": "Position",
      "Inn": "Innings", "PO": "Put-outs", "A": "Assists", "E": "Errors", "DP": "Double plays",
      "FPCT": "Fielding percentage", "MIN": "Minutes", "PTS": "Points", "REB": "Rebounds", "AST": "Assists",
      "STL": "Steals", "BLK": "Blocks", "TO": "Turnovers", "PF": "Personal fouls", "FG%": "Field goals made, of 100",
      "3P%": "Three-pointers made, of 100", "FT%": "Free throws made, of 100",
    ]
  }
}
