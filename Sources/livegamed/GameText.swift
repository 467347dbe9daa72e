import LiveModel

/// One game as lines of text: what it is and how it stands, then the sections of its league.
struct GameText {
  /// Maximum columns.
  var width: Int
  var hasColour: Bool
  var zone: LocalZone

  /// Width when the output is no terminal.
  static let plainWidth = 100

  /// A line with a label, such as `Venue  Chase Field, Phoenix`.
  struct Entry {
    var label: String
    var text: String
    var colour = TextTable.Colour.plain
  }

  /// Returns lines for `Terminal.say(drawn:)`.
  func lines(of sheet: GameSheet) -> [String] {
    let title = TextTable.Colour.bold.paint(title(of: sheet), if: hasColour)
    let situation = sheet.baseball.map { BaseballGameText(sheet: sheet, baseball: $0, text: self) }
    let blocks = [entries(head(of: sheet) + (situation?.head ?? []))] + (situation?.blocks ?? []) + [others(sheet)]
    return [title]
      + blocks.filter { !$0.isEmpty }.enumerated().flatMap { $0.offset == 0 ? $0.element : [""] + $0.element }
  }

  /// Returns entries with their labels in one column, which has at least `labelWidth` columns; long texts continue below.
  func entries(_ entries: [Entry], labelWidth: Int = 0) -> [String] {
    let longest = max(labelWidth, entries.map(\.label.columns).max() ?? 0)
    let labels = min(longest, max(1, width / 3)) + 2
    return entries.flatMap { entry in
      entry.text.onOneLine.broken(to: width - labels).enumerated().map { number, line in
        let label = (number == 0 ? entry.label : "").cut(to: labels - 2).padding(to: labels)
        return entry.colour.paint((label + line).cut(to: width).trimmingEnd(), if: hasColour)
      }
    }
  }

  /// Returns a heading and the lines below it; nothing without lines.
  func section(_ heading: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [TextTable.Colour.dim.paint(heading.onOneLine.cut(to: width), if: hasColour)] + lines
  }

  private func title(of sheet: GameSheet) -> String {
    let (game, records) = (sheet.row.board.game, sheet.row.records)
    func text(_ name: (BoardGame.Club?) -> String?) -> String {
      func side(_ club: BoardGame.Club?, _ record: TeamRecord?) -> String {
        (name(club) ?? "?") + (record.map { " (\($0))" } ?? "")
      }
      return "\(side(game.away, records?.away)) at \(side(game.home, records?.home))".onOneLine
    }
    let long = text { $0?.name ?? $0?.abbreviation }
    return long.columns <= width ? long : text { $0?.abbreviation ?? $0?.name }.cut(to: width)
  }

  private func head(of sheet: GameSheet) -> [Entry] {
    let board = sheet.row.board
    let schedule = ScheduleText(width: width, hasColour: hasColour, zone: zone)
    let isScheduled = board.game.status == "scheduled" || board.game.status == nil
    var state = isScheduled ? sheet.row.state : schedule.state(of: sheet.row)
    if isScheduled, let origin = sheet.row.movedFrom.flatMap({ CivilDate(iso: $0) }) {
      state += " (from \(origin.monthAndDay))"
    }
    if isScheduled, sheet.row.isDoubleheader, let number = board.game.number { state += ", game \(number) of two" }
    let colour: TextTable.Colour =
      switch board.game.status {
      case "live": .bold
      case "delayed", "suspended": .yellow
      default: .plain
      }
    var entries = [Entry(label: "State", text: state, colour: colour)]
    if let start = start(of: sheet) { entries.append(Entry(label: "Start", text: start)) }
    if let venue = sheet.venue {
      entries.append(Entry(label: "Venue", text: [venue.name, venue.city].compactMap(\.self).joined(separator: ", ")))
    }
    if let note = sheet.note { entries.append(Entry(label: "Note", text: note)) }
    entries.append(Entry(label: "gamePk", text: "\(board.game.id)"))
    return entries
  }

  /// Returns the start with its year; without a time the official date.
  private func start(of sheet: GameSheet) -> String? {
    let board = sheet.row.board
    if let start = board.start {
      let time = zone.time(at: start)
      return "\(time.date.weekday.prefix(3)), \(time.date.monthAndDay), \(time.date.year), \(time.toTheMinute)"
    }
    let date = sheet.date.flatMap { CivilDate(iso: $0) }
    return date.map { "\($0.weekday.prefix(3)), \($0.monthAndDay), \($0.year), time to be determined" }
  }

  private func others(_ sheet: GameSheet) -> [String] {
    entries(
      sheet.others.map { other in
        let number = other.number.map { "game \($0)" } ?? "another game"
        let isToCome = ["Scheduled", "Pre-game"].contains(other.state)
        let start = isToCome ? other.start.map { ", \(zone.time(at: $0).toTheMinute)" } : nil
        return Entry(label: "Same date", text: "\(number), gamePk \(other.id): \(other.state)\(start ?? "")")
      })
  }
}
