import LiveCore
import LiveModel

/// Teams as lines of text: all with their standings, or one with its roster.
struct TeamText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool
  var zone: LocalZone

  /// Returns lines for `Terminal.say(drawn:)`, by division.
  func lines(of answer: TeamsAnswer) -> [String] {
    let title = answer.season.map { "Teams of \($0)" } ?? "Teams"
    guard !answer.teams.isEmpty else { return ["\(title): none".cut(to: width)] }
    var table = TextTable("TEAM", "W-L", "GB", "ROW", "NAME")
    for team in answer.teams {
      table.add([
        team.abbreviation ?? "", team.standing?.record.description ?? "", team.standing?.gamesBehind ?? "",
        team.standing?.streak ?? "", team.name,
      ])
    }
    let rows = table.lines(hasColour: hasColour, width: width)
    var (lines, division) = ([TextTable.Colour.dim.paint(title.cut(to: width), if: hasColour), rows[0]], String?.none)
    for (team, row) in zip(answer.teams, rows.dropFirst()) {
      if let own = team.division, own != division {
        division = own
        lines.append(TextTable.Colour.bold.paint(own.onOneLine.cut(to: width), if: hasColour))
      }
      lines.append(row)
    }
    return lines
  }

  /// Returns lines for `Terminal.say(drawn:)`: the team, then its roster.
  func lines(of answer: TeamMembers, isByPosition: Bool) -> [String] {
    let team = answer.team
    let title = team.name + (team.abbreviation.map { " (\($0))" } ?? "")
    let rows = [
      ("Division", team.division), ("Record", record(of: team, answer.season)), ("Next game", next(answer.next)),
      ("Ballpark", team.venue),
    ]
    let head = rows.flatMap { label, text in LabelledText.lines(label, text, width: width) }
    return [TextTable.Colour.bold.paint(title.onOneLine.cut(to: width), if: hasColour)] + head
      + (answer.roster.map { [""] + roster($0, isByPosition: isByPosition) } ?? [])
  }

  /// Returns nil for a team without a standing, which may be because the standings are missing.
  private func record(of team: TeamListing, _ season: Int) -> String? {
    guard let standing = team.standing else { return nil }
    guard standing.hasPlayed else { return "no game of \(season) yet" }
    let place = standing.rank.map { ", \(Ordinal.text(of: $0))" } ?? ""
    let behind = standing.gamesBehind.flatMap { $0 == "-" ? nil : ", \($0) behind" } ?? ""
    return "\(standing.record) in \(season)\(place)\(behind)"
  }

  private func next(_ next: TeamMembers.NextGame?) -> String {
    guard let next else { return "none is listed" }
    let game = next.board
    let names = [game.game.away, game.game.home].map { $0?.abbreviation ?? $0?.name ?? "?" }.joined(separator: "@")
    let number = (game.game.number ?? 1) > 1 ? " (game \(game.game.number ?? 1))" : ""
    if ["live", "warmup", "delayed"].contains(game.game.status) { return "\(names)\(number), now" }
    if let start = game.start { return "\(names)\(number) \(zone.time(at: start).inTheYear)" }
    let date = next.date.map { CivilDate(iso: $0).map { "\($0.weekday.prefix(3)), \($0.monthAndDay)" } ?? $0 }
    return [names + number, date, "time to be determined"].compactMap(\.self).joined(separator: ", ")
  }

  private func roster(_ players: [PlayerListing], isByPosition: Bool) -> [String] {
    guard !players.isEmpty else { return ["The league lists no roster now.".cut(to: width)] }
    // Only the roster of a game says who starts and who is out.
    let isOfGame = players.contains { $0.isStarter != nil || $0.absence != nil }
    var table = isOfGame ? TextTable("NO", "POS", "NAME", "ID", "STATUS") : TextTable("NO", "POS", "NAME", "ID")
    for player in players {
      let status = player.absence.map { "out: \($0)" } ?? (player.isStarter == true ? "starter" : "")
      let cells = [player.number ?? "", player.position?.abbreviation ?? "", player.name, player.idText]
      table.add(isOfGame ? cells + [status] : cells)
    }
    let rows = table.lines(hasColour: hasColour, width: width)
    guard isByPosition else { return rows }
    var (lines, group) = ([rows[0]], String?.none)
    for (player, row) in zip(players, rows.dropFirst()) {
      let own = player.position?.group ?? "Other"
      if own != group {
        group = own
        let count = players.count { ($0.position?.group ?? "Other") == own }
        lines.append(TextTable.Colour.bold.paint("\(own.onOneLine)s (\(count))".cut(to: width), if: hasColour))
      }
      lines.append(row)
    }
    return lines
  }
}

/// A label with a text that may need several lines.
enum LabelledText {
  /// Columns of the label.
  private static let room = 10

  /// Returns the lines: `Born      Jul 5, 1994 in Oshu, Japan`; none without a text.
  static func lines(_ label: String, _ text: String?, width: Int) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    let name = label.onOneLine.padding(to: room - 1) + " "
    return text.onOneLine.broken(to: max(width - name.columns, 1)).enumerated().map { number, line in
      ((number == 0 ? name : String(repeating: " ", count: name.columns)) + line).cut(to: width)
    }
  }
}
