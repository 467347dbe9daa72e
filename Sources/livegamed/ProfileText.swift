import LiveModel

/// A player with bio and statistics as lines of text.
struct ProfileText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool

  /// Returns lines for `Terminal.say(drawn:)`. `season` is the present one.
  func lines(of profile: PlayerProfile, in season: Int) -> [String] {
    let title = TextTable.Colour.bold.paint(profile.listing.name.onOneLine.cut(to: width), if: hasColour)
    return [title] + bio(profile) + [""] + remark(profile, season) + statistics(profile)
  }

  private func bio(_ profile: PlayerProfile) -> [String] {
    let listing = profile.listing
    let born = [
      profile.birthDate.map(day), profile.birthPlace.map { "in \($0)" }, profile.age.map { "(age \($0))" },
    ]
    let size = [profile.height, profile.weight.map { "\($0) lb" }].compactMap(\.self).joined(separator: ", ")
    let rows: [(String, String?)] =
      [
        ("Position", listing.position.map { $0.name ?? $0.abbreviation }), ("Team", listing.team?.name),
        ("Number", listing.number), ("Id", listing.idText),
        ("Born", born.compactMap(\.self).joined(separator: " ")), ("Size", size),
      ] + profile.details.map { ($0.label, $0.text) }
      + [("Debut", profile.debut.map(day))]
    let lines = rows.flatMap { label, text in LabelledText.lines(label, text, width: width) }
    // A URL is of use only as a whole.
    return lines + (profile.headshot.map { ["Headshot  \($0.onOneLine)"] } ?? [])
  }

  /// Returns the date as `Jul 5, 1994`; text that is no date unchanged.
  private func day(_ text: String) -> String {
    CivilDate(iso: text).map { "\($0.monthAndDay), \($0.year)" } ?? text
  }

  /// Returns a line about a season without statistics, and an empty one.
  private func remark(_ profile: PlayerProfile, _ season: Int) -> [String] {
    guard !profile.tables.isEmpty else { return ["No stats yet.".cut(to: width)] }
    guard profile.season != season else { return [] }
    let newest = profile.season.map { "; the newest are of \($0)" } ?? ""
    return ["No stats in \(season) yet\(newest).".cut(to: width), ""]
  }

  private func statistics(_ profile: PlayerProfile) -> [String] {
    var blocks = profile.tables.map { table in
      StatTableText(width: width, hasColour: hasColour).lines(of: table)
        + figures(profile.figures.filter { $0.table == table.name })
    }
    let legend = FigureText.legend(profile.figures).flatMap { $0.broken(to: width) }
    if !legend.isEmpty { blocks.append(legend.map { TextTable.Colour.dim.paint($0, if: hasColour) }) }
    return Array(blocks.joined(separator: [""]))
  }

  private func figures(_ figures: [StatFigure]) -> [String] {
    figures.isEmpty ? [] : [""] + FigureText(width: width).lines(of: figures)
  }
}

/// A table of statistics. Columns that do not fit the width continue below.
struct StatTableText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool

  func lines(of table: StatTable) -> [String] {
    let head = [table.name.capitalizedFirst] + table.columns
    let body = table.rows.map { row in
      [label(of: row)] + table.columns.indices.map { row.values.indices.contains($0) ? row.values[$0] : "" }
    }
    let rows = ([head] + body).map { cells in cells.map(\.onOneLine) }
    let widths = head.indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return parts(of: widths).flatMap { columns in
      rows.enumerated().map { number, cells in
        let values = columns.map { cells[$0].alignedRight(to: 2 + widths[$0]) }
        let line = (cells[0].padding(to: widths[0]) + values.joined()).cut(to: width).trimmingEnd()
        return number == 0 ? TextTable.Colour.dim.paint(line, if: hasColour) : line
      }
    }
  }

  private func label(of row: StatTable.Row) -> String {
    guard let season = row.season else { return "Career" }
    return [("\(season)"), row.team?.abbreviation ?? row.team?.name].compactMap(\.self).joined(separator: " ")
  }

  /// Returns the columns of each part, nearly the same number in all.
  private func parts(of widths: [Int]) -> [[Int]] {
    let columns = Array(widths.indices.dropFirst())
    for count in 1...max(columns.count, 1) {
      let size = (columns.count + count - 1) / count
      let parts = stride(from: 0, to: columns.count, by: max(size, 1)).map { first in
        Array(columns[first..<min(first + size, columns.count)])
      }
      let fits = parts.allSatisfy { part in part.reduce(widths[0]) { $0 + 2 + widths[$1] } <= width }
      if fits || size <= 1 { return parts }
    }
    return [columns]
  }
}

extension String {
  /// The text with its first letter in upper case.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
